import type { CellsRefusal, CellsResponse, InitResponse } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { installChanges } from '../src/index.ts';
import { editableOrders, plainEdit } from './editableOrders.ts';
import { type EditShop, editShop } from './editShop.ts';
import { type HttpApp, type HttpServer, httpServers } from './httpServers.ts';
import type { LoggedDatabase } from './support.ts';

const servers = Object.keys(httpServers) as HttpServer[];
const reading = ['orders.init', 'orders.tableData'];
const permissions: Readonly<Record<string, readonly string[]>> = {
  clerk: [...reading, 'orders.edit'],
  other: [...reading, 'orders.edit'],
  reader: reading,
  // A permission of that name does not exist.
  odd: [...reading, 'orders.edit.cells'],
};

describe.each(servers.flatMap((server) => dialects.map((dialect) => ({ server, dialect }))))(
  'the route of cells by $server on $dialect',
  ({ server, dialect }) => {
    let database: LoggedDatabase<EditShop>;
    let db: Kysely<EditShop>;
    let app: HttpApp;

    beforeAll(async () => {
      database = await editShop(dialect, 4);
      db = database.db;
      await installChanges(db);
      app = await httpServers[server]({
        db,
        tables: [editableOrders(plainEdit)],
        routes: [{ name: 'customers.options', path: '/customers/options', methods: ['GET'] }],
        changes: { userId: (user) => String(user) },
        access: {
          user: (header) => header('authorization'),
          permits: (user, name) => permissions[user]?.includes(name) ?? false,
        },
      });
    });
    afterAll(async () => {
      await app.close();
      await database.destroy();
    });

    async function send<Body>(method: string, body: unknown, user = 'clerk', path = 'edit/cells') {
      const response = await app.send(`/api/orders/${path}`, {
        method,
        headers: {
          ...(user && { authorization: user }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });

      return { status: response.status, body: (await response.json()) as Body };
    }
    const notes = async () =>
      (await db.selectFrom('orders').select('note').orderBy('id').execute()).map(({ note }) => note);
    const rows = (note: string, ...ids: readonly number[]) => ids.map((row) => ({ row, values: { note } }));

    it('is sent by init, and open to users with the permission of edits only', async () => {
      const path = async (user: string) =>
        (await send<InitResponse>('GET', undefined, user, 'init')).body.template.edit?.cells;
      expect(await path('clerk')).toBe('/api/orders/edit/cells');
      expect(await path('reader')).toBe(undefined);
      for (const [user, status] of [
        ['reader', 403],
        ['odd', 403],
        ['', 401],
      ] as const) {
        expect((await send('POST', { rows: rows('A', 1) }, user)).status).toBe(status);
        expect((await send('DELETE', { undo: '4b1fd9a4-8f2b-4a86-9a70-0c3a1f1f2a11' }, user)).status).toBe(
          status,
        );
      }
    });

    it('writes cells, and undoes them', async () => {
      const before = await notes();
      const { status, body } = await send<CellsResponse>('POST', { rows: rows('Together', 1, 2) });
      expect([status, body.changed, body.refused, body.refusedCount]).toEqual([200, 2, [], 0]);
      expect(body.rows.map(({ note }) => note)).toEqual(['Together', 'Together']);
      expect((await send('DELETE', { undo: body.undo }, 'other')).status).toBe(404);
      expect(await send('DELETE', { undo: body.undo })).toMatchObject({
        status: 200,
        body: { processed: 2, failed: [], failedCount: 0 },
      });
      expect(await notes()).toEqual(before);
      expect((await send('DELETE', { undo: body.undo })).status).toBe(422);
    });

    it('lists refused cells, and writes the others on request', async () => {
      await db.updateTable('orders').set({ note: 'Now' }).where('id', '=', 3).execute();
      const expected = { note: 'Then' };
      const conflict = await send<CellsRefusal>('POST', {
        rows: [{ row: 3, values: { note: 'Mine' }, expected }],
      });
      expect(conflict.status).toBe(409);
      expect(conflict.body.refused).toMatchObject([
        { row: 3, column: 'note', reason: 'changed', current: 'Now' },
      ]);
      const sent = { rows: [{ row: 3, values: { note: 'Mine' }, expected }, ...rows('Ours', 4, 99)] };
      const refused = await send<CellsRefusal>('POST', sent);
      expect([refused.status, refused.body.refusedCount, (await notes())[3]]).not.toContain('Ours');
      expect(refused.status).toBe(422);
      const others = await send<CellsResponse>('POST', { ...sent, skipRefused: true });
      expect([others.status, others.body.changed, others.body.refusedCount]).toEqual([200, 1, 2]);
      expect((await notes()).slice(2)).toEqual(['Now', 'Ours']);
    });

    it('refuses what cannot be read', async () => {
      expect((await send('POST', [])).status).toBe(400);
      const { status, body } = await send<{ errors: object }>('POST', {
        rows: [{ row: 1, values: { notes: 'A', id: 7 } }],
      });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['rows.0.values.notes', 'rows.0.values.id']]);
    });
  },
);
