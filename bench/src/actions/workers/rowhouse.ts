import { createTables, defineTable, type TableAction } from '@rowhouse/tables';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DemoDatabase } from '../../../../apps/demo/src/data/DemoDatabase.ts';
import { work, workerSettings } from './workerSettings.ts';

const { databaseUrl, rows, mode, mark } = workerSettings;
const db = new Kysely<DemoDatabase>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 2 }) }),
});

await work(async (count) => {
  const counting: Record<string, TableAction<DemoDatabase, { dtRowId: unknown }>> = {
    row: { row: ({ dtRowId }) => count(dtRowId) },
    rows: {
      rows: (all) => {
        for (const { dtRowId } of all) count(dtRowId);
      },
    },
    write: {
      row: async ({ dtRowId }, context) => {
        count(dtRowId);
        await sql`update orders set items = ${mark} where id = ${dtRowId}`.execute(context.db);
      },
    },
    writeRows: {
      rows: async (all, context) => {
        const keys = all.map(({ dtRowId }) => dtRowId);
        for (const key of keys) count(key);
        await sql`update orders set items = ${mark} where id = any(${keys})`.execute(context.db);
      },
    },
    // It calls no function: what it wrote is compared in the database alone.
    update: { update: { set: { items: mark } } },
  };
  const action = counting[mode];
  if (!action) throw new Error(`There is no mode ${mode}.`);
  const orders = defineTable({
    template: {
      routePrefix: 'orders',
      columns: [
        { label: 'Placed', name: 'placed_at', data: 'orders.placed_at', meta: ['datetime', 'sort:DESC'] },
      ],
    },
    query: (database: Kysely<DemoDatabase>) =>
      database
        .selectFrom('orders')
        .leftJoin('customers', 'customers.id', 'orders.customer_id')
        .where('orders.id', '<=', String(rows))
        .select([
          'orders.id as dtRowId',
          'orders.number',
          'customers.name as customer',
          'customers.country_code as country',
          'orders.status',
          'orders.total',
          'orders.tax',
          'orders.currency',
          'orders.items',
          'orders.paid',
          'orders.placed_at',
          'orders.delivered_on',
        ]),
    actions: { count: action },
  });

  const onBackgroundError = (error: unknown) => console.error(error);
  const tables = createTables({ db, definitions: [orders], onBackgroundError });
  const { processed, total } = await tables.runAction('orders', 'count', {}, null);
  if (processed !== rows || total !== rows) throw new Error(`${processed} of ${total} rows, not ${rows}.`);
});

await db.destroy();
