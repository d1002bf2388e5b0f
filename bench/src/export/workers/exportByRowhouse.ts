import { createWriteStream } from 'node:fs';
import { createTables, defineTable } from '@rowhouse/tables';
import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DemoDatabase } from '../../../../apps/demo/src/data/DemoDatabase.ts';
import { orderStatuses } from '../../../../apps/demo/src/data/orderStatuses.ts';
import { work, workerSettings } from './workerSettings.ts';

/** As a user of the library would write it: money with a symbol, dates, booleans, labels of an enumeration. */
export async function exportByRowhouse(
  format: 'xlsx' | 'csv',
  plugins: readonly KyselyPlugin[] = [],
): Promise<void> {
  const { databaseUrl, rows, file } = workerSettings;
  const db = new Kysely<DemoDatabase>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 2 }) }),
    plugins: [...plugins],
  });
  const money = { symbol: '€', precision: 2 };
  const orders = defineTable({
    template: {
      routePrefix: 'orders',
      name: 'Orders',
      columns: [
        { label: 'Number', name: 'number', data: 'orders.number' },
        { label: 'Customer', name: 'customer', data: 'customers.name' },
        { label: 'Country', name: 'country', data: 'customers.country_code' },
        { label: 'Status', name: 'status', data: 'orders.status', enum: 'orderStatuses' },
        { label: 'Total', name: 'total', data: 'orders.total', money },
        { label: 'Tax', name: 'tax', data: 'orders.tax', money },
        { label: 'Currency', name: 'currency', data: 'orders.currency' },
        { label: 'Items', name: 'items', data: 'orders.items' },
        { label: 'Paid', name: 'paid', data: 'orders.paid', meta: ['boolean'] },
        {
          label: 'Placed',
          name: 'placed_at',
          data: 'orders.placed_at',
          meta: ['datetime', 'sortable', 'sort:DESC'],
        },
      ],
    },
    query: (database: Kysely<DemoDatabase>) =>
      database
        .selectFrom('orders')
        .leftJoin('customers', 'customers.id', 'orders.customer_id')
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
        ])
        .where('orders.id', '<=', String(rows)),
  });
  const tables = createTables({ db, definitions: [orders], enums: { orderStatuses } });

  await work(async () => {
    const written = await tables.exportRows('orders', {}, null, { format, output: createWriteStream(file) });
    return written.rows;
  });
  await db.destroy();
}
