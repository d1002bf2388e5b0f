import type { EditConflict, EditResponse, InitResponse } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { type TemplateJson, tableConfig } from '../src/index.ts';
import { editableOrders, editTemplate, plainEdit } from './editableOrders.ts';
import { type EditShop, editShop } from './editShop.ts';
import { type HttpApp, type HttpOptions, type HttpServer, httpServers } from './httpServers.ts';
import { ordersTable } from './shop.ts';
import type { LoggedDatabase } from './support.ts';

const servers = Object.keys(httpServers) as HttpServer[];
const reading = ['orders.init', 'orders.tableData'];
const permissions: Readonly<Record<string, readonly string[]>> = {
  clerk: [...reading, 'orders.edit'],
  seller: [...reading, 'orders.edit', 'customers.options'],
  reader: reading,
};

describe.each(servers.flatMap((server) => dialects.map((dialect) => ({ server, dialect }))))(
  'the edit route by $server on $dialect',
  ({ server, dialect }) => {
    let database: LoggedDatabase<EditShop>;
    let db: Kysely<EditShop>;
    let app: HttpApp | null = null;

    beforeAll(async () => {
      database = await editShop(dialect, 12);
      db = database.db;
    });
    afterEach(async () => {
      await app?.close();
      app = null;
    });
    afterAll(() => database.destroy());

    async function serve(options: Partial<HttpOptions> = {}): Promise<void> {
      app = await httpServers[server]({
        db,
        tables: [editableOrders({ ...plainEdit, version: 'orders.version' }, versioned)],
        routes: [{ name: 'customers.options', path: '/customers/options', methods: ['GET'] }],
        config: tableConfig({ timeZone: 'Europe/Bucharest' }),
        access: {
          user: (header) => header('authorization'),
          permits: (user, name) => permissions[user]?.includes(name) ?? false,
        },
        ...options,
      });
    }

    const versioned = {
      query: (inner: unknown) =>
        (inner as Kysely<EditShop>)
          .selectFrom('orders')
          .leftJoin('customers', 'customers.id', 'orders.customer_id')
          .selectAll('orders')
          .select(['orders.id as dtRowId', 'customers.name as customer']) as never,
    };

    async function send<Body>(body: unknown, user = 'clerk', method = 'PATCH', path = 'edit') {
      const response = await (app as HttpApp).send(`/api/orders/${path}`, {
        method,
        headers: {
          ...(user && { authorization: user }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const type = response.headers.get('content-type') ?? '';

      return { status: response.status, type, body: (await response.json()) as Body };
    }
    const init = async (user: string) =>
      (await send<InitResponse>(undefined, user, 'GET', 'init')).body.template;

    it('writes for users with its permission, and for no others', async () => {
      await serve();
      const change = { row: 1, column: 'placed_at', value: '2026-07-01T12:00' };
      expect(await send<EditResponse>(change)).toMatchObject({
        status: 200,
        body: { row: { placed_at: '01-07-2026 12:00:00', version: 1 } },
      });
      expect((await send({ ...change, value: '2026-07-01' }, 'reader')).status).toBe(403);
      expect((await send({ ...change, value: '2026-07-01' }, '')).status).toBe(401);
      const [order] = await db.selectFrom('orders').select('version').where('id', '=', 1).execute();
      expect(order?.version).toBe(1);
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        expect((await send(method === 'GET' ? undefined : change, 'clerk', method)).status).toBe(404);
      }
    });

    it('is offered by init to those who have its permission', async () => {
      await serve();
      const editing = (template: InitResponse['template']) =>
        Object.fromEntries(template.columns.flatMap(({ name, edit }) => (edit ? [[name, edit]] : [])));
      const clerk = await init('clerk');
      expect(clerk.edit).toEqual({
        path: '/api/orders/edit',
        cells: '/api/orders/edit/cells',
        version: 'version',
      });
      expect(editing(clerk)).toEqual({
        number: { type: 'string', maxLength: 10_000, required: true },
        customer: { type: 'select' },
        status: { type: 'enum', required: true },
        total: { type: 'number', required: true },
        cents: { type: 'number', required: true },
        // Only the database knows that it is a number.
        quantity: { type: 'string', maxLength: 10_000 },
        paid: { type: 'boolean' },
        placed_at: { type: 'date', required: true },
        delivered_on: { type: 'date' },
        note: { type: 'string', maxLength: 10_000 },
      });
      expect(editing(await init('seller')).customer).toEqual({ type: 'select', path: '/customers/options' });
      const reader = await init('reader');
      expect(reader.edit).toBeUndefined();
      expect(reader.columns.some(({ meta, edit }) => meta.editable || edit)).toBe(false);
      expect(clerk.columns.every(({ meta }) => meta.editable)).toBe(true);
    });

    it('says which cells cannot be empty: those that refuse null', async () => {
      const columns = {
        // Columns that are not nullable, of the table itself, of a joined one, and written by a function.
        total: true,
        customer: { column: 'customers.name', id: 'customers.id' },
        status: () => undefined,
        note: { schema: Type.String({ maxLength: 4 }) },
        quantity: { schema: Type.Union([Type.Null(), Type.Integer()]) },
        paid: true,
        delivered_on: () => undefined,
      } as const;
      await serve({ tables: [editableOrders({ columns }, versioned)] });
      const offered = (await init('clerk')).columns.filter(({ edit }) => edit);
      expect(offered.flatMap(({ name, edit }) => (edit?.required ? [name] : []))).toEqual([
        ...['customer', 'status', 'total', 'note'],
      ]);
      for (const { name, edit } of offered) {
        const { status } = await send({ row: 3, column: name, value: null });
        expect([name, status]).toEqual([name, edit?.required ? 422 : 200]);
      }
    });

    it('returns problems that name the fault, with the current row after a change of another user', async () => {
      await serve();
      const sent = { row: 2, column: 'status', value: 'sent', version: 0 };
      expect((await send(sent)).status).toBe(200);
      const conflict = await send<EditConflict>({ ...sent, value: 'done' });
      expect(conflict.type).toContain('application/problem+json');
      expect(conflict).toMatchObject({
        status: 409,
        body: { type: 'tables.row_changed', title: 'Row changed', current: { status: 'sent', version: 1 } },
      });
      expect(await send({ ...sent, value: 'away' })).toMatchObject({
        status: 422,
        body: { errors: { value: [expect.stringContaining('send one of: new')] } },
      });
      expect(await send({ ...sent, row: 99 })).toMatchObject({
        status: 404,
        body: { type: 'tables.row_not_found' },
      });
      expect((await send('{"row": 2')).status).toBe(400);
      expect((await send('[]')).status).toBe(400);
    });
  },
);

it.each(servers)(
  '%s has no edit route for a table without `edit`, and refuses a tag alone',
  async (server) => {
    const database = await editShop('sqlite', 1);
    const serve = (template: TemplateJson) =>
      httpServers[server]({
        db: database.db,
        tables: [ordersTable(template)],
        routes: [{ name: 'customers.options', path: '/customers/options', methods: ['GET'] }],
        development: true,
      });
    const app = await serve(editTemplate([]));
    const response = await app.send('/api/orders/edit', {
      method: 'PATCH',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(404);
    await app.close();
    await expect(
      serve(editTemplate(['paid'])).then((served) => served.send('/api/orders/init')),
    ).rejects.toThrow(/tagged "editable", but the definition does not say/);
    await database.destroy();
  },
);
