import { describe, expect, test, vi } from 'vitest';
import { dataResponse, initResponse } from '../responses/responses.fixture.ts';
import { FakeBrowser, type RunningTable, settle, startTable } from '../tableClient.fixture.ts';
import { late, messages, open } from './openViews.fixture.ts';
import { FakeViews, view } from './views.fixture.ts';

const rows = (running: RunningTable) => running.server.last.payload;

const kept = ({ storage }: RunningTable) => [...storage.entries.values()].map((text) => JSON.parse(text));

describe('A table with views', () => {
  test('has no views without the option', async () => {
    const { table } = startTable();
    expect(table).toMatchObject({ views: null, view: null, viewChanged: false });
    await table.saveViewAs('x');
    await table.openView('x');
    expect(table.notices).toEqual([]);
  });

  test('waits for them before it requests rows', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const views = new FakeViews(view('all'));
    const list = views.list.bind(views);
    views.list = () => promise.then(list);
    const { server, table } = startTable({ views });
    await server.last.respond(initResponse());
    expect(server.requests).toHaveLength(1);
    resolve();
    await settle();
    expect(server.requests).toHaveLength(2);
    expect(table.views?.map(({ id }) => id)).toEqual(['all']);
  });

  test('opens without them when they cannot be read, or not in time', async () => {
    const views = new FakeViews();
    views.failure = new Error('The server is not ready.');
    const failed = await open(views);
    expect(failed.table).toMatchObject({ phase: 'ready', rows: { length: 10 }, problem: null });
    expect(messages(failed)).toEqual([
      ['warning', 'The saved views cannot be read. The server is not ready.'],
    ]);

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    views.list = () => new Promise(() => {});
    const { server } = startTable({ views });
    await server.last.respond(initResponse());
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    await settle();
    expect(server.requests).toHaveLength(2);
  });

  test('opens the default of the user or the role, unless a state is kept', async () => {
    const views = new FakeViews(late, view('mine', { search: 'mine' }));
    views.role = 'late';
    const running = await open(views);
    expect(running.table).toMatchObject({ view: { id: 'late' }, search: 'smith', viewChanged: false });
    // The default is opened in its current form, so nothing of it is stored.
    expect(kept(running)).toEqual([]);
    views.me = 'mine';
    const again = await open(views, { storage: running.storage });
    expect(again.table).toMatchObject({ view: { id: 'mine' }, search: 'mine', ownDefaultView: 'mine' });
    await again.table.openView(null);
    await settle();
    expect(again.table).toMatchObject({ view: null, search: '' });
    const { table } = await open(views, { storage: running.storage });
    expect(table.view).toBeNull();
    const linked = await open(views, { browser: new FakeBrowser('/orders?orders.q=jones') });
    expect(linked.table).toMatchObject({ view: null, search: 'jones' });
  });
});

