import { expect, test, vi } from 'vitest';
import { createRecordClient } from './createRecordClient.ts';
import type { RecordLocation } from './record/rowFinder.ts';
import { dataResponse, initResponse } from './responses/responses.fixture.ts';
import { FakeBrowser, FakeServer, settle } from './tableClient.fixture.ts';

const rows = (...ids: number[]) => dataResponse({ rows: ids.map((id) => ({ id })) });

/** A row of the fixture's table, whose init has been read. */
async function openRecord(location: RecordLocation) {
  const server = new FakeServer();
  const browser = new FakeBrowser('/orders/8?orders.sort=-total');
  const record = createRecordClient({ path: '/init', location, url: 'orders', http: server.http, browser });
  await server.last.respond(initResponse());

  return { record, server, browser };
}

test('reads a row at a known position with its neighbours, by one request in the order of the address', async () => {
  const { record, server } = await openRecord({ row: '8', position: 7 });
  expect(server.last.payload).toMatchObject({
    columns: [{ name: 'total', meta: { sort: 'DESC' } }],
    meta: { start: 6, length: 3 },
  });
  await server.last.respond(rows(7, 8, 9));
  expect(record.getSnapshot()).toMatchObject({
    row: { id: 8 },
    position: 7,
    previous: { row: '7', position: 6 },
    next: { row: '9', position: 8 },
    loading: false,
  });
});

test('reads another position, but not the same or the found one again', async () => {
  const { record, server } = await openRecord({ row: '8', position: null });
  await server.last.respond({ ...rows(8), position: 7 });
  await server.last.respond(rows(7, 8, 9));
  server.takePaths();
  let changes = 0;
  record.subscribe(() => {
    changes += 1;
  });
  record.setLocation({ row: '8', position: null });
  record.setLocation({ row: '8', position: 7 });
  expect([server.requests.length, changes]).toEqual([0, 0]);
  record.setLocation({ row: '9', position: 8 });
  expect(record.getSnapshot()).toMatchObject({ loading: true, row: { id: 8 } });
  await server.last.respond(rows(8, 9, 10));
  expect(record.getSnapshot()).toMatchObject({ loading: false, row: { id: 9 } });
});

test('reads nothing after stop', async () => {
  const { record, server, browser } = await openRecord({ row: '8', position: 7 });
  record.stop();
  expect(server.last.signal?.aborted).toBe(true);
  server.takePaths();
  record.setLocation({ row: '9', position: 8 });
  await record.reload();
  expect(server.requests).toHaveLength(0);
  expect(browser.listeners).toBe(0);
});

const buttons = (row: object[]) => {
  const response = initResponse();
  return { ...response, template: { ...response.template, buttons: { ...response.template.buttons, row } } };
};
const download = { name: 'download', action: 'href', path: '/orders/dtRowId/slip', confirmation: false };
const destroy = {
  name: 'destroy',
  action: 'ajax',
  method: 'DELETE',
  path: '/orders/dtRowId',
  confirmation: true,
  message: 'Delete {row}?',
};

test('shows the buttons of a row, except the one that opens it, and those it may not have', async () => {
  const server = new FakeServer();
  const location = { row: '8', position: 7 };
  const record = createRecordClient({
    path: '/init',
    location,
    url: 'orders',
    http: server.http,
    browser: null,
  });
  await server.last.respond(buttons([{ name: 'show', action: 'router' }, download, destroy]) as never);
  expect(record.getSnapshot().buttons).toEqual([]);
  await server.last.respond(dataResponse({ rows: [{ id: 7 }, { id: 8, _actions: ['download'] }] }));
  const [button, ...others] = record.getSnapshot().buttons;
  expect([button?.name, others]).toEqual(['download', []]);
  expect(button && record.buttonPath(button)).toBe('/orders/8/slip');
});

test('acts on the shown row after the confirmation of a button, and reads the row again', async () => {
  const server = new FakeServer();
  const location = { row: '8', position: null };
  const record = createRecordClient({
    path: '/init',
    location,
    url: 'orders',
    http: server.http,
    browser: null,
  });
  await server.last.respond(buttons([destroy]) as never);
  await server.last.respond(rows(8));
  server.takePaths();
  const [button] = record.getSnapshot().buttons;
  if (button) await record.press(button);
  expect(record.getSnapshot().confirmation?.message).toBe('Delete 8?');
  expect(server.requests).toHaveLength(0);
  void record.confirm();
  await settle();
  expect([server.last.method, server.last.path]).toEqual(['DELETE', '/orders/8']);
  expect(button && record.isBusy(button)).toBe(true);
  await server.last.respond({ message: 'It was deleted.' });
  expect(record.getSnapshot().notices).toMatchObject([{ kind: 'success', message: 'It was deleted.' }]);
  await server.last.respond(rows());
  expect(record.getSnapshot()).toMatchObject({ missing: true, row: null, buttons: [] });
});

test('edits a value, and shows the row of the response', async () => {
  const server = new FakeServer();
  const location = { row: '8', position: 7 };
  const record = createRecordClient({
    path: '/init',
    location,
    url: 'orders',
    http: server.http,
    browser: null,
  });
  const response = initResponse();
  const columns = response.template.columns.map((column) =>
    column.name === 'number' ? { ...column, edit: { type: 'string' as const } } : column,
  );
  await server.last.respond({
    ...response,
    template: { ...response.template, columns, edit: { path: '/edit' } },
  });
  await server.last.respond(dataResponse({ rows: [{ id: 7 }, { id: 8, number: 'A' }, { id: 9 }] }));
  expect(await record.startEdit('total')).toBe(false);
  expect(await record.startEdit('number')).toBe(true);
  expect(record.getSnapshot().editing).toMatchObject({ column: 'number', draft: 'A' });
  const committed = record.commitEdit('B');
  expect([server.last.method, server.last.path]).toEqual(['PATCH', '/edit']);
  expect(server.last.payload).toMatchObject({ row: '8', column: 'number', value: 'B', expected: 'A' });
  await server.last.respond({ row: { id: 8, number: 'B' } });
  expect(await committed).toBe(true);
  expect(record.getSnapshot()).toMatchObject({
    row: { id: 8, number: 'B' },
    editing: null,
    previous: { row: '7' },
    next: { row: '9' },
  });
});

test('reads the tables with rows that refer to the row, or that are linked to it, in their order', async () => {
  const { record, server } = await openRecord({ row: '8', position: null });
  expect(await record.related()).toEqual([]);
  await server.last.respond({ ...rows(8), position: 7 });
  await server.last.respond(rows(7, 8, 9));
  server.takePaths();
  const read = record.related();
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  expect(server.last.payload).toEqual({ meta: { related: '8' } });
  const filters = [{ data: 'lines.order_id', type: 'number', value: 8 }];
  const related = [{ table: 'lines', name: 'Lines', as: 'Order', filters, create: { order: 8 } }];
  const linked = [
    {
      ...{ table: 'tags', name: 'Tags', as: '', position: 0 },
      linked: { table: 'order-tags', by: 'order_tags.tag_id', filters: { order_tags: { order_id: 8 } } },
    },
  ];
  await server.last.respond({ related, linked });
  expect(await read).toEqual([...linked, ...related]);
});
