import { defineTable, tableConfig } from '@rowhouse/tables';
import { tables } from '@rowhouse/tables/fastify';
import { postgres, prepareRepeated } from '@rowhouse/tables-postgres';
import fastify from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DemoDatabase } from '../../../../apps/demo/src/data/DemoDatabase.ts';
import { ordersQuery } from '../../orders/query.ts';
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
      { label: 'Number', name: 'number', data: 'orders.number', meta: ['searchable', 'sortable'] },
      { label: 'Customer', name: 'customer', data: 'customers.name', meta: ['searchable', 'sortable'] },
      { label: 'Country', name: 'country', data: 'customers.country_code', meta: ['sortable'] },
      { label: 'Status', name: 'status', data: 'orders.status', meta: ['sortable', 'filterable'] },
      { label: 'Total', name: 'total', data: 'orders.total', money: { precision: 2 }, meta: ['sortable'] },
      { label: 'Tax', name: 'tax', data: 'orders.tax', money: { precision: 2 }, meta: ['sortable'] },
      { label: 'Currency', name: 'currency', data: 'orders.currency', meta: ['sortable'] },
      { label: 'Items', name: 'items', data: 'orders.items', meta: ['sortable'] },
      { label: 'Paid', name: 'paid', data: 'orders.paid', meta: ['boolean', 'sortable'] },
      { label: 'Placed', name: 'placed_at', data: 'orders.placed_at', meta: ['datetime', 'sortable'] },
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
await app.register(tables, { prefix: '/api', db, tables: [orders], config, capabilities: postgres() });

ready(await app.listen({ host: '127.0.0.1', port: 0 }));
