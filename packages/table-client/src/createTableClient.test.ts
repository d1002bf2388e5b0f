import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dataResponse, initResponse } from './responses/responses.fixture.ts';
import { openTable, settle, startTable } from './tableClient.fixture.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id);

describe('init', () => {
  test('is read immediately with the params, and the first page after it', async () => {
    const { table, server, events } = startTable({ params: { year: 2026, tags: ['a', 'b'] } });
    expect(table.phase).toBe('starting');
    expect(table.template).toBeNull();
    expect(server.last).toMatchObject({
      method: 'GET',
      path: '/api/orders/init',
      payload: { params: { year: '2026', tags: ['a', 'b'] } },
    });
    await server.last.respond(initResponse());
    expect(table.phase).toBe('ready');
    expect(table.loading).toBe(true);
    expect(table.body).toBeNull();
    expect(server.last).toMatchObject({ method: 'POST', path: '/api/orders/tableData' });
    await server.last.respond(dataResponse());
    expect(table.loading).toBe(false);
    expect(table.rows).toHaveLength(10);
    expect(events.map(({ name }) => name)).toEqual(['ready', 'fetched']);
  });

  test('sets a problem if it fails, and is repeated by reload', async () => {
    const { table, server } = startTable();
    await server.last.respond({ message: 'No such table.' }, 404);
    expect(table.phase).toBe('starting');
    expect(table.problem).toMatchObject({ request: 'init', kind: 'missing', message: 'No such table.' });
    const reloaded = table.reload();
    await server.last.respond(initResponse());
    await server.last.respond(dataResponse());
    await reloaded;
    expect(table.problem).toBeNull();
    expect(table.rows).toHaveLength(10);
  });

  test('sets a problem that names the fault if it is not a table', async () => {
    const { table, server } = startTable();
    await server.last.respond({ ...initResponse(), template: { readPath: '/x', columns: [{}] } });
    expect(table.problem).toMatchObject({
      kind: 'malformed',
      request: 'init',
      errors: { 'template.columns.0.name': ['It is not a text.'] },
    });
  });

  test('commands have no effect before it has responded', async () => {
    const { table, server } = startTable();
    table.setSearch('x');
    table.goToPage(3);
    table.toggleSort('number');
    table.setFilter({ label: 'Number', data: 'orders.number', type: 'string', value: 'x', mode: 'full' });
    table.setVisible('number', false);
    await vi.runAllTimersAsync();
    expect(server.requests).toHaveLength(1);
    expect(table).toMatchObject({ search: '', page: 1, sort: [], filters: [], columns: [] });
  });
});

describe('a page', () => {
  test('is requested with exactly the members of the protocol', async () => {
    const { table, server } = await openTable(
      {},
      { filters: { orders: { status: 'new' } }, intervals: { orders: { total: { min: 1, max: 5 } } } },
    );
    table.setFilter({
      label: 'Customer',
      data: 'customers.id',
      type: 'select',
      value: [4],
      mode: null,
      valueLabels: ['Ada'],
    });
    table.toggleSort('total');
    table.toggleSort('number', { add: true });
    await settle();
    expect(server.last.payload).toEqual({
      internalFilters: [{ label: 'Customer', data: 'customers.id', type: 'select', value: [4], mode: null }],
      filters: { orders: { status: 'new' } },
      intervals: { orders: { total: { min: 1, max: 5 } } },
      params: null,
      columns: [
        { name: 'total', meta: { sort: 'ASC' } },
        { name: 'number', meta: { sort: 'ASC' } },
      ],
      meta: { start: 0, length: 10, sort: true, search: '', forceInfo: false, searchMode: 'full' },
    });
  });

  test('is sent in the query if the template has GET', async () => {
    const { table, server } = await openTable({ method: 'GET' });
    table.goToPage(2);
    await settle();
    expect(server.last).toMatchObject({
      method: 'GET',
      payload: { meta: { start: '10', length: '10', sort: 'false', forceInfo: 'false' } },
    });
  });

  test('is requested once after two changes in one turn', async () => {
    const { table, server } = await openTable();
    table.goToPage(2);
    table.toggleSort('number');
    table.setLength(25);
    await settle();
    expect(server.requests).toHaveLength(1);
    expect(server.last.payload.meta).toMatchObject({ start: 0, length: 25 });
  });

  test('is requested once when it is reloaded in the turn of a change', async () => {
    const { table, server } = await openTable();
    table.goToPage(2);
    void table.reload();
    await settle();
    expect(server.requests).toHaveLength(1);
  });

  test('keeps its first row when the length changes', async () => {
    const { table, server } = await openTable();
    table.goToPage(8);
    await settle();
    table.setLength(25);
    await settle();
    expect(server.last.payload.meta).toMatchObject({ start: 50, length: 25 });
    expect(table.page).toBe(3);
  });

  test('is not requested if it is invalid, or after the last one', async () => {
    const { table, server } = await openTable();
    for (const page of [0, -3, Number.NaN, 1, 1.9]) table.goToPage(page);
    table.setLength(7);
    await settle();
    expect(server.requests).toHaveLength(0);
    table.goToPage(99);
    await settle();
    expect(server.last.payload.meta.start).toBe(90);
  });

  test('becomes the last page beyond the end', async () => {
    const { table, server } = await openTable();
    table.goToPage(10);
    await settle();
    await server.last.respond(dataResponse({ rows: [], count: 42, page: 10, pages: 5 }));
    expect(table.loading).toBe(true);
    expect(table.rows).toHaveLength(10);
    expect(server.last.payload.meta.start).toBe(40);
    await server.last.respond(dataResponse({ rows: [{ id: 41 }, { id: 42 }], count: 42, page: 5, pages: 5 }));
    expect(table).toMatchObject({ page: 5, pages: 5, loading: false, hasNextPage: false });
    expect(table.rowNumber(1)).toBe(42);
  });

  test('becomes the first page after an unknown end, without an endless loop', async () => {
    const { table, server } = await openTable();
    table.goToPage(10);
    await settle();
    await server.last.respond(dataResponse({ rows: [], page: 10, pages: null }));
    expect(server.last.payload.meta.start).toBe(0);
    await server.last.respond(dataResponse());
    table.goToPage(10);
    await settle();
    await server.last.respond(dataResponse({ rows: [], count: 100, page: 10, pages: 9 }));
    expect(server.last.payload.meta.start).toBe(80);
    await server.last.respond(dataResponse({ rows: [], count: 100, page: 9, pages: 8 }));
    expect(server.last.payload.meta.start).toBe(0);
    await server.last.respond(dataResponse({ rows: [], count: 100, page: 1, pages: 7 }));
    expect(table).toMatchObject({ loading: false, rows: [], page: 1 });
  });

  test('numbers its rows by the shown page, not by the requested one', async () => {
    const { table, server } = await openTable();
    table.goToPage(3);
    await settle();
    expect(table.page).toBe(3);
    expect(table.rowNumber(0)).toBe(1);
    await server.last.respond(dataResponse({ page: 3 }));
    expect(table.rowNumber(0)).toBe(21);
  });

  test('has a next one while rows are left, without a known number of pages', async () => {
    const { table, server } = await openTable();
    const shows = async (response: Parameters<typeof dataResponse>[0] & { estimated?: true }) => {
      const { estimated, ...data } = response;
      void table.reload();
      await server.last.respond({ ...dataResponse({ ...data, pages: null }), estimated, filters: true });
      return table.hasNextPage;
    };
    expect(await shows({ count: 11 })).toBe(true);
    expect(table.pages).toBeNull();
    expect(await shows({ count: 10 })).toBe(false);
    expect(await shows({ rows: [{ id: 1 }], count: 1000 })).toBe(false);
    expect(await shows({ count: 9, estimated: true })).toBe(true);
  });
});

