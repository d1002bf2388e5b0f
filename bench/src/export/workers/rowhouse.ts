import { createWriteStream } from 'node:fs';
import { createTables, defineTable } from '@rowhouse/tables';
import { postgres } from '@rowhouse/tables-postgres';
import type { Kysely, KyselyPlugin } from 'kysely';
import type { DemoDatabase } from '../../../../apps/demo/src/data/DemoDatabase.ts';
import { orderStatuses } from '../../../../apps/demo/src/data/orderStatuses.ts';
import { openKysely } from '../../harness/postgres.ts';
import { readSettings, work } from '../../harness/worker.ts';
import { ordersQuery, templateColumns } from '../../orders/query.ts';
import type { ExportSettings } from '../contenders.ts';

// As a user of the library would write it: money with a symbol, dates, booleans, labels of an enumeration.
const { databaseUrl, rows, mode, file } = readSettings<ExportSettings>();
/** A plugin sees the values of rows, so that objects are made of them. */
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => result,
};
const plain = openKysely<DemoDatabase>(databaseUrl, 2);
const db = mode === 'objects' ? plain.withPlugin(plugin) : plain;
const orders = defineTable({
  template: { routePrefix: 'orders', name: 'Orders', columns: templateColumns },
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
