import { defineTable } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

export const orders = defineTable({
  template: {
    routePrefix: 'orders',
    name: 'Orders',
    // LIKE, the default, heeds case on PostgreSQL.
    comparisonOperator: 'ILIKE',
    columns: [
      { label: 'Number', name: 'number', data: 'orders.number', meta: ['searchable', 'sortable'] },
      { label: 'Customer', name: 'customer', data: 'orders.customer', meta: ['searchable', 'sortable'] },
      {
        label: 'Total',
        name: 'total',
        data: 'orders.total',
        money: { symbol: '€', precision: 2 },
        meta: ['sortable', 'total'],
      },
      {
        label: 'Placed',
        name: 'placed_on',
        data: 'orders.placed_on',
        meta: ['date', 'sortable', 'sort:DESC'],
      },
    ],
  },
  query: (db: Kysely<Database>) =>
    db
      .selectFrom('orders')
      .select([
        'orders.id as dtRowId',
        'orders.number',
        'orders.customer',
        'orders.total',
        'orders.placed_on',
      ]),
});
