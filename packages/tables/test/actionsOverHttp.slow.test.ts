import type { ActionJobResponse, ActionResponse, InitResponse, Problem } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { ActionOrder } from '../src/actions/ActionJobs.ts';
import { removeActionRuns } from '../src/actions/runRecords.ts';
import type { TableAction } from '../src/definition/TableAction.ts';
import { TableError } from '../src/errors.ts';
import type { TemplateJson } from '../src/template/schema.ts';
import { actionShop, takeHandled } from './actionShop.ts';
import { type ActionShop, actionTemplate, noting, type ShopAction } from './closing.ts';
import { type HttpApp, type HttpOptions, type HttpServer, httpServers } from './httpServers.ts';
import { ordersTable } from './shop.ts';
import { idsBySql, type LoggedDatabase } from './support.ts';

const size = 120;
const button = { type: 'global', icon: 'check', class: 'is-info', action: 'ajax', routeSuffix: 'close' };
/** A request for all rows. */
const all = { meta: { start: 0 } };
const buttons = (...all: object[]) => ({ ...actionTemplate, buttons: all }) as TemplateJson;

const servers = Object.keys(httpServers) as HttpServer[];

describe.each(servers.flatMap((server) => dialects.map((dialect) => ({ server, dialect }))))(
  'the routes of actions by $server on $dialect',
  ({ server, dialect }) => {
    let database: LoggedDatabase<ActionShop>;
    let db: Kysely<ActionShop>;
    let app: HttpApp | null = null;

    beforeAll(async () => {
      database = await actionShop(dialect, size);
      db = database.db;
    });

    afterEach(async () => {
      await app?.close();
      app = null;
      await takeHandled(db);
    });

    afterAll(() => database.destroy());

    async function serve(
      actions: Record<string, ShopAction> = { close: noting() },
      template: TemplateJson = actionTemplate,
      options: Partial<HttpOptions> = {},
    ): Promise<void> {
      const definition = ordersTable(template, {
        actions: actions as unknown as Record<string, TableAction>,
      });
      app = await httpServers[server]({ db, tables: [definition], ...options });
    }

    const send = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const response = await (app as HttpApp).send(`/api/orders/${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });

      return {
        status: response.status,
        body: (await response.json()) as ActionResponse & ActionJobResponse & Problem,
      };
    };

    it('take the data payload by the method of the button, and return the result', async () => {
      await serve();
      const wanted = await idsBySql(db, "select id from orders where status = 'new' order by number, id");
      const payload = {
        columns: [{ name: 'number', meta: { sort: 'ASC' } }],
        meta: { start: 10, length: 10, sort: true, search: '', forceInfo: false, searchMode: 'full' },
        filters: { orders: { status: 'new' } },
        intervals: null,
        params: null,
        internalFilters: [],
      };

      expect(await send('PATCH', 'close', payload)).toEqual({
        status: 200,
        body: {
          message: `The action was applied to ${wanted.length} rows.`,
          processed: wanted.length,
          failed: [],
          failedCount: 0,
        },
      });
      expect(await takeHandled(db)).toEqual(wanted);
      expect((await send('POST', 'close', payload)).status).toBe(404);
      expect((await send('GET', 'close')).status).toBe(404);
      expect(await takeHandled(db)).toEqual([]);
    });

    it('run the updates of a template, which clients cannot see', async () => {
      const update = {
        set: { note: 'secret word' },
        refuse: [{ when: { status: 'lost' }, message: '{number} is lost.' }],
      };
      await serve({}, { ...actionTemplate, actions: { close: { update } } });
      const lost = await idsBySql(db, "select id from orders where status = 'lost'");
      const { status, body } = await send('PATCH', 'close', all);
      const [failure] = body.failed;

      expect(status).toBe(200);
      expect([body.processed, body.failedCount]).toEqual([size - lost.length, lost.length]);
      expect(failure?.message).toBe(`${failure?.name} is lost.`);
      const written = await idsBySql(db, "select id from orders where note = 'secret word'");
      expect(written).toHaveLength(size - lost.length);
      const init = await send('GET', 'init');
      expect(init.status).toBe(200);
      expect(JSON.stringify(init.body)).not.toContain('secret word');
      expect(JSON.stringify(init.body)).toContain('/api/orders/close');
    });

    it('accept GET and DELETE in every spelling of the query string, and DELETE in the body', async () => {
      const wanted = await idsBySql(db, "select id from orders where status = 'new' order by id");
      const spellings = [
        'filters%5Borders%5D%5Bstatus%5D=new&meta%5Bsort%5D=true',
        'filters[orders][status]=new&columns=&params=&meta[sort]=1',
        `meta=${encodeURIComponent('{"start":0}')}&filters=${encodeURIComponent(JSON.stringify({ orders: { status: 'new' } }))}`,
      ];

      for (const method of ['GET', 'DELETE']) {
        await serve(undefined, buttons({ ...button, method }));
        for (const spelling of spellings) {
          expect((await send(method, `close?${spelling}`)).body).toMatchObject({ processed: wanted.length });
          expect(await takeHandled(db)).toEqual(wanted);
        }
        await app?.close();
      }

      await serve(undefined, buttons({ ...button, method: 'DELETE' }));
      expect((await send('DELETE', 'close', { ...all, filters: { orders: { status: 'new' } } })).status).toBe(
        200,
      );
      expect(await takeHandled(db)).toEqual(wanted);
    });

    it('run nothing for HEAD', async () => {
      await serve(undefined, buttons({ ...button, method: 'GET' }));

      expect(
        (await (app as HttpApp).send('/api/orders/close?meta[start]=0', { method: 'HEAD' })).status,
      ).toBe(404);
      expect(await takeHandled(db)).toEqual([]);
      expect((await send('GET', 'close?meta[start]=0')).body.processed).toBe(size);
    });

    it.each(['DELETE', 'PATCH', 'PUT', 'POST', 'GET'])(
      'refuse a %s that carries no table request, instead of running over all rows',
      async (method) => {
        await serve(undefined, buttons({ ...button, method }));
        const lost: [path: string, body?: unknown][] = [
          ['close'],
          ['close?reason=x'],
          ['close?params[a]=1'],
          ['close?meta='],
          ['close?filters[orders][status]=new'],
          ...(method === 'GET'
            ? []
            : ([
                ['close', {}],
                ['close', null],
                ['close', { reason: 'x' }],
                ['close', { selection: [1, 2] }],
                ['close', { filters: { orders: { status: 'new' } } }],
                ['close', { meta: null, params: { reason: 'x' } }],
                ['close', { meta: '' }],
                ['close?meta[start]=0', { reason: 'x' }],
              ] as [string, unknown][])),
        ];

        for (const [path, body] of lost) {
          const { status, body: problem } = await send(method, path, body);
          expect([path, body, status, problem.type]).toEqual([path, body, 400, 'tables.malformed_request']);
          expect(problem.message).toContain('has no "meta"');
          expect(problem.message).toContain('meta');
        }
        expect(await takeHandled(db)).toEqual([]);

        const whole = ['GET', 'DELETE'].includes(method)
          ? await send(method, 'close?meta[start]=0')
          : await send(method, 'close', all);
        expect(whole.body.processed).toBe(size);
      },
    );

    it.each(['PATCH', 'DELETE', 'GET'])(
      'refuse misspelt members of a %s, in every spelling',
      async (method) => {
        await serve(undefined, buttons({ ...button, method }));
        const misspelt: [query: string, body: object, field: string, meant: string][] = [
          ['whre[data]=orders.id', { whre: { data: 'orders.id' } }, 'whre', 'where'],
          ['onyl[]=1', { onyl: [1] }, 'onyl', 'only'],
          ['exept=["1"]', { exept: [1] }, 'exept', 'except'],
          [
            'filter={"orders":{"status":"new"}}',
            { filter: { orders: { status: 'new' } } },
            'filter',
            'filters',
          ],
          ['meta={"start":0,"serach":"x"}', { meta: { serach: 'x' } }, 'meta.serach', 'search'],
          ['meta[serach]=x', { meta: { Search: 'x' } }, 'meta.', 'search'],
          ['rows[]=1', { rows: [1] }, 'rows', 'only'],
          [
            'intervals[orders][total][mni]=1',
            { intervals: { orders: { total: { mni: 1 } } } },
            'intervals',
            'min',
          ],
        ];

        for (const [query, body, field, meant] of misspelt) {
          const encoded = encodeURI(query).replaceAll('%5B', '[').replaceAll('%5D', ']');
          const answer =
            method === 'GET'
              ? await send(method, `close?${query.startsWith('meta') ? '' : 'meta[length]=10&'}${encoded}`)
              : await send(method, 'close', { ...all, ...body });
          expect([field, answer.status]).toEqual([field, 422]);
          expect(JSON.stringify(answer.body.errors)).toContain(field);
          expect(JSON.stringify(answer.body.errors)).toContain(meant);
        }
        expect(await takeHandled(db)).toEqual([]);
      },
    );

    it('accept what other clients send, with the members of init that they send back', async () => {
      await serve();
      const payload = {
        ...{
          filters: null,
          intervals: null,
          params: null,
          internalFilters: [],
          apiVersion: '1',
          template: {},
        },
        columns: [{ name: 'number', label: 'Number', meta: { sort: 'ASC', visible: true, total: false } }],
        meta: {
          ...{ start: 0, length: 10, sort: true, search: '', searchMode: 'full', forceInfo: false },
          ...{
            loading: false,
            fullInfoRecordLimit: 100_000,
            total: true,
            number: true,
            enum: false,
            date: true,
          },
          ...{ datetime: false, searchable: true, filterable: true, translatable: false, cents: false },
          ...{ method: false, resource: false },
        },
      };
      expect((await send('PATCH', 'close', payload)).body.processed).toBe(size);
    });

    it.each(['PATCH', 'DELETE', 'GET'])(
      'take the selected rows of a %s by a client that sends nothing else, at most those of the query',
      async (method) => {
        const template = { ...buttons({ ...button, method, selection: true }), selectable: true };
        await serve(undefined, template as TemplateJson);
        const sent = (selection: unknown) =>
          method === 'GET' || method === 'DELETE'
            ? send(
                method,
                `close?${[selection]
                  .flat()
                  .map((id) => `selection[]=${id}`)
                  .join('&')}`,
              )
            : send(method, 'close', { selection });

        expect((await sent([3, 5, 987_654])).body).toMatchObject({ processed: 2 });
        expect((await takeHandled(db)).sort((a, b) => a - b)).toEqual([3, 5]);
        const json = method === 'PATCH' ? { selection: '[4]' } : undefined;
        await send(method, json ? 'close' : `close?selection=${encodeURIComponent('["4"]')}`, json);
        expect(await takeHandled(db)).toEqual([4]);
        if (method === 'PATCH') {
          expect((await send(method, 'close', { ...all, selection: [6] })).body).toMatchObject({
            processed: 1,
          });
          expect(await takeHandled(db)).toEqual([6]);
          for (const selection of [[], 'x', {}, [{}]]) {
            const { status } = await send(method, 'close', { selection });
            expect([selection, status]).toEqual([selection, 422]);
          }
          expect((await send(method, 'close', { selection: [1], only: [2] })).status).toBe(400);
          expect((await send(method, 'close', { ...all, selection: [1], only: [2] })).status).toBe(422);
        }
        expect(
          (await send(method, 'close?selection=', method === 'PATCH' ? { selection: null } : undefined))
            .status,
        ).toBe(400);
        expect(await takeHandled(db)).toEqual([]);
      },
    );

    it('refuse another number of rows than was confirmed', async () => {
      await serve();
      expect(await send('PATCH', 'close', { ...all, confirmed: size + 1 })).toMatchObject({
        status: 409,
        body: { type: 'tables.rows_changed', confirmed: size + 1, rows: size },
      });
      expect(await takeHandled(db)).toEqual([]);
      expect((await send('PATCH', 'close', { ...all, confirmed: size })).body.processed).toBe(size);
    });

    it('serve each method where several buttons call the action', async () => {
      await serve(
        undefined,
        buttons(
          { ...button, method: 'PUT' },
          { ...button, method: 'POST', type: 'dropdown', routeSuffix: undefined, fullRoute: 'orders.close' },
        ),
      );

      expect((await send('PUT', 'close', all)).body.processed).toBe(size);
      expect((await send('POST', 'close', all)).body.processed).toBe(size);
      expect((await send('PATCH', 'close', all)).status).toBe(404);
    });

    it('accept the default button `action`', async () => {
      await serve({ action: noting() }, { ...actionTemplate, buttons: ['action'] });

      expect((await send('PATCH', 'action', all)).body.processed).toBe(size);
    });

    it('require the permission named after the route, and hide the button without it', async () => {
      await serve(undefined, undefined, {
        access: {
          user: (header) => header('x-user'),
          permits: (user, name) => user === 'boss' || name !== 'orders.close',
        },
      });
      const init = async (user: string) =>
        (await send('GET', 'init', undefined, { 'x-user': user })).body as unknown as InitResponse;

      expect((await send('PATCH', 'close', all)).status).toBe(401);
      expect(await send('PATCH', 'close', all, { 'x-user': 'clerk' })).toMatchObject({
        status: 403,
        body: { type: 'tables.forbidden', message: expect.stringContaining('"orders.close"') },
      });
      expect(await takeHandled(db)).toEqual([]);
      expect((await send('PATCH', 'close', all, { 'x-user': 'boss' })).status).toBe(200);
      expect((await init('clerk')).template.buttons.global).toEqual([]);
      expect((await init('boss')).template.buttons.global).toMatchObject([
        { name: 'close', method: 'PATCH', path: '/api/orders/close' },
      ]);
    });

    it('stop at the next chunk if the permission is revoked while the action runs', async () => {
      let handled = 0;
      const count = () => {
        handled += 1;
      };
      await serve({ close: { ...noting(count), chunkSize: 10 } }, undefined, {
        access: { user: () => 'clerk', permits: () => true, stillPermits: () => handled < 15 },
      });

      expect(await send('PATCH', 'close', { meta: {} })).toMatchObject({
        status: 403,
        body: { type: 'tables.forbidden', message: expect.stringContaining(`20 of ${size} rows`) },
      });
      expect(await takeHandled(db)).toHaveLength(20);
      expect(
        await db
          .selectFrom('rowhouse_action_lists' as 'handled')
          .selectAll()
          .execute(),
      ).toEqual([]);
    });

    it('respond to hostile payloads as the data route does, and change nothing', async () => {
      await serve();
      const payloads: [unknown, number][] = [
        ['[]', 400],
        ['"text"', 400],
        ['{', 400],
        ['17', 400],
        [{ ...all, filters: { customers: { password: 'x' } } }, 422],
        [{ ...all, filters: { orders: { status: 'no such status' } } }, 422],
        [{ ...all, columns: [{ name: 'password', meta: { sort: 'ASC' } }] }, 422],
        [{ meta: { search: 'a\u0000b' } }, 422],
        [{ meta: { length: 1e9 } }, 422],
        [{ ...all, params: { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } } }, 422],
        ['{"params":{"__proto__":{"x":1}}}', 400],
      ];

      for (const [payload, status] of payloads) {
        const answer = await send('PATCH', 'close', payload);
        expect([payload, answer.status]).toEqual([payload, status]);
        expect(JSON.stringify(answer.body)).not.toMatch(/select |where |syntax|relation|stack/i);
      }
      expect(await takeHandled(db)).toEqual([]);
    });

    it('return up to a hundred failures of rows, and why `before` refused', async () => {
      await serve({
        close: {
          before: ({ request }) => {
            if (request.params.closed) throw new TableError('tables.action_refused', 'The period is closed.');
          },
          row: () => {
            throw new TableError('tables.action_refused', 'No.');
          },
        },
      });
      const { status, body } = await send('PATCH', 'close', all);

      expect(status).toBe(200);
      expect(body).toMatchObject({ processed: 0, failedCount: size });
      expect(body.failed).toHaveLength(100);
      expect(String(body.failed[0]?.dtRowId)).toBe('1');
      expect(body.failed[0]?.message).toBe('No.');
      expect(await send('PATCH', 'close', { ...all, params: { closed: true } })).toMatchObject({
        status: 422,
        body: { type: 'tables.action_refused', message: 'The period is closed.' },
      });
    });

    it('queue a background action in `actionJobs`', async () => {
      const orders: ActionOrder[] = [];
      const job = { id: '7', kind: 'action', path: '/api/jobs/7' } as ActionJobResponse['job'];
      await serve({ close: { ...noting(), background: true } }, undefined, {
        actionJobs: {
          start: async (order) => {
            orders.push(order);
            expect(await order.listRows('of the order')).toMatchObject({ total: expect.any(Number) });

            return { job };
          },
        },
        access: { user: () => 'ada', permits: () => true },
      });
      const payload = { ...all, filters: { orders: { status: 'new' } }, params: { a: 1 } };

      expect(await send('PATCH', 'close', payload)).toEqual({
        status: 202,
        body: { message: 'The action has started. You will be notified when it is done.', job },
      });
      expect(orders).toMatchObject([
        {
          action: 'close',
          name: 'Close',
          payload,
          user: 'ada',
          table: { id: 'orders' },
          request: { params: { a: 1 } },
        },
      ]);
      expect((await send('PATCH', 'close', { meta: { length: 0 } })).status).toBe(422);
      expect(orders).toHaveLength(1);
      expect(await takeHandled(db)).toEqual([]);
      await expect(serve({ close: { ...noting(), background: true } })).rejects.toThrow(
        /Pass `actionJobs` where the tables are served/,
      );
    });

    it('are not served without a button that calls them, and the fault names them', async () => {
      const misspelt = { ...button, method: 'PATCH', routeSuffix: 'colse' };

      await expect(serve(undefined, { ...actionTemplate, buttons: [] })).rejects.toThrow(
        'No button calls the action "close" of the table.',
      );
      await expect(serve(undefined, buttons(misspelt))).rejects.toThrow(
        /If "colse" means this action, write "close"/,
      );
      await expect(serve(undefined, buttons(button))).rejects.toThrow(/does not call it for the whole table/);
      await expect(
        serve({ tableData: noting() }, buttons({ ...button, method: 'PATCH', routeSuffix: 'tableData' })),
      ).rejects.toThrow(/is reserved for a route of the table/);
      for (const [action, suffix] of [
        ['close', 'colse'],
        ['tableData', 'tableData'],
      ] as const) {
        await expect(
          serve({ [action]: noting() }, buttons({ ...button, method: 'PATCH', routeSuffix: suffix }), {
            development: false,
          }),
        ).rejects.toThrow(`The action "${action}" of table "orders" has no route`);
      }
    });

    it('report at start, and when they are used, that the database is not prepared', async () => {
      await removeActionRuns(db as unknown as Kysely<unknown>);

      await expect(serve()).rejects.toThrow('Run `await installActionRuns(db)` in a migration.');
      await serve(undefined, undefined, { development: false });
      expect(await send('PATCH', 'close', all)).toMatchObject({
        status: 503,
        body: {
          type: 'tables.action_unavailable',
          message: expect.stringContaining('its database tables are missing'),
        },
      });
      expect(await takeHandled(db)).toEqual([]);
    });
  },
);
