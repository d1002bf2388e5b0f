import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { adviseIndexes, checkTables, makeTable } from '@rowhouse/tables-dev';
import {
  CamelCasePlugin,
  type CamelCasePluginOptions,
  type Kysely,
  ParseJSONResultsPlugin,
  sql,
} from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import {
  belongsTo,
  createTables,
  defineTable,
  installActionRuns,
  installChanges,
  installRowCounts,
  routeRegistry,
  type TableOptions,
  type Tables,
} from '../src/index.ts';
import { idsOf } from './support.ts';

interface Shop {
  salesOrders: {
    id: number;
    orderNumber: string;
    placedAt: Date | string;
    totalAmount: string | number;
    buyerId: number;
    line2: string;
    extraData: string;
  };
  keyBuyers: { id: number; fullName: string; homeCountry: string };
}

const options: readonly (readonly [string, CamelCasePluginOptions])[] = [
  ['as it is', {}],
  ['with underscoreBeforeDigits', { underscoreBeforeDigits: true }],
  ['with upperCase', { upperCase: true }],
];
const rows = 1500;

const template = {
  routePrefix: 'orders',
  lengthMenu: [10, 100],
  cache: true,
  columns: [
    {
      label: 'Number',
      name: 'orderNumber',
      data: 'salesOrders.orderNumber',
      meta: ['searchable', 'sortable', 'filterable'],
    },
    {
      label: 'Placed',
      name: 'placedAt',
      data: 'salesOrders.placedAt',
      meta: ['datetime', 'sortable', 'filterable'],
    },
    {
      label: 'Total',
      name: 'totalAmount',
      data: 'salesOrders.totalAmount',
      meta: ['sortable', 'filterable', 'total'],
    },
    { label: 'Line', name: 'line2', data: 'salesOrders.line2', meta: ['searchable', 'sortable'] },
    { label: 'Buyer', name: 'buyerName', data: 'keyBuyers.fullName', meta: ['searchable', 'sortable'] },
    { label: 'Country', name: 'buyer.homeCountry' },
  ],
  buttons: [
    {
      ...{ name: 'mark', type: 'global', icon: 'x', class: 'x', action: 'ajax', method: 'PATCH' },
      routeSuffix: 'mark',
    },
  ],
};

