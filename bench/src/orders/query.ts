import type { Kysely } from 'kysely';
import type { DemoDatabase } from '../../../apps/demo/src/data/DemoDatabase.ts';

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

/** Its columns in SQL by hand; without the key, as an export has them. */
export const columnsSql = `orders.number, customers.name as customer, customers.country_code as country, orders.status,
  orders.total, orders.tax, orders.currency, orders.items, orders.paid, orders.placed_at`;

export const joinSql = 'orders left join customers on customers.id = orders.customer_id';

/** The newest first, as the table of orders is sorted. */
export const sortSql = 'order by orders.placed_at desc, orders.id desc';

/** The orders that every contender exports, without the key. */
export const ordersSql = (rows: number) =>
  `select ${columnsSql} from ${joinSql} where orders.id <= ${rows} ${sortSql}`;

/** Rows that contenders written by hand read at a time. */
export const blockSize = 1000;
