import { gzipSync } from 'node:zlib';
import type { InitResponse } from '@rowhouse/table-protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionShop, takeHandled } from '../../test/actionShop.ts';
import { type ActionShop, actionTemplate, noting } from '../../test/closing.ts';
import { ordersTable } from '../../test/shop.ts';
import type { LoggedDatabase } from '../../test/support.ts';
import type { TableAction } from '../definition/TableAction.ts';
import type { TemplateJson } from '../template/schema.ts';
import { type TablesHandlerOptions, tablesHandler } from './tablesHandler.ts';

const host = 'http://tables.test';
const json = { 'content-type': 'application/json' };
let database: LoggedDatabase<ActionShop>;

beforeAll(async () => {
  database = await actionShop('sqlite', 12);
});

afterAll(() => database.destroy());

function handler(options: Partial<TablesHandlerOptions> = {}, template: TemplateJson = actionTemplate) {
  const actions = { close: noting() } as unknown as Record<string, TableAction>;

  return tablesHandler({
    db: database.db,
    prefix: '/api',
    tables: [ordersTable(template, { actions })],
    checks: () => import('@rowhouse/tables-dev/checks'),
    ...options,
  });
}

it.each([
  ['GET', '/'],
  ['GET', '/api'],
  ['GET', '/orders/init'],
  ['GET', '/api/orders/init/'],
  ['GET', '/apiorders/init'],
  ['GET', '/api/orders'],
  ['GET', '/api/orders/destroy'],
  ['POST', '/api/orders/init'],
  ['DELETE', '/api/orders/tableData'],
  ['POST', '/api/orders/close'],
  ['HEAD', '/api/orders/close'],
])('leaves %s %s to the application, with its body', async (method, path) => {
  const request = new Request(host + path, { method, ...(method === 'POST' && { body: 'text' }) });

  expect(await handler()(request)).toBeNull();
  expect(request.bodyUsed).toBe(false);
});

it('responds to HEAD as to GET, without a body', async () => {
  const handle = handler();
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => handle(new Request(`${host}/api/orders/tableData`, { method }))),
  );

  expect([head?.status, await head?.text()]).toEqual([200, '']);
  expect(head?.headers.get('content-type')).toBe(get?.headers.get('content-type'));
});

it('fills the parameters of its prefix into the paths', async () => {
  const response = await handler({ prefix: '/:tenant/api' })(new Request(`${host}/a%20b/api/orders/init`));
  const init = (await response?.json()) as InitResponse | undefined;

  expect(init?.template.readPath).toBe('/a%20b/api/orders/tableData');
  expect(await handler({ prefix: '/:tenant/api' })(new Request(`${host}/%E0/api/orders/init`))).toBeNull();
});

it('refuses a body above the limit, announced or not, and reads no further', async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  const handle = handler({ bodyLimit: 5000 });
  const post = (body: string | ReadableStream, headers: Record<string, string> = json) =>
    handle(
      new Request(`${host}/api/orders/tableData`, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit),
    );

  const refused = await post(endless);
  expect(refused?.status).toBe(413);
  expect(await refused?.text()).toContain('more than 5000 bytes');
  expect(pulled).toBeLessThan(10);
  expect((await post('{}', { ...json, 'content-length': '5001' }))?.status).toBe(413);
  expect((await post(`{"other":"${'x'.repeat(4000)}"}`))?.status).toBe(200);
});

it.each([
  ['compressed', gzipSync('{}'), { 'content-encoding': 'gzip' }, 415],
  ['of another charset', '{}', { 'content-type': 'application/json; charset=iso-8859-1' }, 415],
  ['that is not UTF-8', Buffer.from('{"meta":{"search":"Zoë"}}', 'latin1'), {}, 400],
  ['in UTF-8', '{"meta":{"search":"Zoë"}}', { 'content-type': 'application/json; charset=UTF-8' }, 200],
])('reads a body as it was sent: one %s', async (_what, body, headers, status) => {
  const request = new Request(`${host}/api/orders/tableData`, {
    method: 'POST',
    headers: { ...json, ...headers } as Record<string, string>,
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });

  expect((await handler()(request))?.status).toBe(status);
});

it('does not start for a client that has disconnected, and does not stop if it disconnects later', async () => {
  const leaving = new AbortController();
  const close = (signal: AbortSignal) =>
    new Request(`${host}/api/orders/close`, { method: 'PATCH', headers: json, body: '{"meta":{}}', signal });

  leaving.abort(new Error('left'));
  const response = await handler()(close(leaving.signal));
  expect([response?.status, await response?.json()]).toMatchObject([499, { type: 'tables.request_closed' }]);
  expect(await takeHandled(database.db)).toEqual([]);

  const later = new AbortController();
  const access = {
    user: () => 'ada',
    permits() {
      later.abort();
      return true;
    },
  };
  expect((await handler({ access })(close(later.signal)))?.status).toBe(200);
  expect(await takeHandled(database.db)).toHaveLength(12);

  const reading = new Request(`${host}/api/orders/tableData`, { signal: later.signal });
  expect((await handler({ access })(reading))?.status).toBe(499);
});

it('rejects with errors that are neither the client’s nor temporary', async () => {
  const access = {
    user: () => {
      throw new Error('no session store');
    },
    permits: () => true,
  };

  await expect(handler({ access })(new Request(`${host}/api/orders/init`))).rejects.toThrow(
    'no session store',
  );
});

it('checks its templates before the first request, and again after a failure', async () => {
  const missing = {
    ...actionTemplate,
    buttons: [...(actionTemplate.buttons ?? []), 'destroy'],
  } as TemplateJson;
  const handle = handler({}, missing);
  const ask = () => handle(new Request(`${host}/api/orders/init`));

  await expect(handle.ready()).rejects.toThrow(/orders\.destroy/);
  await expect(ask()).rejects.toThrow(/orders\.destroy/);

  const routes = [{ name: 'orders.destroy', path: '/api/orders/:order', methods: ['DELETE'] }];
  let isAway = true;
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      if (isAway) throw new Error('database away');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const known = handler({ routes, db }, missing);
  await expect(known.ready()).rejects.toThrow('database away');
  isAway = false;
  await known.ready();
  expect(known.routes.names()).toEqual(['orders.destroy', 'orders.init', 'orders.tableData', 'orders.close']);
  expect(known.routes.find('orders.tableData')).toEqual({
    name: 'orders.tableData',
    path: '/api/orders/tableData',
    methods: ['GET', 'POST'],
  });
});

it('refuses two routes with the same name', () => {
  const routes = [{ name: 'orders.init', path: '/elsewhere', methods: ['GET'] }];

  expect(() => handler({ routes })).toThrow('Two routes are named "orders.init"');
});
