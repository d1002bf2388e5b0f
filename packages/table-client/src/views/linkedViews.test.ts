import { describe, expect, test } from 'vitest';
import { dataResponse, initResponse } from '../responses/responses.fixture.ts';
import { FakeBrowser, settle, startTable } from '../tableClient.fixture.ts';
import { late, messages, open } from './openViews.fixture.ts';
import { FakeViews, view } from './views.fixture.ts';

describe('A view', () => {
  test.each([
    ['the whole', 'orders.view=late', { search: 'smith', density: 'roomy', page: 1, viewChanged: false }],
    ['a page of it', 'orders.view=found&orders.page=3', { search: 'x', page: 3, viewChanged: false }],
    [
      'a changed one',
      'orders.view=late&orders.q=jones',
      { search: 'jones', density: 'roomy', viewChanged: true },
    ],
    ['an emptied one', 'orders.view=late&orders.q=', { search: '', length: 10, viewChanged: true }],
    ['a style of before', 'orders.view=striped,hover', { view: null, viewModes: ['striped', 'hover'] }],
  ])('is opened by an address: %s', async (_, query, expected) => {
    const views = new FakeViews(late, view('found', { search: 'x' }));
    const { table } = await open(views, { browser: new FakeBrowser(`/orders?${query}`) });
    expect(table).toMatchObject(expected);
  });

  test('is restored from its address if all of its changes are empty', async () => {
    const { table, browser } = await open(new FakeViews(view('found', { search: 'x' })));
    await table.openView('found');
    table.setSearch('');
    void table.reload();
    await settle();
    expect(browser.address).toBe('/orders?orders.view=found&orders.q=');
  });

  test('is read by its id from a link if the list does not have it', async () => {
    const views = new FakeViews();
    views.unlisted.push(view('far', { search: 'far' }, { isOwn: false }));
    const { table } = await open(views, { browser: new FakeBrowser('/orders?orders.view=far') });
    expect(table).toMatchObject({ view: { id: 'far' }, search: 'far' });
  });

  test('shows no rows if the user does not see it, until the table is opened without the view', async () => {
    const running = startTable({
      url: true,
      views: new FakeViews(),
      browser: new FakeBrowser('/orders?orders.view=gone&orders.q=jones'),
    });
    await running.server.last.respond(initResponse());
    await settle();
    expect(running.server.requests).toHaveLength(1);
    expect(running.table.problem).toMatchObject({
      kind: 'unshared-view',
      message:
        'It was deleted, or its owner has not shared it. Ask the person who sent the link to share the view.',
    });

    void running.table.reset();
    await running.server.last.respond(initResponse());
    await running.server.last.respond(dataResponse());
    expect(running.table).toMatchObject({ view: null, search: '', problem: null, rows: { length: 10 } });
    expect(running.browser.address).toBe('/orders');
  });

  test('is read although the list cannot be, or is late', async () => {
    const views = new FakeViews();
    views.unlisted.push(view('far', { search: 'far' }, { isOwn: false }));
    views.list = () => Promise.reject(new Error('The server is not ready.'));
    const { table } = await open(views, { browser: new FakeBrowser('/orders?orders.view=far') });
    expect(table).toMatchObject({ view: { id: 'far' }, search: 'far' });
  });
});

describe('The user', () => {
  test('keeps the table when the open view is no longer shared', async () => {
    const views = new FakeViews(late);
    const running = await open(views);
    await running.table.openView('late');
    views.views = [];
    await running.table.reloadViews();
    expect(running.table).toMatchObject({ view: null, search: 'smith', views: [] });
    expect(messages(running)).toEqual([['warning', expect.stringContaining('The view “late” was deleted')]]);
  });
});
