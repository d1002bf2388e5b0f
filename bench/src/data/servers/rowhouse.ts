import { defineTable, tableConfig } from '@rowhouse/tables';
import { tables } from '@rowhouse/tables/fastify';
import { postgres, prepareRepeated } from '@rowhouse/tables-postgres';
import fastify from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DemoDatabase } from '../../../../apps/demo/src/data/DemoDatabase.ts';
import { orderStatuses } from '../../../../apps/demo/src/data/orderStatuses.ts';
import { ordersQuery, templateColumns } from '../../orders/query.ts';
import { poolConfig, ready, settings } from './server.ts';

// Orders joined to customers, with the columns and the cells of floorSql.ts, as a user of the library would write it.
const pool = new pg.Pool(poolConfig);
if (settings.prepared) prepareRepeated(pool);
const db = new Kysely<DemoDatabase>({ dialect: new PostgresDialect({ pool }) });

const orders = defineTable({
  template: {
    routePrefix: 'orders',
    cache: true,
    comparisonOperator: 'ILIKE',
    columns: [
      ...templateColumns,
      { label: 'Delivered', name: 'delivered_on', data: 'orders.delivered_on', meta: ['date', 'sortable'] },
    ],
  },
  query: (database: Kysely<DemoDatabase>) => ordersQuery(database).select('orders.delivered_on'),
  count: { sources: ['orders'], wholeTable: true },
  ...(settings.byMonth && { key: ['orders.id', 'orders.placed_at'] }),
});

const app = fastify();
// A sort without an index takes longer than the usual limit where rows are many.
const config = tableConfig({ limits: { pageSeconds: 300, countSeconds: 300 } });
await app.register(tables, {
  prefix: '/api',
  db,
  tables: [orders],
  enums: { orderStatuses },
  config,
  capabilities: postgres(),
});

ready(await app.listen({ host: '127.0.0.1', port: 0 }));
