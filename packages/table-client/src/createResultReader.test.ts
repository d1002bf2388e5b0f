import { expect, test } from 'vitest';
import { createResultReader } from './createResultReader.ts';
import { dataAnswer, initAnswer } from './state/responses/responses.fixture.ts';
import { FakeServer, settle } from './tableClient.fixture.ts';

test('a result is counted with its search and filters, and one row', async () => {
  const server = new FakeServer();
  const read = createResultReader({ http: server.http });
  const figures = read('/init', {
    search: 'smith',
    filters: [{ data: 'orders.customer', value: [7], type: 'select', valueLabels: ['Ada'] }],
    where: { data: 'orders.paid', operator: 'isEmpty' },
  });
  await server.last.answer(initAnswer());
  expect(server.last.payload).toMatchObject({
    internalFilters: [{ data: 'orders.customer', value: [7], type: 'select' }],
    where: { data: 'orders.paid' },
    meta: { start: 0, length: 1, search: 'smith', forceInfo: false },
  });
  await server.last.answer({
    ...dataAnswer({ rows: [] }),
    fullRecordInfo: true,
    filters: true,
    count: 90,
    filtered: 12,
  });
  expect(await figures).toMatchObject({ count: 12 });
});

test('a result above the limit is counted on demand', async () => {
  const server = new FakeServer();
  const read = createResultReader({ http: server.http });
  const body = { ...dataAnswer({ rows: [] }), fullRecordInfo: false, filters: true, count: 90, filtered: 90 };
  const figures = read('/init', {});
  await server.last.answer(initAnswer());
  await server.last.answer(body);
  expect(await figures).toEqual({ count: null, totals: [] });
  const forced = read('/init', {}, true);
  await settle();
  expect(server.last.payload.meta.forceInfo).toBe(true);
  await server.last.answer({ ...body, fullRecordInfo: true, filtered: 7 });
  expect((await forced).count).toBe(7);
});

test('the init of a table is read once, again after a failure, and a failure has a message', async () => {
  const server = new FakeServer();
  const read = createResultReader({ http: server.http });
  const failing = read('/init', {});
  const failure = expect(failing).rejects.toThrow(/./);
  await server.last.drop();
  await failure;
  server.takePaths();
  const first = read('/init', {});
  const second = read('/init', {});
  await server.last.answer(initAnswer());
  expect(server.takePaths().filter((path) => path === 'GET /init')).toHaveLength(1);
  expect([first, second]).toHaveLength(2);
});

test('few requests run at the same time, and the next one starts when one ends', async () => {
  const server = new FakeServer();
  const read = createResultReader({ http: server.http, parallel: 2 });
  const all = [1, 2, 3].map(() => read('/init', {}));
  await settle();
  await server.last.answer(initAnswer());
  const sent = server.requests.filter(({ path }) => path !== '/init');
  expect(sent).toHaveLength(2);
  await sent[0]?.answer(dataAnswer({ rows: [] }));
  expect(server.requests.filter(({ path }) => path !== '/init')).toHaveLength(3);
  await sent[1]?.answer(dataAnswer({ rows: [] }));
  await server.last.answer(dataAnswer({ rows: [] }));
  expect(await Promise.all(all)).toHaveLength(3);
});