describe('A view', () => {
  test('has columns, sort, filters, search, length and style, and nothing of the screen or page', async () => {
    const views = new FakeViews();
    const { table } = await open(views);
    table.setLength(25);
    table.setSearchMode('startsWith');
    table.setSearch('smith');
    table.toggleSort('total');
    table.setVisible('paid', false);
    table.moveColumn('status', -1);
    table.resizeColumn('total', 120);
    table.pinColumn('number', 'left');
    table.setDensity('compact');
    table.toggleViewMode('striped');
    table.setFit('scroll');
    const filter = {
      label: 'Status',
      data: 'orders.status',
      type: 'enum',
      value: ['new'],
      mode: null,
    } as const;
    table.setFilter({ ...filter, value: ['new'] });
    table.setWhere(late.state.where ?? null);
    table.goToPage(2);
    await table.saveViewAs('All of it');
    expect(views.calls.at(-1)).toEqual([
      'save',
      'All of it',
      {
        length: 25,
        searchMode: 'startsWith',
        search: 'smith',
        sort: [{ name: 'total', direction: 'ASC' }],
        visible: ['number', 'status', 'total', 'placed_at', 'due_on'],
        order: expect.arrayContaining(['status', 'number']),
        widths: { total: 120 },
        pinned: { number: 'left' },
        density: 'compact',
        viewModes: ['striped', 'hover'],
        filters: [filter],
        where: late.state.where,
      },
    ]);
    expect(table).toMatchObject({ view: { name: 'All of it' }, viewChanged: false });
  });

  test('is opened as saved, and its link stays in the address', async () => {
    const running = await open(new FakeViews(late, view('all')));
    const { table, browser, server } = running;
    table.goToPage(4);
    table.setDensity('compact');
    await table.openView('late');
    await settle();
    expect(table).toMatchObject({
      view: { id: 'late' },
      viewChanged: false,
      page: 1,
      length: 25,
      density: 'roomy',
      where: late.state.where,
    });
    expect(rows(running)).toMatchObject({ where: late.state.where, meta: { search: 'smith', length: 25 } });
    expect(browser.address).toMatch(/^\/orders\?orders\.view=late&orders\.q=smith&/);
    await server.last.respond(dataResponse());
    browser.back();
    await settle();
    expect(table).toMatchObject({ view: null, search: '', page: 4 });
    await table.openView('all');
    await settle();
    expect(browser.address).toBe('/orders?orders.view=all');
    expect(table).toMatchObject({ density: 'normal', viewChanged: false });
  });

  test('is marked as changed until the change is undone or discarded', async () => {
    const { table } = await open(new FakeViews(late));
    await table.openView('late');
    table.setSearch('jones');
    expect(table.viewChanged).toBe(true);
    table.setSearch('smith');
    expect(table.viewChanged).toBe(false);
    // In another order.
    table.resizeColumn('number', null);
    expect(table.viewChanged).toBe(true);
    table.resizeColumn('number', 90);
    expect(table.viewChanged).toBe(false);
    table.goToPage(2);
    table.setFit('scroll');
    expect(table.viewChanged).toBe(false);
    table.setDensity('normal');
    expect(table.viewChanged).toBe(true);
    await table.openView('late');
    expect(table).toMatchObject({ viewChanged: false, density: 'roomy', fit: 'scroll' });
  });

  test('with a page length is unchanged on a screen that fits its own number of rows', async () => {
    const views = new FakeViews(view('all', { sort: [] }), late);
    const { table } = await open(views);
    table.setLength('auto');
    table.fitLength(17);
    await table.openView('all');
    expect(table).toMatchObject({ autoLength: true, viewChanged: false });
    table.fitLength(21);
    expect(table.viewChanged).toBe(false);
    await table.openView('late');
    expect(table).toMatchObject({ autoLength: false, length: 25 });
    table.setLength('auto');
    expect(table.viewChanged).toBe(true);
  });

  test('is stored in its saved form, or with its changes', async () => {
    const views = new FakeViews(late);
    const running = await open(views, { url: false });
    await running.table.openView('late');
    await settle();
    expect(kept(running)).toMatchObject([{ view: 'late', isAsSaved: true, state: {} }]);
    views.views = [{ ...late, state: { search: 'newer' } }];
    const saved = await open(views, { url: false, storage: running.storage });
    expect(saved.table).toMatchObject({ view: { id: 'late' }, search: 'newer', viewChanged: false });
    saved.table.setSearch('');
    saved.table.goToPage(2);
    await settle();
    const changed = await open(views, { url: false, storage: running.storage });
    expect(changed.table).toMatchObject({ view: { id: 'late' }, search: '', page: 2, viewChanged: true });
  });

  test('opens without removed columns and filters, and names them', async () => {
    const text = { type: 'string', value: 'x', mode: null } as const;
    const old = view('old', {
      visible: ['number', 'weight'],
      widths: { volume: 90 },
      groups: [{ column: 'depth' }],
      sort: [
        { name: 'weight', direction: 'ASC' },
        { name: 'total', direction: 'DESC' },
      ],
      filters: [
        { ...text, label: 'Colour', data: 'orders.colour' },
        { ...text, label: 'Number', data: 'orders.number' },
      ],
      where: {
        any: [
          { data: 'orders.number', operator: 'contains', value: '1' },
          { all: [{ data: 'orders.size', operator: 'isEmpty' }] },
        ],
      },
    });
    const running = await open(new FakeViews(old), { browser: new FakeBrowser('/orders?orders.view=old') });
    expect(running.table).toMatchObject({
      sort: [{ name: 'total', direction: 'DESC' }],
      filters: [{ data: 'orders.number' }],
      where: { any: [{ data: 'orders.number' }] },
      // It can be saved without them.
      viewChanged: true,
    });
    expect(running.table.shownColumns.map(({ name }) => name)).toEqual(['number']);
    expect(messages(running)).toEqual([
      [
        'warning',
        'The view “old” was opened without what the table no longer has: weight, volume, Colour, depth, orders.size.',
      ],
    ]);
  });

  test('leaves the table as the template says if the server refuses it', async () => {
    const running = startTable({ url: true, views: new FakeViews(late) });
    await running.server.last.respond(initResponse());
    await running.server.last.respond(dataResponse());
    await running.table.openView('late');
    await settle();
    await running.server.last.respond({ message: 'No.' }, 422);
    await running.server.last.respond(dataResponse());
    expect(running.table).toMatchObject({ view: null, search: '', problem: null });
    expect(messages(running)).toEqual([
      ['warning', 'The server refused the view “late”. The table was opened without it.'],
    ]);
    expect(running.browser.address).toBe('/orders');
  });

  test.each([{ sort: 5, filters: 'x', where: [], widths: null, order: {} }, null, []])(
    'opens as the template says with the state %j',
    async (state) => {
      const views = new FakeViews(view('odd', state as never));
      const { table } = await open(views, { browser: new FakeBrowser('/orders?orders.view=odd') });
      expect(table).toMatchObject({ view: { id: 'odd' }, search: '', sort: [], filters: [], problem: null });
    },
  );
});

