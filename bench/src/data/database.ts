import { startEphemeralPostgres } from '@rowhouse/embedded-postgres';
import { installPageMarks, installRowCounts, keepPageMarks } from '@rowhouse/tables';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DemoDatabase } from '../../../apps/demo/src/data/DemoDatabase.ts';
import { seedDemo } from '../../../apps/demo/src/data/seedDemo.ts';
import { demoMigration } from '../../../apps/demo/src/migrations/0001_demo.ts';
import { createIfMissing } from '../createIfMissing.ts';
import { thousands } from '../thousands.ts';
import type { Options } from './options.ts';
import { seedByMonth } from './seedByMonth.ts';
import { firstWrittenId } from './writers.ts';

/** The sort of most cases. */
const markedSort = 'orders(placed_at, id)';

export interface BenchDatabase {
  url: string;
  /** Rows in `orders`. */
  orders: number;
  /** What seeding and setting the marks took in this run; null where nothing was missing. */
  prepared: string | null;
  /** For example `15.20`. */
  version: string;
  close(): Promise<void>;
}

type Wanted = Pick<Options, 'orders'> & Partial<Pick<Options, 'byMonth' | 'seedMinutes'>>;

/**
 * The demo data with at least the given number of orders, in the database of the address (made when it is missing, left
 * there afterwards), or on an embedded server that is removed afterwards.
 *
 * @throws if the table contains more orders than requested: the figures would be of another size.
 */
export async function openDatabase(url: string | null, wanted: Wanted): Promise<BenchDatabase> {
  const embedded = url === null ? await startEphemeralPostgres() : null;
  try {
    const address = url ?? embedded?.url ?? '';
    await createIfMissing(address);
    const { version, found, prepared } = await fill(address, wanted);
    return { url: address, orders: found, version, prepared, close: async () => embedded?.stop() };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function fill(
  connectionString: string,
  { orders, byMonth = false, seedMinutes = Number.POSITIVE_INFINITY }: Wanted,
) {
  const dialect = new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) });
  const db = new Kysely<DemoDatabase>({ dialect });
  try {
    const prepared = byMonth ? await fillMonths(db, orders, seedMinutes) : await fillTable(db, orders);
    const { rows } = await sql<{ version: string; found: number }>`
      select current_setting('server_version') as version, count(*)::int as found from orders`.execute(db);
    const { version = '', found = 0 } = rows[0] ?? {};
    if (found > orders || (found < orders && !byMonth))
      throw new Error(`The database has ${found} orders, not ${orders}; name another one.`);
    return { version: version.split(' ')[0] ?? version, found, prepared };
  } finally {
    await db.destroy();
  }
}

async function fillTable(db: Kysely<DemoDatabase>, orders: number): Promise<null> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === 'orders')) await demoMigration.up(db);
  await seedDemo(db, { orders }, ({ table, done, total }) => {
    process.stdout.write(`\rseeding ${table}: ${done} of ${total}   ${done === total ? '\n' : ''}`);
  });
  // All contenders write to, and read from, the same tables with the same triggers.
  await installRowCounts(db, ['orders']);

  return null;
}

async function fillMonths(db: Kysely<DemoDatabase>, orders: number, minutes: number): Promise<string | null> {
  const { isChanged, seconds } = await seedByMonth(db, orders, minutes, console.log);
  await removeWritten(db);
  const seeded = `Rows and their indexes took ${thousands(seconds / 60)} minutes to seed, by one process`;
  const tables = await db.introspection.getTables();
  if (!isChanged && tables.some(({ name }) => name === 'rowhouse_page_marks')) return seeded;

  const began = performance.now();
  await installRowCounts(db, ['orders']);
  await installPageMarks(db, [markedSort]);
  await keepPageMarks(db, [markedSort]);
  const marks = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`triggers and page marks: ${marks} s`);

  return `${seeded}; triggers and page marks ${marks} seconds`;
}

/** The rows that an earlier run created while it read; what it deleted is missing from then on. */
async function removeWritten(db: Kysely<DemoDatabase>): Promise<void> {
  const { numAffectedRows = 0n } = await sql`delete from orders where id >= ${firstWrittenId}`.execute(db);
  if (numAffectedRows > 0n) await sql`vacuum (analyze) orders`.execute(db);
}
