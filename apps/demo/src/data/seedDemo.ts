import type { SeedProgress } from '@rowhouse/service';
import { type Kysely, sql, type Transaction } from 'kysely';
import { customerShare } from './customerShare.ts';
import type { DemoDatabase } from './DemoDatabase.ts';
import { orderColumns, orderRows } from './orderRows.ts';
import { seedCustomers } from './seedCustomers.ts';
import { seedInBatches } from './seedInBatches.ts';
import { seedOrderLines } from './seedOrderLines.ts';
import { seedPlaces } from './seedPlaces.ts';
import { seedProducts } from './seedProducts.ts';

/** Ids from 1,000,000,001 on belong to rows added by users. */
export const mostOrders = 1_000_000_000;

export interface SeedOptions {
  /** Total number of orders: a whole number from 0 to 1,000,000,000. */
  orders: number;
}

/**
 * Fills the demo tables: every place of GeoNames, some products, `orders` orders with their lines, and a
 * twentieth as many customers.
 *
 * A row depends on its number alone, so the same `orders` gives the same rows anywhere, and a bigger number keeps the
 * rows of a smaller one. Rows are inserted in transactions of at most 50,000, each of which records the progress: an
 * interrupted run is continued by the next one, a repeated run does nothing, and concurrent runs wait for each other.
 * Deleted rows are not inserted again.
 *
 * Ends with VACUUM ANALYZE of the tables that grew, so it must not be called within a transaction.
 *
 * @throws RangeError when `orders` is not such a number.
 */
export async function seedDemo(
  db: Kysely<DemoDatabase>,
  { orders }: SeedOptions,
  progress: (step: SeedProgress) => void = () => {},
): Promise<void> {
  if (!Number.isInteger(orders) || orders < 0 || orders > mostOrders) {
    throw new RangeError(`orders must be a whole number from 0 to 1,000,000,000, not ${orders}.`);
  }
  const customers = Math.max(customerShare.fewest, Math.ceil(orders / customerShare.ordersPerCustomer));
  await seedPlaces(db, progress);
  await seedProducts(db, progress);
  await seedCustomers(db, customers, progress);
  await seedOrders(db, orders, progress);
  await seedOrderLines(db, orders, progress);
  await vacuumGrownTables(db);
}

/** Without a vacuum, PostgreSQL reads the table in addition to the index, and deep pages are slow. */
async function vacuumGrownTables(db: Kysely<DemoDatabase>): Promise<void> {
  const grown = await db
    .selectFrom('demo_progress')
    .select('table_name')
    .where('vacuumed', '=', false)
    .orderBy('table_name')
    .execute();
  for (const { table_name } of grown) {
    await sql`vacuum (analyze) ${sql.table(table_name)}`.execute(db);
    await db
      .updateTable('demo_progress')
      .set({ vacuumed: true })
      .where('table_name', '=', table_name)
      .execute();
  }
}

/** Seeds the orders 1 to `total`, placed between July 2021 and June 2026, with more of them in recent months. */
export async function seedOrders(
  db: Kysely<DemoDatabase>,
  total: number,
  progress: (step: SeedProgress) => void,
): Promise<void> {
  await seedInBatches(db, 'orders', total, insertOrders, progress);
}

/** A batch is inserted in the order of placed_at, so that neighbouring index entries point to neighbouring rows. */
async function insertOrders(transaction: Transaction<DemoDatabase>, from: number, to: number): Promise<void> {
  await sql`
    insert into orders (${orderColumns})
    ${orderRows(from, to, placed)}
    -- Somebody may have deleted the customer since.
    where exists (select from customers where customers.id = made.customer_id)
    order by placed, id
    on conflict do nothing`.execute(transaction);
}

const placed = sql`timestamp '2021-07-01' + floor(157766400 * case when hash1 >> 56 & 1 = 0 then moment1
  else greatest(moment1, moment2) end) * interval '1 second'`;
