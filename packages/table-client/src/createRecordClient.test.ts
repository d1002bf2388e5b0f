import { expect, test } from 'vitest';
import { createRecordClient, type RecordPlace } from './createRecordClient.ts';
import { dataAnswer, initAnswer } from './state/responses/responses.fixture.ts';
import { FakeBrowser, FakeServer } from './tableClient.fixture.ts';

const rows = (...ids: number[]) => dataAnswer({ rows: ids.map((id) => ({ id })) });

/** A row of the fixture's table, whose init has been read. */
async function openRecord(place: RecordPlace) {
  const server = new FakeServer();
  const browser = new FakeBrowser('/orders/8?orders.sort=-total');
  const record = createRecordClient({ path: '/init', place, url: 'orders', http: server.http, browser });
  await server.last.answer(initAnswer());

  return { record, server, browser };
}

test('a row at a known place is read with its neighbours, by one request in the order of the address', async () => {
  const { record, server } = await openRecord({ row: '8', position: 7 });
  expect(server.last.payload).toMatchObject({
    columns: [{ name: 'total', meta: { sort: 'DESC' } }],
    meta: { start: 6, length: 3 },
  });
  await server.last.answer(rows(7, 8, 9));
  expect(record.getSnapshot()).toMatchObject({
    row: { id: 8 },
    position: 7,
    previous: { row: '7', position: 6 },
    next: { row: '9', position: 8 },
    loading: false,
  });
});

test('another place is read, the same one and the one that was found are not', async () => {
  const { record, server } = await openRecord({ row: '8', position: null });
  await server.last.answer({ ...rows(8), position: 7 });
  await server.last.answer(rows(7, 8, 9));
  server.takePaths();
  let changes = 0;
  record.subscribe(() => {
    changes += 1;
  });
  record.setPlace({ row: '8', position: null });
  record.setPlace({ row: '8', position: 7 });
  expect([server.requests.length, changes]).toEqual([0, 0]);
  record.setPlace({ row: '9', position: 8 });
  expect(record.getSnapshot()).toMatchObject({ loading: true, row: { id: 8 } });
  await server.last.answer(rows(8, 9, 10));
  expect(record.getSnapshot()).toMatchObject({ loading: false, row: { id: 9 } });
});

test('nothing is read after stop', async () => {
  const { record, server, browser } = await openRecord({ row: '8', position: 7 });
  record.stop();
  expect(server.last.signal?.aborted).toBe(true);
  server.takePaths();
  record.setPlace({ row: '9', position: 8 });
  await record.reload();
  expect(server.requests).toHaveLength(0);
  expect(browser.listeners).toBe(0);
});
