import { startEphemeralPostgres } from '@rowhouse/embedded-postgres';
import { installRowCounts } from '@rowhouse/tables';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DemoDatabase } from '../../../apps/demo/src/data/DemoDatabase.ts';
import { seedDemo } from '../../../apps/demo/src/data/seedDemo.ts';
import { demoMigration } from '../../../apps/demo/src/migrations/0001_demo.ts';
import { createIfMissing } from '../createIfMissing.ts';

export interface BenchDatabase {
  url: string;
  /** Rows in `orders`. */
  orders: number;
  /** For example `15.20`. */
  version: string;
  close(): Promise<void>;
}

/**
 * The demo data with at least so many orders, in the database of the address (made when it is missing, left
 * there afterwards), or on an embedded server that is removed afterwards.
 *
 * @throws when the table holds more orders than asked for: the figures would be of another size.
 */
export async function openDatabase(url: string | null, orders: number): Promise<BenchDatabase> {
  const embedded = url === null ? await startEphemeralPostgres() : null;
  try {
    const address = url ?? embedded?.url ?? '';
    await createIfMissing(address);
    const { version, found } = await fill(address, orders);
    return { url: address, orders: found, version, close: async () => embedded?.stop() };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function fill(connectionString: string, orders: number) {
  const dialect = new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) });
  const db = new Kysely<DemoDatabase>({ dialect });
  try {
    const tables = await db.introspection.getTables();
    if (!tables.some((table) => table.name === 'orders')) await demoMigration.up(db);
    await seedDemo(db, { orders }, ({ table, done, total }) => {
      process.stdout.write(`\rseeding ${table}: ${done} of ${total}   ${done === total ? '\n' : ''}`);
    });
    // All contenders write to, and read from, the same tables with the same triggers.
    await installRowCounts(db, ['orders']);
    const { rows } = await sql<{ version: string; found: number }>`
      select current_setting('server_version') as version, count(*)::int as found from orders`.execute(db);
    const { version = '', found = 0 } = rows[0] ?? {};
    if (found !== orders)
      throw new Error(`The database has ${found} orders, not ${orders}; name another one.`);
    return { version: version.split(' ')[0] ?? version, found };
  } finally {
    await db.destroy();
  }
}
