import { expect, test } from 'vitest';
import { createResultReader } from './createResultReader.ts';
import { dataResponse, initResponse } from './responses/responses.fixture.ts';
import { FakeServer, settle } from './tableClient.fixture.ts';

test('counts a result with its search and filters, and reads one row', async () => {
  const server = new FakeServer();
  const read = createResultReader({ http: server.http });
  const figures = read('/init', {
    search: 'smith',
    filters: [{ data: 'orders.customer', value: [7], type: 'select', valueLabels: ['Ada'] }],
    where: { data: 'orders.paid', operator: 'isEmpty' },
  });
  await server.last.respond(initResponse());
  expect(server.last.payload).toMatchObject({
    internalFilters: [{ data: 'orders.customer', value: [7], type: 'select' }],
    where: { data: 'orders.paid' },
    meta: { start: 0, length: 1, search: 'smith', forceInfo: false },
  });
  await server.last.respond({
    ...dataResponse({ rows: [] }),
    fullRecordInfo: true,
    filters: true,
    count: 90,
    filtered: 12,
  });
  expect(await figures).toMatchObject({ count: 12 });
});

test('counts a result above the limit on demand', async () => {
  const server = new FakeServer();
  const read = createResultReader({ http: server.http });
  const body = {
    ...dataResponse({ rows: [] }),
    fullRecordInfo: false,
    filters: true,
    count: 90,
    filtered: 90,
  };
  const figures = read('/init', {});
  await server.last.respond(initResponse());
  await server.last.respond(body);
  expect(await figures).toEqual({ count: null, totals: [] });
  const forced = read('/init', {}, true);
  await settle();
  expect(server.last.payload.meta.forceInfo).toBe(true);
  await server.last.respond({ ...body, fullRecordInfo: true, filtered: 7 });
  expect((await forced).count).toBe(7);
});

test('reads the init of a table once, and again after a failure, with a message', async () => {
  const server = new FakeServer();
  const read = createResultReader({ http: server.http });
  const failing = read('/init', {});
  const failure = expect(failing).rejects.toThrow(/./);
  await server.last.drop();
  await failure;
  server.takePaths();
  const first = read('/init', {});
  const second = read('/init', {});
  await server.last.respond(initResponse());
  expect(server.takePaths().filter((path) => path === 'GET /init')).toHaveLength(1);
  expect([first, second]).toHaveLength(2);
});

test('runs few requests at the same time, and starts the next one when one ends', async () => {
  const server = new FakeServer();
  const read = createResultReader({ http: server.http, parallel: 2 });
  const all = [1, 2, 3].map(() => read('/init', {}));
  await settle();
  await server.last.respond(initResponse());
  const sent = server.requests.filter(({ path }) => path !== '/init');
  expect(sent).toHaveLength(2);
  await sent[0]?.respond(dataResponse({ rows: [] }));
  expect(server.requests.filter(({ path }) => path !== '/init')).toHaveLength(3);
  await sent[1]?.respond(dataResponse({ rows: [] }));
  await server.last.respond(dataResponse({ rows: [] }));
  expect(await Promise.all(all)).toHaveLength(3);
});
