import type { DataResponse, InitResponse, Problem } from '@rowhouse/table-protocol';
import { checkTables } from '@rowhouse/tables-dev';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { createTables, defineTable, type TableContext } from '../src/index.ts';
import { type HttpApp, type HttpServer, httpServers } from './httpServers.ts';
import { idsOf } from './support.ts';

interface Stock {
  items: {
    id: number;
    name: string;
    quantity: number;
    price: string;
    sold: boolean | number;
    made_on: Date | string;
    packed_at: Date | string;
  };
}

const columns = ['name', 'quantity', 'price', 'sold', 'made_on', 'packed_at'].map((name) => ({
  label: name,
  name,
  data: `stock.${name}`,
  meta: ['filterable' as const],
}));
const computed = { label: 'Length', name: 'length', data: 'stock.quantity', meta: ['filterable' as const] };
const template = { routePrefix: 'items', lengthMenu: [100], columns };
const servers = Object.keys(httpServers) as HttpServer[];

describe.each(dialects)('a filterable column without a declared type, on %s', (dialect) => {
  let database: TestDatabase<Stock>;

  const select = (db: Kysely<Stock>) =>
    db.selectFrom('items as stock').selectAll('stock').select('stock.id as dtRowId');
  const tables = (more: object = {}, own: object = {}) =>
    createTables({
      db: database.db as Kysely<Stock>,
      definitions: [defineTable({ template: { ...template, ...more }, query: select, ...own })],
    });

  beforeAll(async () => {
    database = await createTestDatabase<Stock>(dialect);
    await database.db.schema
      .createTable('items')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'varchar(50)')
      .addColumn('quantity', 'integer')
      .addColumn('price', 'decimal(10, 2)')
      .addColumn('sold', 'boolean')
      .addColumn('made_on', 'date')
      .addColumn('packed_at', dialect === 'mysql' ? 'datetime' : 'timestamp')
      .execute();
    await database.db
      .insertInto('items')
      .values(
        Array.from({ length: 20 }, (_, index) => ({
          id: index + 1,
          name: `Item ${index + 1}`,
          quantity: (index + 1) * 10,
          price: `${index + 1}.50`,
          sold: dialect === 'postgres' ? index < 5 : Number(index < 5),
          made_on: `2026-05-${String(index + 1).padStart(2, '0')}`,
          packed_at: `2026-05-${String(index + 1).padStart(2, '0')} 12:00:00`,
        })),
      )
      .execute();
  });

  afterAll(() => database.destroy());

  const found = async (payload: object) =>
    idsOf(await tables().data('items', { meta: { length: 100 }, ...payload }));
  const intervals = (column: string, min: unknown, max: unknown) =>
    found({ intervals: { stock: { [column]: { min, max } } } });

  it('accepts intervals if the database column has numbers or dates', async () => {
    expect(await intervals('quantity', 50, '70')).toEqual([5, 6, 7]);
    expect(await intervals('price', '5.50', 7)).toEqual([5, 6]);
    expect(await intervals('made_on', '2026-05-05', '2026-05-07')).toEqual([5, 6, 7]);
    expect(await intervals('packed_at', '2026-05-05', '2026-05-07')).toEqual([5, 6, 7]);
    await expect(intervals('name', 'a', 'b')).rejects.toThrow('of type string');
  });

  it('accepts the filters of its type, and texts of clients that do not know it', async () => {
    const internal = (column: string, type: string, value: unknown, mode: string | null) =>
      found({ internalFilters: [{ label: 'F', data: `stock.${column}`, type, value, mode }] });

    expect(await internal('quantity', 'number', { min: 185, max: null }, 'interval')).toEqual([19, 20]);
    expect(await internal('quantity', 'number', 40, 'value')).toEqual([4]);
    expect(await internal('quantity', 'string', '20', 'startsWith')).toEqual([2, 20]);
    expect(await internal('made_on', 'date', '2026-05-09', 'date')).toEqual([9]);
    expect(await internal('name', 'string', 'Item 20', 'full')).toEqual([20]);
    expect(await found({ filters: { stock: { packed_at: '2026-05-09' } } })).toEqual([9]);
    expect(await found({ filters: { stock: { quantity: [20, '40'] } } })).toEqual([2, 4]);
    if (dialect === 'postgres')
      expect(await internal('sold', 'boolean', true, null)).toEqual([1, 2, 3, 4, 5]);
    await expect(internal('quantity', 'date', '2026-05-09', 'date')).rejects.toThrow('send number');
  });

  it('keeps the text of a computed column of the same data', async () => {
    const own = tables(
      { columns: [computed] },
      { expressions: { length: database.db.fn('length', [database.db.dynamic.ref('stock.name')]) } },
    );

    await expect(
      own.data('items', { intervals: { stock: { quantity: { min: 1, max: 2 } } } }),
    ).rejects.toThrow('of type string');
  });

  it('takes the type of a query that is built for each request', async () => {
    const users: unknown[] = [];
    const own = tables(
      {},
      {
        query: (db: Kysely<Stock>, { user, request }: TableContext) => {
          users.push(user, request.params.least);
          return select(db).where('stock.id', '>', Number(request.params.least));
        },
      },
    );
    const response = await own.data(
      'items',
      {
        params: { least: 5 },
        intervals: { stock: { quantity: { min: 1, max: 70 } } },
        meta: { length: 100 },
      },
      'ann',
    );

    expect(idsOf(response)).toEqual([6, 7]);
    expect(new Set(users)).toEqual(new Set(['ann', 5]));
  });

  it('may have a separate filter of the same type, but not of another', async () => {
    const beside = (type: string) => ({ filters: [{ label: 'Quantity', data: 'stock.quantity', type }] });
    const faults = async (type: string) =>
      (await checkTables(tables(beside(type))))
        .flatMap(({ faults }) => faults)
        .map(({ path, code }) => `${path} ${code}`);

    expect(await faults('number')).toEqual([]);
    expect(await faults('string')).toEqual([]);
    expect(await faults('date')).toEqual(['filters[0].type conflict']);
    const response = await tables(beside('number')).data('items', {
      intervals: { stock: { quantity: { min: 50, max: 70 } } },
    });
    expect(idsOf(response)).toEqual([5, 6, 7]);
  });

  it.each(servers)('is sent to clients with its type, and filtered by them, by %s', async (server) => {
    const ordered: unknown[] = [];
    const app: HttpApp = await httpServers[server]({
      db: database.db as Kysely<Stock>,
      tables: [defineTable({ template, query: select })],
      exports: {
        start: async ({ request }) => {
          ordered.push(request.filters);
          return {
            message: 'begun',
            export: { id: '1', name: 'items', status: 'waiting', total: 0 } as never,
          };
        },
      },
    });
    const init = (await (await app.send('/api/items/init')).json()) as InitResponse;
    const types = Object.fromEntries(init.template.columns.map(({ name, type }) => [name, type]));
    const filter = encodeURIComponent(JSON.stringify({ stock: { quantity: { min: 50, max: 70 } } }));
    const data = async (intervals: string) => app.send(`${init.template.readPath}?intervals=${intervals}`);
    const wrong = encodeURIComponent(JSON.stringify({ stock: { name: { min: 'a', max: 'b' } } }));

    expect(types).toEqual({
      quantity: 'number',
      price: 'number',
      sold: dialect === 'mysql' ? 'number' : 'boolean',
      made_on: 'date',
      packed_at: 'date',
    });
    expect(idsOf((await (await data(filter)).json()) as DataResponse)).toEqual([5, 6, 7]);
    expect(await (await data(wrong)).json()).toMatchObject({
      status: 422,
      errors: { 'intervals.stock.name': [expect.stringContaining('does not fit a filter of type string')] },
    } satisfies Partial<Record<keyof Problem, unknown>>);
    expect((await app.send(`/api/items/exportExcel?intervals=${filter}`)).status).toBe(202);
    expect(ordered).toEqual([
      [{ kind: 'interval', data: 'stock.quantity', type: 'number', min: '50', max: '70' }],
    ]);
    await app.close();
  });
});
