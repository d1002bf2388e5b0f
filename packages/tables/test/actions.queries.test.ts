import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { TableDefinition } from '../src/index.ts';
import { actionShop, closingTables } from './actionShop.ts';
import { type ActionShop, actionTemplate } from './closing.ts';
import { idsBySql, type LoggedDatabase, raw } from './support.ts';

describe.each(dialects)('an action over the rows of a query on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let db: Kysely<ActionShop>;

  beforeAll(async () => {
    database = await actionShop(dialect, 200);
    db = database.db;
  });

  afterAll(() => database.destroy());

  it('passes grouped, distinct and windowed rows complete', async () => {
    const shapes: Record<string, TableDefinition['query']> = {
      grouped: (anyDb) =>
        anyDb
          .selectFrom('orders')
          .select(['orders.customer_id as dtRowId', sql<number>`count(*)`.as('orders_of')])
          .where('orders.customer_id', 'is not', null)
          .groupBy('orders.customer_id') as never,
      distinct: (anyDb) =>
        anyDb
          .selectFrom('orders')
          .select(['orders.customer_id as dtRowId'])
          .select(sql<number>`0`.as('orders_of'))
          .where('orders.customer_id', 'is not', null)
          .distinct() as never,
      windowed: (anyDb) =>
        anyDb
          .selectFrom('customers')
          .select(['customers.id as dtRowId'])
          .select(sql<number>`count(*) over ()`.as('orders_of')) as never,
    };
    const expected: Record<string, (id: number) => Promise<number>> = {
      grouped: async (id) =>
        Number((await idsBySql(db, `select count(*) as id from orders where customer_id = ${id}`))[0]),
      distinct: async () => 0,
      windowed: async () => 10,
    };

    for (const [shape, query] of Object.entries(shapes)) {
      const rows: { dtRowId: number; orders_of: number }[] = [];
      const definition: TableDefinition = {
        template: { ...actionTemplate, columns: [{ label: 'N', name: 'orders_of', meta: ['method'] }] },
        query,
        methods: { orders_of: () => 0 },
        actions: { close: { chunkSize: 3, row: (row) => void rows.push(row as never) } },
      };
      const summary = await closingTables(db, definition).runAction('orders', 'close', {}, null);

      expect(summary.total, shape).toBe(10);
      expect(
        rows.map(({ dtRowId }) => Number(dtRowId)),
        shape,
      ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      for (const row of rows) {
        expect(Number(row.orders_of), shape).toBe(await expected[shape]?.(Number(row.dtRowId)));
      }
    }
  });

  it('follows the order of a grouped request', async () => {
    const ids: number[] = [];
    const definition: TableDefinition = {
      template: {
        ...actionTemplate,
        columns: [{ label: 'C', name: 'dtRowId', data: 'orders.customer_id', meta: ['sortable'] }],
      },
      query: (anyDb) =>
        anyDb
          .selectFrom('orders')
          .select(['orders.customer_id as dtRowId'])
          .where(raw('orders.customer_id is not null'))
          .groupBy('orders.customer_id') as never,
      actions: { close: { row: ({ dtRowId }) => void ids.push(Number(dtRowId)) } },
    };
    const columns = [{ name: 'dtRowId', meta: { sort: 'DESC' } }];

    await closingTables(db, definition).runAction('orders', 'close', { columns }, null);

    expect(ids).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });
});
