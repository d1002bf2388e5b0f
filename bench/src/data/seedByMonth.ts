import { type Kysely, sql } from 'kysely';
import { customerShare } from '../../../apps/demo/src/data/customerShare.ts';
import type { DemoDatabase } from '../../../apps/demo/src/data/DemoDatabase.ts';
import { seedCustomers } from '../../../apps/demo/src/data/seedCustomers.ts';
import { seedPlaces } from '../../../apps/demo/src/data/seedPlaces.ts';
import { demoMigration } from '../../../apps/demo/src/migrations/0001_demo.ts';
import { fillMonth, monthsOf, partitionOrders } from './monthlyOrders.ts';

/**
 * Fills `orders`, partitioned by month, with the given number of rows. Each month is one transaction: a stopped run leaves
 * whole months, and the next one continues from there; so does one that is given more than `minutes`. `db` must have a single connection, whose settings are changed.
 */
export async function seedByMonth(
  db: Kysely<DemoDatabase>,
  rows: number,
  minutes: number,
  log: (line: string) => void,
): Promise<{ isChanged: boolean; seconds: number }> {
  await sql`set synchronous_commit = off`.execute(db);
  await sql`set maintenance_work_mem = '1GB'`.execute(db);
  await sql`set work_mem = '256MB'`.execute(db);
  // One core for the seed, whatever the server allows.
  await sql`set max_parallel_workers_per_gather = 0`.execute(db);
  await sql`set max_parallel_maintenance_workers = 0`.execute(db);

  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  await prepareTables(db, Math.ceil(rows / customerShare.ordersPerCustomer), log);
  const done = await filledMonths(db);
  let written = 0;
  for (const month of monthsOf(rows)) {
    const state = done.get(month.partition);
    if (state === undefined) {
      if (seconds() > minutes * 60) break;
      await fillMonth(db, month);
      written += month.to - month.from + 1;
      log(`${month.partition}: ${month.to} of ${rows}; ${Math.round(written / seconds())} rows a second`);
    }
    // Without it, PostgreSQL reads the table in addition to the index.
    if (state !== 'vacuumed') await sql`vacuum (analyze) ${sql.table(month.partition)}`.execute(db);
  }
  const before = await secondsOf(db);
  if (written === 0) return { isChanged: false, seconds: before };

  await sql`analyze orders`.execute(db);
  const all = before + seconds();
  await sql`comment on table orders is ${sql.lit(String(Math.round(all)))}`.execute(db);

  return { isChanged: true, seconds: all };
}

/** Seconds of all runs that seeded, which the table carries as its comment. */
async function secondsOf(db: Kysely<DemoDatabase>): Promise<number> {
  const { rows } = await sql<{ seconds: string | null }>`
    select obj_description('orders'::regclass) as seconds`.execute(db);
  return Number(rows[0]?.seconds ?? 0);
}

async function prepareTables(
  db: Kysely<DemoDatabase>,
  customers: number,
  log: (line: string) => void,
): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === 'orders')) {
    await db.transaction().execute(async (transaction) => {
      await demoMigration.up(transaction);
      await partitionOrders(transaction);
      // Built again when there are customers: that is many times as fast.
      await sql`drop index customers_name_trigrams, customers_email_trigrams`.execute(transaction);
    });
  }
  const progress = ({ table, done, total }: { table: string; done: number; total: number }) => {
    if (done === total || done % 1_000_000 === 0) log(`${table}: ${done} of ${total}`);
  };
  await seedPlaces(db, progress);
  await seedCustomers(db, customers, progress);
  for (const column of ['name', 'email']) {
    await sql`create index if not exists ${sql.id(`customers_${column}_trigrams`)} on customers
      using gin (${sql.id(column)} public.gin_trgm_ops)`.execute(db);
  }
  await sql`vacuum (analyze) customers, cities, countries`.execute(db);
}

/** Partitions that are attached; `vacuumed` unless the run was stopped before that. */
async function filledMonths(db: Kysely<DemoDatabase>): Promise<Map<string, 'attached' | 'vacuumed'>> {
  const { rows } = await sql<{ name: string; vacuumed: boolean }>`
    select relname as name, relallvisible > 0 as vacuumed
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'orders'::regclass`.execute(db);
  return new Map(rows.map(({ name, vacuumed }) => [name, vacuumed ? 'vacuumed' : 'attached']));
}
