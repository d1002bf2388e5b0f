import type { DataResponse, InitResponse, Problem } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { tableConfig } from '../src/template/defaultTableConfig.ts';
import type { TemplateJson } from '../src/template/schema.ts';
import { type HttpApp, type HttpOptions, type HttpServer, httpServers } from './httpServers.ts';
import { createShop, fillShop, ordersTable, ordersTemplate, type Shop } from './shop.ts';

const servers = Object.keys(httpServers) as HttpServer[];

describe.each(servers.flatMap((server) => dialects.map((dialect) => ({ server, dialect }))))(
  'tables by $server on $dialect',
  ({ server, dialect }) => {
    let database: TestDatabase<Shop>;
    let app: HttpApp | null = null;

    beforeAll(async () => {
      database = await createTestDatabase<Shop>(dialect);
      await createShop(database.db, dialect);
      await fillShop(database.db, dialect, 120);
    });

    afterEach(async () => {
      await app?.close();
      app = null;
    });

    afterAll(() => database.destroy());

    async function serve(
      template: TemplateJson = withButtons,
      options: Partial<HttpOptions> = {},
    ): Promise<HttpApp['send']> {
      app = await httpServers[server]({
        db: database.db as Kysely<Shop>,
        tables: [ordersTable(template)],
        routes: ownRoutes,
        ...options,
      });

      return app.send;
    }

    it('returns init with paths, and the same rows for data in every spelling', async () => {
      const send = await serve();
      const init = (await (await send(`/api/orders/init?params=`)).json()) as InitResponse;
      const url = init.template.readPath;
      const payload = {
        internalFilters: [],
        filters: null,
        intervals: null,
        params: null,
        columns: [
          { name: 'status', meta: { sort: 'ASC' } },
          { name: 'total', meta: { sort: 'DESC' } },
        ],
        meta: { start: 10, length: 10, sort: true, search: 'R-0', forceInfo: false, searchMode: 'full' },
      };
      const encoded =
        'columns%5B0%5D%5Bname%5D=status&columns%5B0%5D%5Bmeta%5D%5Bsort%5D=ASC&columns%5B1%5D%5Bname%5D=total' +
        '&columns%5B1%5D%5Bmeta%5D%5Bsort%5D=DESC&meta%5Bstart%5D=10&meta%5Blength%5D=10&meta%5Bsort%5D=true' +
        '&meta%5Bsearch%5D=R-0&meta%5BforceInfo%5D=false&meta%5BsearchMode%5D=full';
      const bare =
        'internalFilters=&filters=&intervals=&params=&columns[0][name]=status&columns[0][meta][sort]=ASC' +
        '&columns[1][name]=total&columns[1][meta][sort]=DESC&meta[start]=10&meta[length]=10&meta[sort]=1' +
        '&meta[search]=R-0&meta[forceInfo]=0&meta[searchMode]=full';
      const json = `columns=${encodeURIComponent(JSON.stringify(payload.columns))}&meta=${encodeURIComponent(JSON.stringify(payload.meta))}`;
      const responses = await Promise.all([
        send(url, {
          method: 'POST',
          body: JSON.stringify(payload),
          headers: { 'content-type': 'application/json' },
        }),
        ...[encoded, bare, json].map((query) => send(`${url}?${query}`)),
      ]);
      const bodies = await Promise.all(responses.map((answer) => answer.json() as Promise<DataResponse>));

      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(bodies[0]?.data).toHaveLength(10);
      expect(bodies[0]?.pagination.page).toBe(2);
      for (const body of bodies) expect(body).toEqual(bodies[0]);
    });

    it('requires a user and the permission named after the route, and hides the rest', async () => {
      const send = await serve(withButtons, {
        access: {
          user: (header) => header('x-user'),
          permits: (user, name) => user === 'boss' || name === 'orders.init',
        },
      });
      const ask = async (path: string, user?: string) => {
        const answer = await send(`/api/orders/${path}`, {
          headers: user ? { 'x-user': user } : {},
        });
        return { status: answer.status, body: (await answer.json()) as InitResponse & Problem };
      };

      expect(await ask('init')).toMatchObject({ status: 401, body: { type: 'tables.unauthenticated' } });
      expect(await ask('tableData', 'clerk')).toMatchObject({
        status: 403,
        body: { type: 'tables.forbidden', message: expect.stringContaining('orders.tableData') },
      });
      expect((await ask('init', 'clerk')).body.template).toMatchObject({
        actions: false,
        buttons: { row: [] },
      });
      expect((await ask('init', 'boss')).body.template).toMatchObject({
        actions: true,
        buttons: { row: [{ name: 'destroy', path: '/api/orders/dtRowId' }] },
      });
      expect((await ask('tableData', 'boss')).status).toBe(200);
    });

    it('opens a table whose template removes authentication, without its guarded buttons', async () => {
      const send = await serve(
        { ...withButtons, auth: true },
        {
          access: { user: () => null, permits: () => false },
        },
      );
      const init = (await (await send(`/api/orders/init`)).json()) as InitResponse;

      expect(init.template.buttons.row).toEqual([]);
      expect((await send(`/api/orders/tableData`)).status).toBe(200);
    });

    it('returns problems that name the field for bad requests, without SQL', async () => {
      const send = await serve();
      const post = (body: string, type = 'application/json') =>
        send(`/api/orders/tableData`, { method: 'POST', body, headers: { 'content-type': type } });
      const cases = [
        [await post('{'), 400, null],
        [await post('[]'), 400, null],
        [await post('"text"'), 400, null],
        [await post('<x/>', 'text/xml'), 415, null],
        [await post(JSON.stringify({ meta: { length: 0 } })), 422, 'meta.length'],
        [await post(JSON.stringify({ meta: { length: 1e9 } })), 422, 'meta.length'],
        [await post(JSON.stringify({ meta: { start: -1 } })), 422, 'meta.start'],
        [await post(JSON.stringify({ meta: { search: 'a\u0000b' } })), 422, 'meta.search'],
        [
          await post(JSON.stringify({ columns: [{ name: 'password', meta: { sort: 'ASC' } }] })),
          422,
          'columns.0.name',
        ],
        [
          await post(JSON.stringify({ filters: { customers: { password: 'x' } } })),
          422,
          'filters.customers.password',
        ],
        [await send(`/api/orders/tableData?meta={`), 400, null],
        [await send(`/api/orders/tableData?meta[sort]=%E0%A4%A`), 400, null],
        [await post(JSON.stringify({ meta: { search: 'x'.repeat(2 ** 21) } })), 413, null],
      ] as const;

      for (const [answer, status, field] of cases) {
        const problem = (await answer.json()) as Problem;
        expect(answer.status).toBe(status);
        expect(answer.headers.get('content-type')).toContain('application/problem+json');
        expect(problem).toMatchObject({
          status,
          message: expect.any(String),
          instance: '/api/orders/tableData',
        });
        if (field) expect(Object.keys(problem.errors ?? {})).toContain(field);
        expect(JSON.stringify(problem)).not.toMatch(/select |where |syntax|relation|stack/i);
      }
    });

    it('does not start with a faulty template, and reports every fault of every table together', async () => {
      const faulty = { ...withButtons, buttons: ['destory'], colums: [], debounce: -1 };
      const start = serve(faulty as TemplateJson, {
        tables: [ordersTable(faulty as TemplateJson), ordersTable({ routePrefix: 'others', columns: [] })],
      });

      await expect(start).rejects.toThrow(/destory[\s\S]*The list is empty/);
    });

    it('validates in production only if configured', async () => {
      const faulty = {
        ...withButtons,
        columns: [...withButtons.columns, { label: 'X', name: 'x', data: 'orders.x', meta: ['sortabel'] }],
      } as TemplateJson;

      await expect(serve(faulty, { development: false })).resolves.toBeTypeOf('function');
      await app?.close();
      await expect(
        serve(faulty, { development: false, config: tableConfig({ validations: 'always' }) }),
      ).rejects.toThrow(/sortabel/);
      await expect(serve(faulty, { development: true })).rejects.toThrow(/sortabel/);
    });

    it('validates the table against the database in development', async () => {
      const template = {
        ...withButtons,
        columns: [
          ...withButtons.columns,
          { label: 'X', name: 'x', data: 'customers.nmae', meta: ['sortable'] },
          { label: 'Y', name: 'note', data: 'orders.note', meta: ['total'] },
        ].filter(({ name }, index) => name !== 'note' || index > 9),
      } as TemplateJson;

      await expect(serve(template)).rejects.toThrow(
        /customers\.nmae[\s\S]*Did you mean "customers\.name"[\s\S]*has text values/,
      );
    });

    it('reports a button whose route is missing or has another method', async () => {
      const buttons = [
        { type: 'row', icon: 'x', class: 'y', action: 'ajax', method: 'PATCH', routeSuffix: 'destroy' },
      ];

      await expect(serve({ ...withButtons, buttons } as TemplateJson)).rejects.toThrow(/PATCH/);
      await expect(serve({ ...withButtons, routePrefix: 'sales' } as TemplateJson)).rejects.toThrow(
        /sales\.destroy/,
      );
    });
  },
);

