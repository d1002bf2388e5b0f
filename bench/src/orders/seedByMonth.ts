import { type Kysely, sql } from 'kysely';
import { customerShare } from '../../../apps/demo/src/data/customerShare.ts';
import type { DemoDatabase } from '../../../apps/demo/src/data/DemoDatabase.ts';
import { seedCustomers } from '../../../apps/demo/src/data/seedCustomers.ts';
import { seedPlaces } from '../../../apps/demo/src/data/seedPlaces.ts';
import { demoMigration } from '../../../apps/demo/src/migrations/0001_demo.ts';
import { fillMonth, monthsOf, partitionOrders } from './monthlyOrders.ts';

/**
 * Fills `orders`, partitioned by month, with the given number of rows. Each month is one transaction: a run that is stopped
 * leaves whole months, and the next one continues from there. `db` must have a single connection, whose settings are changed.
 *
 * @returns whether a month was added
 */
export async function seedByMonth(db: Kysely<DemoDatabase>, rows: number): Promise<boolean> {
  // One core for the seed, whatever the server allows.
  await sql`set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB';
    set max_parallel_workers_per_gather = 0; set max_parallel_maintenance_workers = 0`.execute(db);

  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  await prepareTables(db, Math.ceil(rows / customerShare.ordersPerCustomer));
  const attached = await attachedPartitions(db);
  let written = 0;
  for (const month of monthsOf(rows)) {
    if (attached.has(month.partition)) continue;
    await fillMonth(db, month);
    written += month.to - month.from + 1;
    console.log(
      `${month.partition}: ${month.to} of ${rows}; ${Math.round(written / seconds())} rows a second`,
    );
  }
  // Without it, PostgreSQL reads the table in addition to the index.
  if (written > 0) await sql`vacuum (analyze) orders`.execute(db);

  return written > 0;
}

async function prepareTables(db: Kysely<DemoDatabase>, customers: number): Promise<void> {
  if (!(await hasTable(db, 'orders'))) {
    await db.transaction().execute(async (transaction) => {
      await demoMigration.up(transaction);
      await partitionOrders(transaction);
      // Built again when there are customers: that is many times as fast.
      await sql`drop index customers_name_trigrams, customers_email_trigrams`.execute(transaction);
    });
  }
  const progress = ({ table, done, total }: { table: string; done: number; total: number }) => {
    if (done === total || done % 1_000_000 === 0) console.log(`${table}: ${done} of ${total}`);
  };
  await seedPlaces(db, progress);
  await seedCustomers(db, customers, progress);
  for (const column of ['name', 'email']) {
    await sql`create index if not exists ${sql.id(`customers_${column}_trigrams`)} on customers
      using gin (${sql.id(column)} public.gin_trgm_ops)`.execute(db);
  }
  await sql`vacuum (analyze) customers, cities, countries`.execute(db);
}

async function attachedPartitions(db: Kysely<DemoDatabase>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'orders'::regclass`.execute(db);

  return new Set(rows.map(({ name }) => name));
}

export async function hasTable(db: Kysely<DemoDatabase>, name: string): Promise<boolean> {
  const tables = await db.introspection.getTables();

  return tables.some((table) => table.name === name);
}