describe('The user', () => {
  test('saves, renames, copies, shares, pins and deletes views', async () => {
    const views = new FakeViews(late);
    const running = await open(views);
    const { table, browser } = running;
    await table.openView('late');
    table.setSearch('jones');
    await table.saveView();
    expect(views.calls.at(-1)).toMatchObject(['change', 'late', { revision: 1, state: { search: 'jones' } }]);
    expect(table).toMatchObject({ viewChanged: false, view: { revision: 2 } });
    await table.renameView('Too late');
    await table.shareView([3]);
    await table.pinView('late', true);
    expect(table.view).toMatchObject({ name: 'Too late', sharedWith: [3], isPinned: true });
    await table.copyView();
    expect(table.view).toMatchObject({ id: 'late (2)' });
    expect(table.views?.map(({ name }) => name)).toEqual(['late (2)', 'Too late']);
    await table.setDefaultView('late (2)');
    expect(table).toMatchObject({ ownDefaultView: 'late (2)', view: { isDefault: true } });
    await table.deleteView('late');
    expect(table.view?.id).toBe('late (2)');
    views.me = null;
    await table.deleteView();
    expect(table).toMatchObject({ view: null, views: [], search: 'jones', ownDefaultView: null });
    expect(browser.address).not.toContain('view');
    expect(table.viewLink('a b')).toBe('/orders?orders.view=a+b');
    expect(messages(running).filter(([kind]) => kind !== 'success')).toEqual([]);
  });

  test('is notified of failures: by a notice, or in the dialog', async () => {
    const views = new FakeViews(late);
    const running = await open(views);
    const { table } = running;
    await table.openView('late');
    views.failure = new Error('You may not share views.');
    await expect(table.shareView([3])).rejects.toThrow('You may not share views.');
    await expect(table.saveViewAs('x')).rejects.toThrow();
    await expect(table.deleteView()).rejects.toThrow();
    await table.saveView();
    await table.setDefaultView('late');
    expect(messages(running)).toEqual([
      ['danger', 'You may not share views.'],
      ['danger', 'You may not share views.'],
    ]);
    expect(table.view?.id).toBe('late');
  });

  test('does not overwrite changes of others unknowingly', async () => {
    const views = new FakeViews(late);
    const running = await open(views);
    const { table } = running;
    await table.openView('late');
    views.views = [{ ...late, state: { search: 'elsewhere' }, revision: 7 }];
    table.setSearch('mine');
    await table.saveView();
    expect(messages(running)).toEqual([
      ['danger', 'This view was changed elsewhere meanwhile. Save again to replace that change.'],
    ]);
    expect(table).toMatchObject({ search: 'mine', viewChanged: true, view: { revision: 7 } });
    await table.saveView();
    expect(table).toMatchObject({ viewChanged: false, view: { revision: 8, state: { search: 'mine' } } });
  });
});
