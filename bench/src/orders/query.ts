import type { Kysely } from 'kysely';
import type { DemoDatabase } from '../../../apps/demo/src/data/DemoDatabase.ts';

const money = { symbol: '€', precision: 2 };

/** The rows that every contender reads: orders joined to their customers. */
export const ordersQuery = (db: Kysely<DemoDatabase>) =>
  db
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
    ]);

/** Its columns in a template. */
export const templateColumns = [
  { label: 'Number', name: 'number', data: 'orders.number', meta: ['searchable', 'sortable'] },
  { label: 'Customer', name: 'customer', data: 'customers.name', meta: ['searchable', 'sortable'] },
  { label: 'Country', name: 'country', data: 'customers.country_code', meta: ['sortable'] },
  { label: 'Status', name: 'status', data: 'orders.status', enum: 'orderStatuses', meta: ['filterable'] },
  { label: 'Total', name: 'total', data: 'orders.total', money, meta: ['sortable'] },
  { label: 'Tax', name: 'tax', data: 'orders.tax', money, meta: ['sortable'] },
  { label: 'Currency', name: 'currency', data: 'orders.currency', meta: ['sortable'] },
  { label: 'Items', name: 'items', data: 'orders.items', meta: ['sortable'] },
  { label: 'Paid', name: 'paid', data: 'orders.paid', meta: ['boolean', 'sortable'] },
  {
    label: 'Placed',
    name: 'placed_at',
    data: 'orders.placed_at',
    meta: ['datetime', 'sort:DESC', 'sortable'],
  },
];

/** Its columns in SQL by hand; without the key, as an export has them. */
export const columnsSql = `orders.number, customers.name as customer, customers.country_code as country, orders.status,
  orders.total, orders.tax, orders.currency, orders.items, orders.paid, orders.placed_at`;

export const joinSql = 'orders left join customers on customers.id = orders.customer_id';

/** The newest first, as the table of orders is sorted. */
export const sortSql = 'order by orders.placed_at desc, orders.id desc';

/** The orders that every contender exports, without the key. */
export const ordersSql = (rows: number) =>
  `select ${columnsSql} from ${joinSql} where orders.id <= ${rows} ${sortSql}`;
