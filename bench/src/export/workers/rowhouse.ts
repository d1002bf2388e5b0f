import { createWriteStream } from 'node:fs';
import { createTables, defineTable } from '@rowhouse/tables';
import { postgres } from '@rowhouse/tables-postgres';
import type { Kysely, KyselyPlugin } from 'kysely';
import type { DemoDatabase } from '../../../../apps/demo/src/data/DemoDatabase.ts';
import { orderStatuses } from '../../../../apps/demo/src/data/orderStatuses.ts';
import { openKysely } from '../../harness/postgres.ts';
import { work } from '../../harness/worker.ts';
import { ordersQuery } from '../../orders/query.ts';
import { settings } from './settings.ts';

// As a user of the library would write it: money with a symbol, dates, booleans, labels of an enumeration.
const { databaseUrl, rows, mode, file } = settings;
/** A plugin sees the values of rows, so that objects are made of them. */
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => result,
};
const plain = openKysely<DemoDatabase>(databaseUrl, 2);
const db = mode === 'objects' ? plain.withPlugin(plugin) : plain;
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
  query: (database: Kysely<DemoDatabase>) => ordersQuery(database).where('orders.id', '<=', String(rows)),
});
const tables = createTables({
  db,
  definitions: [orders],
  enums: { orderStatuses },
  capabilities: postgres(),
});

work(async () => {
  const format = mode === 'csv' ? 'csv' : 'xlsx';
  const written = await tables.exportRows('orders', {}, null, { format, output: createWriteStream(file) });

  return { rows: written.rows };
});