describe.each(dialects.flatMap((dialect) => options.map(([how, option]) => ({ dialect, how, option }))))(
  'a database with CamelCasePlugin $how, on $dialect',
  ({ dialect, option }) => {
    let database: TestDatabase<Shop>;
    let db: Kysely<Shop>;

    const define = (own: object = {}, more: Partial<TableOptions<Shop, never, never, never, never>> = {}) =>
      defineTable({
        template: { ...template, ...own } as never,
        query: (database: Kysely<Shop>) =>
          database
            .selectFrom('salesOrders')
            .leftJoin('keyBuyers', 'keyBuyers.id', 'salesOrders.buyerId')
            .select([
              'salesOrders.id as dtRowId',
              'salesOrders.orderNumber',
              'salesOrders.placedAt',
              'salesOrders.totalAmount',
              'salesOrders.line2',
              'salesOrders.buyerId',
              'keyBuyers.fullName as buyerName',
            ]),
        with: { buyer: belongsTo('keyBuyers', { foreignKey: 'buyerId' }) },
        count: { sources: ['salesOrders', 'keyBuyers'] },
        actions: { mark: { row: () => undefined } },
        ...(more as object),
      });
    const tablesOf = (...definition: Parameters<typeof define>): Tables =>
      createTables({
        db,
        definitions: [define(...definition)],
        routes: routeRegistry([
          { name: 'orders.init', path: '/orders/init', methods: ['GET'] },
          { name: 'orders.tableData', path: '/orders/tableData', methods: ['GET'] },
          { name: 'orders.mark', path: '/orders/mark', methods: ['PATCH'] },
        ]),
      });

    beforeAll(async () => {
      database = await createTestDatabase<Shop>(dialect);
      db = database.db.withPlugin(new CamelCasePlugin(option));
      await db.schema
        .createTable('keyBuyers')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('fullName', 'varchar(50)', (column) => column.notNull())
        .addColumn('homeCountry', 'varchar(50)', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('salesOrders')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('orderNumber', 'varchar(50)', (column) => column.notNull())
        .addColumn('placedAt', dialect === 'mysql' ? 'datetime' : 'timestamp', (column) => column.notNull())
        .addColumn('totalAmount', 'decimal(10, 2)', (column) => column.notNull())
        .addColumn('buyerId', 'integer', (column) => column.notNull())
        .addColumn('line2', 'varchar(50)', (column) => column.notNull())
        .addColumn('extraData', 'varchar(200)', (column) => column.notNull())
        .addForeignKeyConstraint('orderBuyer', ['buyerId'], 'keyBuyers', ['id'])
        .execute();
      await db
        .insertInto('keyBuyers')
        .values([1, 2].map((id) => ({ id, fullName: `Buyer ${id}`, homeCountry: `Country ${id}` })))
        .execute();
      for (let first = 0; first < rows; first += 500) {
        await db
          .insertInto('salesOrders')
          .values(
            Array.from({ length: 500 }, (_, index) => ({
              id: first + index + 1,
              orderNumber: `N-${first + index + 1}`,
              placedAt: `2026-05-${String(((first + index) % 28) + 1).padStart(2, '0')} 12:00:00`,
              totalAmount: '1.50',
              buyerId: ((first + index) % 2) + 1,
              line2: `line ${first + index + 1}`,
              extraData: '{"a": [1]}',
            })),
          )
          .execute();
      }
      await installRowCounts(db, ['salesOrders', 'keyBuyers(fullName)']);
      await installActionRuns(db);
      await installChanges(db);
    });

    afterAll(() => database.destroy());

    const data = (payload: object) => tablesOf().data('orders', { meta: { length: 10 }, ...payload });
    const sorted = (column: string, direction: string) => [{ name: column, meta: { sort: direction } }];

    it('lists, with related records, counts and totals', async () => {
      const response = await data({ columns: sorted('orderNumber', 'ASC') });

      expect(response).toMatchObject({ count: rows, filtered: rows, total: { totalAmount: rows * 1.5 } });
      expect(response.data[0]).toMatchObject({
        dtRowId: 1,
        orderNumber: 'N-1',
        buyerName: 'Buyer 1',
        line2: 'line 1',
        buyer: { homeCountry: 'Country 1' },
      });
    });

    it('searches, sorts, filters, and reads deep pages', async () => {
      expect(idsOf(await data({ meta: { search: 'line 1234' } }))).toEqual([1234]);
      expect(idsOf(await data({ meta: { search: 'buyer 2 n-1498', length: 10 } }))).toHaveLength(
        dialect === 'postgres' ? 0 : 1,
      );
      expect(idsOf(await data({ columns: sorted('placedAt', 'DESC') }))).toHaveLength(10);
      expect(idsOf(await data({ filters: { salesOrders: { orderNumber: 'N-77' } } }))).toEqual([77]);
      expect(
        (await data({ intervals: { salesOrders: { totalAmount: { min: 1.5, max: 2 } } } })).filtered,
      ).toBe(rows);
      expect((await data({ intervals: { salesOrders: { placedAt: { min: '2026-05-28' } } } })).filtered).toBe(
        Math.floor(rows / 28),
      );
      const deep = await data({ meta: { start: 1200, length: 10 }, columns: sorted('totalAmount', 'ASC') });
      expect(idsOf(deep)).toEqual(Array.from({ length: 10 }, (_, index) => 1201 + index));
      const last = await data({ meta: { start: 1490, length: 10 }, columns: sorted('totalAmount', 'ASC') });
      expect(idsOf(last).at(-1)).toBe(rows);
    });

    it('keeps counts that follow its tables', async () => {
      const tables = tablesOf();
      const count = async () => (await tables.data('orders', { meta: { length: 10 } })).count;

      expect([await count(), await count()]).toEqual([rows, rows]);
      await db
        .insertInto('salesOrders')
        .values({
          ...{ id: 5000, orderNumber: 'N-5000', placedAt: '2026-06-01 12:00:00', totalAmount: '1.50' },
          ...{ buyerId: 1, line2: 'x', extraData: '[]' },
        })
        .execute();
      expect(await count()).toBe(rows + 1);
      await db.deleteFrom('salesOrders').where('id', '=', 5000).execute();
      expect(await count()).toBe(rows);
    });

    it('exports, runs actions and serves init', async () => {
      const tables = tablesOf();
      const output = new PassThrough();
      const written = text(output);
      const { rows: exported } = await tables.exportRows('orders', { meta: { search: 'line 12' } }, null, {
        output,
        format: 'csv',
      } as never);
      const init = await tables.init('orders');

      expect(exported).toBeGreaterThan(100);
      expect(await written).toContain('N-1234');
      expect(await tables.runAction('orders', 'mark', { meta: { search: 'line 14' } }, null)).toMatchObject({
        processed: Array.from({ length: rows }, (_, index) => index + 1).filter((id) =>
          String(id).includes('14'),
        ).length,
        failed: 0,
      });
      expect(init.template.columns.find(({ name }) => name === 'totalAmount')?.type).toBe('number');
    });

    it('keeps what an action changes, and undoes it', async () => {
      const update = { set: { orderNumber: 'moved', line2: 'moved' } };
      const tables = createTables({
        db,
        definitions: [define({}, { actions: { mark: { update } } } as never)],
        changes: { userId: () => 1 },
      });
      const moved = () =>
        db.selectFrom('salesOrders').select('id').where('orderNumber', '=', 'moved').execute();
      const payload = { meta: { search: 'line 14' } };
      const { undo, processed } = await tables.runAction('orders', 'mark', payload, {});
      expect(await moved()).toHaveLength(processed);
      expect(await tables.runAction('orders', 'mark', { undo }, {})).toMatchObject({ processed, failed: 0 });
      expect(await moved()).toEqual([]);
      const [first] = (await data({ columns: sorted('orderNumber', 'ASC') })).data;
      expect(first).toMatchObject({ orderNumber: 'N-1', line2: 'line 1' });
    });

    it('is checked and advised on', async () => {
      const tables = tablesOf();

      expect((await checkTables(tables)).flatMap(({ faults }) => faults)).toEqual([]);
      const { proposals, notes } = await adviseIndexes(tables);
      expect([...proposals, ...notes].length).toBeGreaterThan(0);
    });

    it('suggests the right name for a wrong one', async () => {
      const [checked] = await checkTables(
        tablesOf({
          columns: [
            { label: 'A', name: 'order_number', data: 'salesOrders.orderNumber' },
            { label: 'B', name: 'placedAt', data: 'salesOrders.placedAd' },
          ],
        }),
      );

      expect(checked?.faults.map(({ path, remedy }) => `${path}: ${remedy}`)).toEqual([
        'columns[1].data: Did you mean "salesOrders.placedAt"?',
        'columns[0].name: Write "orderNumber".',
      ]);
      await expect(tablesOf({ dtRowId: 'row_id' }).data('orders', {})).rejects.toThrow(
        'Write "dtRowId": "rowId" in the template.',
      );
    });

    it('has tables made whose names are those of its queries', async () => {
      const made = await makeTable(db, { table: 'salesOrders' });
      const again = await makeTable(db, { table: option.upperCase ? 'SALES_ORDERS' : 'sales_orders' });

      expect(again).toEqual(made);
      expect(made.leftOut).toEqual([]);
      expect(
        JSON.parse(made.json).columns.map(({ name, data }: Record<string, string>) => [name, data]),
      ).toEqual([
        ['id', 'salesOrders.id'],
        ['orderNumber', 'salesOrders.orderNumber'],
        ['placedAt', 'salesOrders.placedAt'],
        ['totalAmount', 'salesOrders.totalAmount'],
        ['buyer', 'keyBuyers.fullName'],
        ['buyerId', 'salesOrders.buyerId'],
        ['line2', 'salesOrders.line2'],
        ['extraData', 'salesOrders.extraData'],
      ]);
      expect(made.definition).toContain(".leftJoin('keyBuyers', 'keyBuyers.id', 'salesOrders.buyerId')");
      expect(made.definition).toContain("'salesOrders.id as dtRowId'");
    });
  },
);

describe.each(dialects)('a database with ParseJSONResultsPlugin, on %s', (dialect) => {
  it('lists, counts, exports and runs actions', async () => {
    const database = await createTestDatabase<{ notes: { id: number; body: string; size: number } }>(dialect);
    const db = database.db.withPlugin(new ParseJSONResultsPlugin());
    await db.schema
      .createTable('notes')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('body', 'varchar(200)')
      .addColumn('size', 'integer')
      .execute();
    await db
      .insertInto('notes')
      .values([1, 2, 3].map((id) => ({ id, body: `{"a": [${id}]}`, size: id })))
      .execute();
    await installRowCounts(db, ['notes']);
    await installActionRuns(db);
    const bodies: unknown[] = [];
    const tables = createTables({
      db,
      definitions: [
        defineTable({
          template: {
            routePrefix: 'notes',
            cache: true,
            columns: [
              { label: 'Body', name: 'body', data: 'notes.body', meta: ['searchable'] },
              { label: 'Size', name: 'size', data: 'notes.size', meta: ['total', 'sortable', 'filterable'] },
            ],
          },
          query: (db: typeof database.db) => db.selectFrom('notes').select(['id as dtRowId', 'body', 'size']),
          count: { sources: ['notes'] },
          actions: { mark: { row: (row) => void bodies.push(row.body) } },
        }),
      ],
    });
    const output = new PassThrough();
    const written = text(output);
    const response = await tables.data('notes', { intervals: { notes: { size: { min: 2 } } } });
    const exported = await tables.exportRows('notes', {}, null, { output, format: 'csv' } as never);

    expect(response).toMatchObject({ count: 3, filtered: 2, total: { size: 5 } });
    expect(response.data.map(({ body }) => body)).toEqual([{ a: [3] }, { a: [2] }].toReversed());
    expect(exported.rows).toBe(3);
    expect(await written).toContain('Size');
    expect(await tables.runAction('notes', 'mark', { meta: {} }, null)).toMatchObject({ processed: 3 });
    expect(bodies).toContainEqual({ a: [1] });
    expect((await sql`select count(*) as n from notes`.execute(db)).rows).toHaveLength(1);
    await database.destroy();
  });
});
