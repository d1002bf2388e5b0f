import type { SeedProgress } from '@rowhouse/service';
import { type Kysely, sql } from 'kysely';
import { customerShare } from './customerShare.ts';
import type { DemoDatabase } from './DemoDatabase.ts';
import { seedCustomers } from './seedCustomers.ts';
import { seedOrders } from './seedOrders.ts';
import { seedPlaces } from './seedPlaces.ts';

/** Ids from 1,000,000,001 on are those of people's own rows. */
export const mostOrders = 1_000_000_000;

export interface SeedOptions {
  /** Orders there shall have been seeded in all: a whole number from 0 to 1,000,000,000. */
  orders: number;
}

/**
 * Fills the demo tables: every place of GeoNames, `orders` orders, and a twentieth as many customers.
 *
 * A row depends on its number alone, so the same `orders` gives the same rows anywhere, and a bigger number
 * keeps the rows of a smaller one. Rows come in transactions of at most 50,000, each of which records how far
 * it came: stopped at any moment, the next run continues from there; run again, it does nothing; two runs at
 * once take turns. Rows that somebody deleted are not brought back.
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
  await seedCustomers(db, customers, progress);
  await seedOrders(db, orders, progress);
  await vacuumGrownTables(db);
}

/** Without a vacuum, PostgreSQL reads the table beside the index, and the cheap deep pages are not cheap. */
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
