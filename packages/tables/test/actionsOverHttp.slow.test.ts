import type { ActionJobResponse, InitResponse } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { ActionOrder } from '../src/actions/ActionJobs.ts';
import { removeActionRuns } from '../src/actions/runRecords.ts';
import { TableError } from '../src/errors.ts';
import { actionRoutes, all, button, buttons } from './actionRoutes.ts';
import { takeHandled } from './actionShop.ts';
import { actionTemplate, noting } from './closing.ts';
import { type HttpServer, httpServers } from './httpServers.ts';
import { idsBySql } from './support.ts';

const size = 120;
const servers = Object.keys(httpServers) as HttpServer[];

describe.each(servers.flatMap((server) => dialects.map((dialect) => ({ server, dialect }))))(
  'the routes of actions by $server on $dialect',
  ({ server, dialect }) => {
    const routes = actionRoutes(server, dialect, size);
    const { serve, send } = routes;

    it('take the data payload by the method of the button, and return the result', async () => {
      await serve();
      const wanted = await idsBySql(
        routes.db,
        "select id from orders where status = 'new' order by number, id",
      );
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
      expect(await takeHandled(routes.db)).toEqual(wanted);
      expect((await send('POST', 'close', payload)).status).toBe(404);
      expect((await send('GET', 'close')).status).toBe(404);
      expect(await takeHandled(routes.db)).toEqual([]);
    });

    it('run the updates of a template, which clients cannot see', async () => {
      const update = {
        set: { note: 'secret word' },
        refuse: [{ when: { status: 'lost' }, message: '{number} is lost.' }],
      };
      await serve({}, { ...actionTemplate, actions: { close: { update } } });
      const lost = await idsBySql(routes.db, "select id from orders where status = 'lost'");
      const { status, body } = await send('PATCH', 'close', all);
      const [failure] = body.failed;

      expect(status).toBe(200);
      expect([body.processed, body.failedCount]).toEqual([size - lost.length, lost.length]);
      expect(failure?.message).toBe(`${failure?.name} is lost.`);
      const written = await idsBySql(routes.db, "select id from orders where note = 'secret word'");
      expect(written).toHaveLength(size - lost.length);
      const init = await send('GET', 'init');
      expect(init.status).toBe(200);
      expect(JSON.stringify(init.body)).not.toContain('secret word');
      expect(JSON.stringify(init.body)).toContain('/api/orders/close');
    });

    it('accept GET and DELETE in every spelling of the query string, and DELETE in the body', async () => {
      const wanted = await idsBySql(routes.db, "select id from orders where status = 'new' order by id");
      const spellings = [
        'filters%5Borders%5D%5Bstatus%5D=new&meta%5Bsort%5D=true',
        'filters[orders][status]=new&columns=&params=&meta[sort]=1',
        `meta=${encodeURIComponent('{"start":0}')}&filters=${encodeURIComponent(JSON.stringify({ orders: { status: 'new' } }))}`,
      ];

      for (const method of ['GET', 'DELETE']) {
        await serve(undefined, buttons({ ...button, method }));
        for (const spelling of spellings) {
          expect((await send(method, `close?${spelling}`)).body).toMatchObject({ processed: wanted.length });
          expect(await takeHandled(routes.db)).toEqual(wanted);
        }
        await routes.close();
      }

      await serve(undefined, buttons({ ...button, method: 'DELETE' }));
      expect((await send('DELETE', 'close', { ...all, filters: { orders: { status: 'new' } } })).status).toBe(
        200,
      );
      expect(await takeHandled(routes.db)).toEqual(wanted);
    });

    it('run nothing for HEAD', async () => {
      await serve(undefined, buttons({ ...button, method: 'GET' }));

      expect((await routes.app.send('/api/orders/close?meta[start]=0', { method: 'HEAD' })).status).toBe(404);
      expect(await takeHandled(routes.db)).toEqual([]);
      expect((await send('GET', 'close?meta[start]=0')).body.processed).toBe(size);
    });

    it('refuse another number of rows than was confirmed', async () => {
      await serve();
      expect(await send('PATCH', 'close', { ...all, confirmed: size + 1 })).toMatchObject({
        status: 409,
        body: { type: 'tables.rows_changed', confirmed: size + 1, rows: size },
      });
      expect(await takeHandled(routes.db)).toEqual([]);
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
      expect(await takeHandled(routes.db)).toEqual([]);
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
      expect(await takeHandled(routes.db)).toHaveLength(20);
      expect(
        await routes.db
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
      expect(await takeHandled(routes.db)).toEqual([]);
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
      expect(await takeHandled(routes.db)).toEqual([]);
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
      await removeActionRuns(routes.db as unknown as Kysely<unknown>);

      await expect(serve()).rejects.toThrow('Run `await installActionRuns(db)` in a migration.');
      await serve(undefined, undefined, { development: false });
      expect(await send('PATCH', 'close', all)).toMatchObject({
        status: 503,
        body: {
          type: 'tables.action_unavailable',
          message: expect.stringContaining('its database tables are missing'),
        },
      });
      expect(await takeHandled(routes.db)).toEqual([]);
    });
  },
);