describe('search', () => {
  test('requests the first page once, after the debounce of the template', async () => {
    const { table, server } = await openTable();
    table.goToPage(4);
    await settle();
    for (const text of ['s', 'sm', 'smi']) {
      table.setSearch(text);
      await vi.advanceTimersByTimeAsync(99);
    }
    expect(table).toMatchObject({ search: 'smi', page: 1 });
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.requests).toHaveLength(2);
    expect(server.last.payload.meta).toMatchObject({ search: 'smi', start: 0 });
  });

  test('is sent with a page change within the debounce, and not again', async () => {
    const { table, server } = await openTable();
    table.setSearch('smith');
    table.toggleSort('number');
    await settle();
    expect(server.last.payload).toMatchObject({ meta: { search: 'smith' }, columns: [{ name: 'number' }] });
    await vi.runAllTimersAsync();
    expect(server.requests).toHaveLength(1);
  });

  test('sends a request immediately for another mode, and none without a search', async () => {
    const { table, server } = await openTable();
    table.setSearchMode('startsWith');
    table.setSearchMode('endsWith');
    await settle();
    expect(server.requests).toHaveLength(0);
    expect(table.searchMode).toBe('startsWith');
    table.setSearch('x');
    table.setSearchMode('exactMatch');
    await settle();
    expect(server.last.payload.meta).toMatchObject({ search: 'x', searchMode: 'exactMatch' });
  });
});

describe('the host', () => {
  test('changes its filters, intervals or params, which requests the first page after the debounce', async () => {
    const { client, table, server } = await openTable({}, { filters: { orders: { status: 'new' } } });
    table.goToPage(5);
    await settle();
    const filters = { orders: { status: 'sent' } };
    client.setHost({ filters });
    client.setHost({ filters, params: { year: 2026 } });
    await settle();
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(server.requests).toHaveLength(2);
    expect(server.last.payload).toMatchObject({
      filters: { orders: { status: 'sent' } },
      params: { year: 2026 },
      meta: { start: 0 },
    });
  });

  test('changes nothing with the same filters in a new object', async () => {
    const { client, server } = await openTable({}, { filters: { orders: { status: 'new' } } });
    client.setHost({ filters: { orders: { status: 'new' } } });
    await vi.runAllTimersAsync();
    expect(server.requests).toHaveLength(0);
  });
});

test('ends everything with stop', async () => {
  const { table, server, browser, storage, stop } = await openTable();
  table.goToPage(2);
  await settle();
  table.setSearch('x');
  stop();
  table.goToPage(3);
  storage.entries.clear();
  expect(server.last.signal?.aborted).toBe(true);
  await vi.runAllTimersAsync();
  browser.emit('online');
  await table.reload();
  expect(server.requests).toHaveLength(1);
  expect(browser.listeners).toBe(0);
  expect(storage.entries.size).toBe(0);
  expect(idsOf(table.rows)[0]).toBe(1);
});
