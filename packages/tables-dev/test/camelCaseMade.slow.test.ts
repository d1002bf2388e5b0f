import { createTables, defineTable, type RouteRegistry } from '@rowhouse/tables';
import { CamelCasePlugin, type CamelCasePluginOptions, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { tablesOf } from '../../tables/test/support.ts';
import { checkTables, makeTable } from '../src/index.ts';
import { ejectTable, introspectTables } from '../src/introspect/index.ts';

interface Shop {
  salesOrders: { id: number; orderNumber: string; shippingCents: number };
  orderItems: { orderId: number; lineNumber: number; article2: string; isPacked: boolean | number };
  itemNotes: { id: number; orderId: number; lineNumber: number; dtRowId: string };
}

const options: readonly (readonly [string, CamelCasePluginOptions])[] = [
  ['as it is', {}],
  ['with underscoreBeforeDigits', { underscoreBeforeDigits: true }],
  ['with upperCase', { upperCase: true }],
];
const orders = 200;
const routes: RouteRegistry = {
  find: (name) => ({ name, path: `/api/${name}`, methods: ['GET', 'POST'] }),
  names: () => [],
};

describe.each(dialects.flatMap((dialect) => options.map(([how, option]) => ({ dialect, how, option }))))(
  'tables made for CamelCasePlugin $how, on $dialect',
  ({ dialect, option }) => {
    let database: TestDatabase<Shop>;
    let db: Kysely<Shop>;

    beforeAll(async () => {
      database = await createTestDatabase<Shop>(dialect);
      db = database.db.withPlugin(new CamelCasePlugin(option));
      await db.schema
        .createTable('salesOrders')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('orderNumber', 'varchar(50)', (column) => column.notNull())
        .addColumn('shippingCents', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('orderItems')
        .addColumn('orderId', 'integer', (column) => column.notNull())
        .addColumn('lineNumber', 'integer', (column) => column.notNull())
        .addColumn('article2', 'varchar(50)', (column) => column.notNull())
        .addColumn('isPacked', 'boolean', (column) => column.notNull())
        .addPrimaryKeyConstraint('itemKey', ['orderId', 'lineNumber'])
        .addForeignKeyConstraint('itemOrder', ['orderId'], 'salesOrders', ['id'])
        .execute();
      await db.schema
        .createTable('itemNotes')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('orderId', 'integer')
        .addColumn('lineNumber', 'integer')
        .addColumn('dtRowId', 'varchar(20)')
        .addForeignKeyConstraint('noteItem', ['orderId', 'lineNumber'], 'orderItems', [
          'orderId',
          'lineNumber',
        ])
        .execute();
      const numbers = Array.from({ length: orders }, (_, index) => index + 1);
      await db
        .insertInto('salesOrders')
        .values(numbers.map((id) => ({ id, orderNumber: `N-${id}`, shippingCents: 250 })))
        .execute();
      await db
        .insertInto('orderItems')
        .values(
          numbers.flatMap((orderId) =>
            [1, 2].map((lineNumber) => ({
              ...{ orderId, lineNumber, article2: `A-${orderId % 7}` },
              isPacked: dialect === 'postgres' ? lineNumber === 1 : Number(lineNumber === 1),
            })),
          ),
        )
        .execute();
      await db.insertInto('itemNotes').values({ id: 1, orderId: 3, lineNumber: 2, dtRowId: 'own' }).execute();
      // Names that the plugin would not make.
      await sql`create table plain_rows (row_id integer primary key, ${sql.id('sizeA')} integer, on_hand_2 integer)`.execute(
        database.db,
      );
      await sql`create table ${sql.id('oddKeys')} (id integer primary key)`.execute(database.db);
      await sql`create table odd_keys (${sql.id('keyA')} integer primary key, label varchar(20))`.execute(
        database.db,
      );
    });

    afterAll(() => database.destroy());

    it('are served as they are found, with keys of several columns and links', async () => {
      const { tables: found } = await introspectTables({ db });
      const table = (id: string) => found.find((one) => one.id === id);
      const tables = createTables({ db, routes, definitions: found.map(({ definition }) => definition) });

      expect((await checkTables(tables)).flatMap(({ faults }) => faults)).toEqual([]);
      expect(found.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['itemNotes', 'orderItems', 'salesOrders']),
      );
      expect(table('orderItems')?.key).toEqual({ kind: 'primary', columns: ['orderId', 'lineNumber'] });
      expect(table('itemNotes')?.references).toEqual([
        {
          columns: ['orderId', 'lineNumber'],
          label: null,
          table: 'orderItems',
          params: { orderId: 'orderId', lineNumber: 'lineNumber' },
        },
      ]);
      expect((await tables.data('itemNotes', {})).data).toMatchObject([{ dtRowId: 1, dtRowId2: 'own' }]);
      expect((await tables.data('salesOrders', {})).total).toMatchObject({ shippingCents: '500.00' });
      const { data } = await tables.data('orderItems', { params: { orderId: 3, lineNumber: 2 } });
      expect(data).toMatchObject([
        { dtRowId: '3,2', order: 'N-3', orderId: '3', article2: 'A-3', isPacked: false },
      ]);
    });

    it('have the same names in the definitions that are written', async () => {
      const { tables: found } = await introspectTables({ db });
      const items = found.find(({ id }) => id === 'orderItems');
      if (!items) throw new Error('There is no orderItems.');
      const { definition } = ejectTable(items);

      expect(definition).toContain("key: ['orderItems.orderId', 'orderItems.lineNumber']");
      expect(definition).toContain(".leftJoin('salesOrders', 'salesOrders.id', 'orderItems.orderId')");
    });

    it('are paged by the columns of a key', async () => {
      const items = defineTable({
        template: {
          routePrefix: 'items',
          lengthMenu: [10],
          columns: ['orderId', 'article2'].map((name) => ({
            ...{ label: name, name, data: `orderItems.${name}` },
            meta: ['sortable'],
          })),
        },
        key: ['orderItems.orderId', 'orderItems.lineNumber'],
        query: (own: Kysely<Shop>) =>
          own
            .selectFrom('orderItems')
            .select([
              sql<string>`concat(${sql.ref('orderItems.orderId')}, ',', ${sql.ref('orderItems.lineNumber')})`.as(
                'dtRowId',
              ),
              'orderItems.orderId',
              'orderItems.article2',
            ]),
      });
      const tables = tablesOf(db, items);
      const all = await db.selectFrom('orderItems').selectAll().execute();

      for (const column of ['article2', 'orderId'] as const) {
        const expected = all
          .toSorted(
            (a, b) =>
              Number(a[column] > b[column]) - Number(a[column] < b[column]) ||
              a.orderId - b.orderId ||
              a.lineNumber - b.lineNumber,
          )
          .map(({ orderId, lineNumber }) => `${orderId},${lineNumber}`);
        for (const start of [0, 150, 390]) {
          const { data } = await tables.data('items', {
            columns: [{ name: column, meta: { sort: 'ASC' } }],
            meta: { start, length: 10, sort: true },
          });
          expect(data.map(({ dtRowId }) => dtRowId)).toEqual(expected.slice(start, start + 10));
        }
      }
      expect((await checkTables(tables)).flatMap(({ faults }) => faults)).toEqual([]);
    });

    it('have the key that is named, by either name', async () => {
      const made = await makeTable(db, { table: 'orderItems', key: 'lineNumber' });

      expect(made.definition).toContain("'orderItems.lineNumber as dtRowId'");
      expect(
        await makeTable(db, {
          table: 'orderItems',
          key: option.upperCase ? 'LINE_NUMBER' : 'line_number',
        }),
      ).toEqual(made);
      await expect(makeTable(db, { table: 'orderItems', key: 'line' })).rejects.toThrow(
        /has no column "line" to identify its rows by/i,
      );
    });

    it('report names that the plugin cannot express', async () => {
      const { tables: found, notes } = await introspectTables({ db });
      const plain = found.find(({ id }) => id === 'plainRows');

      expect(notes).toContainEqual({
        table: 'oddKeys',
        reason: expect.stringMatching(/turns "oddKeys" into "oddKeys", and that into "(odd_keys|ODD_KEYS)"/),
        remedy: expect.stringContaining('underscoreBeforeDigits'),
      });
      await expect(makeTable(db, { table: option.upperCase ? 'oddKeys' : 'odd_keys' })).rejects.toThrow(
        option.upperCase ? /has no table "ODD_KEYS"/ : /turns "keyA" into "keyA", and that into "key_a"/,
      );
      expect(plain?.leftOut.map(({ column }) => column)).toEqual(
        option.upperCase ? undefined : option.underscoreBeforeDigits ? ['sizeA'] : ['sizeA', 'on_hand_2'],
      );
    });
  },
);
