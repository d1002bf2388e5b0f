import { describe, expect, test, vi } from 'vitest';
import { column, dataResponse, initResponse, orderColumns } from '../responses/responses.fixture.ts';
import type { TableController } from '../TableController.ts';
import { FakeBrowser, fakeStorage, openTable, settle, startTable } from '../tableClient.fixture.ts';

const key = 'rowhouse-table:orders';
const status = {
  label: 'Status',
  data: 'orders.status',
  type: 'enum' as const,
  value: ['new'],
  mode: null,
};

/** Changes everything that is kept. */
async function arrange(table: TableController): Promise<void> {
  table.setLength(25);
  table.setSearchMode('startsWith');
  table.setSearch('smith');
  table.toggleSort('status');
  table.toggleSort('total', { add: true });
  table.toggleSort('total', { add: true });
  table.setVisible('paid', false);
  table.toggleViewMode('compact');
  table.setFilter(status);
  table.goToPage(3);
  await settle();
}

const arranged = {
  length: 25,
  searchMode: 'startsWith',
  search: 'smith',
  sort: [
    { name: 'status', direction: 'ASC' },
    { name: 'total', direction: 'DESC' },
  ],
  viewModes: ['compact', 'hover'],
  filters: [status],
  page: 3,
  start: 50,
};

describe('storage', () => {
  test('restores a table', async () => {
    const { table, storage, stop } = await openTable();
    await arrange(table);
    stop();
    expect([...storage.entries.keys()]).toEqual([key]);
    const again = startTable({ storage });
    await again.server.last.respond(initResponse());
    expect(again.table).toMatchObject(arranged);
    expect(again.table.shownColumns.map(({ name }) => name)).not.toContain('paid');
    expect(again.server.last.payload.meta).toEqual({
      start: 50,
      length: 25,
      sort: true,
      search: 'smith',
      forceInfo: false,
      searchMode: 'startsWith',
    });
  });

  test.each([
    ['by the cross', (table: TableController) => table.clearSort('number')],
    ['through the states of the header', (table: TableController) => table.toggleSort('number')],
  ])('keeps that a default sort was removed %s, as does the address', async (_, remove) => {
    const columns = orderColumns.map((entry) =>
      entry.name === 'number' ? { ...entry, meta: { ...entry.meta, sort: 'DESC' as const } } : entry,
    );
    const browser = new FakeBrowser('/orders');
    const { table, storage, server } = await openTable({ columns }, { browser, url: true });
    expect(table.sort).toEqual([{ name: 'number', direction: 'DESC' }]);
    remove(table);
    await settle();
    expect(browser.address).toBe('/orders?orders.sort=');

    for (const found of [{ storage }, { browser, url: true }]) {
      const again = startTable(found);
      await again.server.last.respond(initResponse({ columns }));
      expect(again.table.sort).toEqual([]);
      expect(again.server.last.payload).toMatchObject({ columns: [], meta: { sort: false } });
      again.stop();
    }
    table.toggleSort('number');
    expect(table.sort).toEqual([{ name: 'number', direction: 'ASC' }]);
    expect(server.last.payload.meta.sort).toBe(false);
  });

  test('contains nothing of a table in the state of the template', async () => {
    const { table, storage } = await openTable();
    table.toggleViewMode('compact');
    expect(storage.entries.size).toBe(1);
    table.toggleViewMode('compact');
    expect(storage.entries.size).toBe(0);
  });

  test.each([
    ['another version', () => ({ ...initResponse(), apiVersion: '2.0' })],
    ['a column more', () => initResponse({ columns: [...orderColumns, column({ name: 'new' })] })],
    [
      'a column that cannot be sorted any more',
      () =>
        initResponse({
          columns: orderColumns.map((entry) => ({ ...entry, meta: { ...entry.meta, sortable: false } })),
        }),
    ],
    ['other lengths', () => initResponse({ lengthMenu: [10, 25] })],
    ['other filters', () => initResponse({ filters: [] })],
  ])('is not used when the configuration has changed: %s', async (_, init) => {
    const { table, storage } = await openTable();
    await arrange(table);
    const again = startTable({ storage });
    await again.server.last.respond(init());
    expect(again.table).toMatchObject({ length: 10, search: '', filters: [], page: 1, viewModes: ['hover'] });
  });

  test.each(['', 'null', '[]', '{', '{"fingerprint":null,"state":null}', '"x"'])(
    'is not used if it contains %j',
    async (text) => {
      const storage = fakeStorage({ [key]: text });
      const { table } = await openTable({}, { storage });
      expect(table).toMatchObject({ length: 10, page: 1, problem: null });
    },
  );

  test('is ignored if it throws', async () => {
    const refuse = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    const { table } = await openTable(
      {},
      { storage: { getItem: refuse, setItem: refuse, removeItem: refuse } },
    );
    await arrange(table);
    expect(table).toMatchObject({ page: 3, problem: null });
  });

  test('is dropped if the server refuses it, and the page of the template is requested', async () => {
    const { table, storage } = await openTable();
    await arrange(table);
    const again = startTable({ storage });
    await again.server.last.respond(initResponse());
    await again.server.last.respond({ message: 'No such filter.' }, 422);
    expect(again.table).toMatchObject({ problem: null, loading: true, page: 1, search: '' });
    expect(storage.entries.size).toBe(0);
    expect(again.server.last.payload).toMatchObject({ internalFilters: [], meta: { start: 0, length: 10 } });
    await again.server.last.respond({ message: 'No.' }, 422);
    expect(again.table).toMatchObject({ problem: { message: 'No.' }, loading: false });
    expect(again.server.requests).toHaveLength(3);
  });

  test('is kept for a later request if the server has accepted it', async () => {
    const { table, storage } = await openTable();
    await arrange(table);
    const again = startTable({ storage });
    await again.server.last.respond(initResponse());
    await again.server.last.respond(dataResponse({ page: 3 }));
    void again.table.reload();
    await again.server.last.respond({ message: 'No.' }, 422);
    expect(again.table).toMatchObject({ ...arranged, problem: { kind: 'refused' } });
  });

  test('is cleared by reset, which reads init again', async () => {
    const browser = new FakeBrowser('/orders?tab=1');
    const { table, storage, server, events } = await openTable({}, { browser, url: true });
    await arrange(table);
    table.toggleSelected(1);
    table.toggleExpanded(1);
    server.takePaths();
    const done = table.reset();
    expect(storage.entries.size).toBe(0);
    expect(browser.address).toBe('/orders?tab=1');
    expect(table).toMatchObject({ selected: [], search: '', filters: [], loading: true, phase: 'ready' });
    table.goToPage(2);
    await server.last.respond(initResponse({ lengthMenu: [50] }));
    await server.last.respond(dataResponse());
    await done;
    expect(server.takePaths()).toEqual(['GET /api/orders/init', 'POST /api/orders/tableData']);
    expect(table).toMatchObject({ length: 50, page: 1, problem: null, rows: { length: 10 } });
    expect(events.map(({ name }) => name)).toEqual(['reset', 'ready', 'fetched']);
  });

  test('is empty after a failed reset, which reload repeats', async () => {
    const { table, server, storage } = await openTable();
    await arrange(table);
    const kept = new Map(storage.entries);
    void table.reset();
    await server.last.drop();
    expect(table).toMatchObject({ problem: { request: 'init', kind: 'offline' }, loading: false });
    for (const [name, value] of kept) storage.setItem(name, value);
    void table.reload();
    await server.last.respond(initResponse());
    expect(table).toMatchObject({ search: '', page: 1 });
  });
});