it('returns the same bytes with every server', async () => {
  const database = await createTestDatabase<Shop>('sqlite');
  await createShop(database.db, 'sqlite');
  await fillShop(database.db, 'sqlite', 20);
  const apps = await Promise.all(
    servers.map((server) =>
      httpServers[server]({
        db: database.db as Kysely<Shop>,
        tables: [ordersTable(withButtons)],
        routes: ownRoutes,
        access: { user: (header) => header('x-user'), permits: (user) => user === 'boss' },
      }),
    ),
  );
  const json = { 'content-type': 'application/json' };
  const boss = { 'x-user': 'boss' };
  const url = '/api/orders/tableData';
  const post = (body: string, headers: Record<string, string> = json) =>
    [url, { method: 'POST', body, headers: { ...boss, ...headers } }] as const;
  const requests: (readonly [path: string, init?: RequestInit])[] = [
    ['/api/orders/init', { headers: boss }],
    [`${url}?meta[length]=10&columns[0][name]=number&columns[0][meta][sort]=DESC`, { headers: boss }],
    [`${url}?meta[length]=10`, { headers: boss, method: 'HEAD' }],
    post('{"meta":{"length":10}}'),
    post('{"meta":{"length":10}}', { 'content-type': 'Application/JSON; charset=utf-8' }),
    [url, { method: 'POST', headers: boss }],
    [url],
    [url, { headers: { 'x-user': 'clerk' } }],
    [`${url}?meta={`, { headers: boss }],
    post('{'),
    post(''),
    post('null'),
    post('[]'),
    post('{}', { 'content-type': 'text/plain' }),
    post('{}', { 'content-type': 'text/xml' }),
    post('{"params":{"__proto__":{"x":1}}}'),
    post('{"params":{"constructor":{"prototype":1}}}'),
    post(JSON.stringify({ meta: { search: 'x'.repeat(2 ** 20) } })),
    post('{"meta":{"length":0},"filters":{"orders":{"colour":1}}}'),
    ['/api/orders/destroy', { method: 'POST' }],
  ];
  const statuses: number[] = [];

  for (const [path, init] of requests) {
    const [plugin, handler] = await Promise.all(apps.map(({ send }) => send(path, init).then(seen)));
    expect([path, init, handler]).toEqual([path, init, plugin]);
    statuses.push(plugin?.status ?? 0);
  }
  expect(statuses).toEqual([
    ...[200, 200, 200, 200, 200, 200, 401, 403, 400],
    ...[400, 400, 200, 400, 400, 415, 400, 400, 413, 422, 404],
  ]);
  for (const { close } of apps) await close();
  await database.destroy();
});

async function seen(response: Response) {
  const { status, headers } = response;
  const text = await response.text();

  return status === 404
    ? { status }
    : { status, type: headers.get('content-type'), body: text === '' ? null : JSON.parse(text) };
}

const ownRoutes = [
  { name: 'customers.options', path: '/api/customers/options', methods: ['GET'] },
  { name: 'orders.destroy', path: '/api/orders/:order', methods: ['DELETE'] },
];

const withButtons = { ...ordersTemplate, buttons: ['destroy'] } satisfies TemplateJson;
