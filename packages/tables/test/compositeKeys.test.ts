import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, type TableDefinition } from '../src/index.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

interface Database {
  items: { order_id: number; position: number; article: string; quantity: number };
}

const rows = 3000;

describe.each(dialects)('a key of several columns, on %s', (dialect) => {
  let database: LoggedDatabase<Database>;

  beforeAll(async () => {
    database = await loggedDatabase<Database>(dialect);
    await database.db.schema
      .createTable('items')
      .addColumn('order_id', 'integer', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('article', 'varchar(20)', (column) => column.notNull())
      .addColumn('quantity', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('items_key', ['order_id', 'position'])
      .execute();
    const all = Array.from({ length: rows }, (_, index) => ({
      order_id: Math.floor(index / 3) + 1,
      position: (index % 3) + 1,
      article: `A-${index % 7}`,
      quantity: index % 5,
    }));
    for (let start = 0; start < rows; start += 1000) {
      await database.db
        .insertInto('items')
        .values(all.slice(start, start + 1000))
        .execute();
    }
  });

  afterAll(() => database.destroy());

  const items = (more: Partial<TableDefinition> = {}): TableDefinition => ({
    ...defineTable({
      template: {
        routePrefix: 'items',
        lengthMenu: [10],
        columns: ['order_id', 'position', 'article', 'quantity'].map((name) => ({
          label: name,
          name,
          data: `items.${name}`,
          meta: ['sortable', 'searchable'],
        })),
      },
      key: ['items.order_id', 'items.position'],
      query: (db: Kysely<Database>) =>
        db
          .selectFrom('items')
          .select([
            sql<string>`concat(${sql.ref('items.order_id')}, ',', ${sql.ref('items.position')})`.as(
              'dtRowId',
            ),
            'items.order_id',
            'items.position',
            'items.article',
            'items.quantity',
          ]),
    }),
    ...more,
  });
  const page = (column: string, sort: 'ASC' | 'DESC', start: number) => ({
    columns: [{ name: column, meta: { sort } }],
    meta: { start, length: 10, sort: true },
  });

  it('orders and pages by the columns, near and far from either end', async () => {
    const tables = tablesOf(database.db, items());
    const all = await database.db.selectFrom('items').selectAll().execute();

    for (const [column, sort] of [
      ['article', 'ASC'],
      ['quantity', 'DESC'],
      ['order_id', 'DESC'],
      ['position', 'ASC'],
    ] as const) {
      const sign = sort === 'ASC' ? 1 : -1;
      const expected = all
        .toSorted(
          (a, b) =>
            sign *
            (Number(a[column] > b[column]) - Number(a[column] < b[column]) ||
              a.order_id - b.order_id ||
              a.position - b.position),
        )
        .map((row) => `${row.order_id},${row.position}`);
      for (const start of [0, 150, 1400, 2985]) {
        const { data } = await tables.data('items', page(column, sort, start));
        expect(data.map(({ dtRowId }) => dtRowId)).toEqual(expected.slice(start, start + 10));
      }
    }
  });

  it('finds the first page in the order of the index, and a deep one by rows of the key', async () => {
    const tables = tablesOf(database.db, items());
    await tables.data('items', {});
    database.statements();
    await tables.data('items', { meta: { start: 0, length: 10 } });
    const [first] = database.statements().filter((text) => text.includes('limit'));
    await tables.data('items', page('article', 'ASC', 500));
    const [deep] = database.statements().filter((text) => text.includes('limit'));

    expect(first).not.toContain(' in (select');
    expect(first).toMatch(/order by .items.\..order_id. asc, .items.\..position. asc limit/);
    expect(deep).toMatch(/\(.items.\..order_id., .items.\..position.\) in \(select/);
  });

  it('reads rows that may be equal directly, so that no page is longer than it may be', async () => {
    const equal = items({
      key: [],
      query: (db) =>
        db
          .selectFrom('items')
          .select([sql<string>`lower(${sql.ref('items.article')})`.as('dtRowId'), 'items.article']),
      template: {
        routePrefix: 'items',
        lengthMenu: [10],
        columns: [{ label: 'Article', name: 'article', data: 'items.article', meta: ['sortable'] }],
      },
    });
    const tables = tablesOf(database.db, equal);

    for (const start of [0, 200, 2995]) {
      const { data } = await tables.data('items', page('article', 'ASC', start));
      expect(data).toHaveLength(Math.min(10, rows - start));
    }
  });

  it('is refused for actions where rows may be equal', async () => {
    const equal = items({ key: [], actions: { mark: { row: async () => undefined } } });

    expect(() => tablesOf(database.db, equal).all()).toThrow(
      /The action "mark" of table "items" belongs to a table without a unique key/,
    );
  });
});