describe('the address', () => {
  test('contains differences from the template, and keeps other parameters', async () => {
    const browser = new FakeBrowser('/orders?tab=a%20b&x&orders.q=old#here');
    const { table } = await openTable({}, { browser, url: true });
    expect(table.search).toBe('old');
    await arrange(table);
    expect(decodeURIComponent(browser.address)).toBe(
      '/orders?tab=a b&x&orders.q=smith&orders.mode=startsWith&orders.page=3&orders.length=25' +
        '&orders.sort=status,-total&orders.cols=number,status,total,placed_at,due_on' +
        '&orders.filters=[{"data":"orders.status","type":"enum","value":["new"],"mode":null}]#here',
    );
    expect(browser.address).toContain('orders.sort=status,-total');
  });

  test('restores a table, with any storage', async () => {
    const browser = new FakeBrowser();
    const { table, storage } = await openTable({}, { browser, url: 'o' });
    await arrange(table);
    const address = browser.address.replace('o.q=smith', 'o.q=jones');
    const again = startTable({ storage, browser: new FakeBrowser(address), url: 'o' });
    await again.server.last.respond(initResponse());
    expect(again.table).toMatchObject({ ...arranged, search: 'jones' });
    const other = startTable({ storage, browser: new FakeBrowser('/orders?o.page=2'), url: 'o' });
    await other.server.last.respond(initResponse());
    expect(other.table).toMatchObject({ page: 2, search: '', length: 10, filters: [] });
    // What suits the screen stays.
    expect(other.table.density).toBe('compact');
  });

  test('is not changed unless requested', async () => {
    const browser = new FakeBrowser('/orders?orders.q=x');
    const { table } = await openTable({}, { browser });
    await arrange(table);
    expect(browser.entries).toEqual(['/orders?orders.q=x']);
  });

  test('gets a step in the history for pages and sort, not for typing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const browser = new FakeBrowser();
    const { table, server } = await openTable({}, { browser, url: true });
    table.setSearch('a');
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(browser.entries).toEqual(['/orders?orders.q=a']);
    table.goToPage(2);
    await settle();
    table.toggleSort('number');
    await settle();
    table.toggleViewMode('compact');
    expect(browser.entries).toEqual([
      '/orders?orders.q=a',
      '/orders?orders.q=a&orders.page=2',
      '/orders?orders.q=a&orders.sort=number',
    ]);
    server.takePaths();
    browser.back();
    expect(table).toMatchObject({ page: 2, sort: [], search: 'a', viewModes: ['compact', 'hover'] });
    await settle();
    expect(server.last.payload.meta).toMatchObject({ start: 10, search: 'a', sort: false });
    expect(server.requests).toHaveLength(1);
    expect(browser.entries).toHaveLength(2);
  });

  test('is not read if it belongs to another page', async () => {
    const browser = new FakeBrowser('/orders');
    const { table, server } = await openTable({}, { browser, url: true });
    table.goToPage(2);
    await settle();
    server.takePaths();
    browser.history.pushState(null, '', '/elsewhere');
    browser.emit('popstate');
    await settle();
    expect(table.page).toBe(2);
    expect(server.requests).toEqual([]);
    table.goToPage(3);
    await settle();
    expect(browser.address).toBe('/elsewhere');
  });

  test('is ignored if the browser does not allow it to change', async () => {
    const browser = new FakeBrowser();
    browser.history.pushState = () => {
      throw new DOMException('Attempt to use history.pushState() more than 100 times', 'SecurityError');
    };
    const { table, server } = await openTable({}, { browser, url: true });
    table.goToPage(2);
    await settle();
    await server.last.respond(dataResponse({ page: 2 }));
    expect(table).toMatchObject({ page: 2, problem: null });
  });
});
