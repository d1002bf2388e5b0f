import { installRowCounts } from '@rowhouse/tables';
import { installPageMarks, keepPageMarks } from '@rowhouse/tables-postgres';
import { type Kysely, sql } from 'kysely';
import type { DemoDatabase } from '../../../apps/demo/src/data/DemoDatabase.ts';
import { seedDemo } from '../../../apps/demo/src/data/seedDemo.ts';
import { demoMigration } from '../../../apps/demo/src/migrations/0001_demo.ts';
import * as products from '../../../apps/demo/src/migrations/0004_products.ts';
import * as orderLines from '../../../apps/demo/src/migrations/0005_order_lines.ts';
import { openKysely, openPostgres, type Postgres } from '../harness/postgres.ts';
import { hasTable, seedByMonth } from './seedByMonth.ts';

/** The sort of most cases. */
const markedSort = 'orders(placed_at, id)';

/** Ids of rows that `readWhileWriting` creates; no seeded row has them. */
export const firstWrittenId = 2_000_000_000;

interface OrdersDatabase extends Postgres {
  /** Rows in `orders`. */
  readonly orders: number;
}

/**
 * The demo data with the given number of orders, in the database of the address, which keeps them, or on an embedded server.
 * A table by month may have fewer: an earlier run may have deleted some.
 *
 * @throws if the table contains another number of orders: the figures would be of another size.
 */
export async function openOrders(
  address: string | null,
  orders: number,
  byMonth = false,
): Promise<OrdersDatabase> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await openPostgres(address));
  // One connection: seeding changes its settings.
  await using db = openKysely<DemoDatabase>(postgres.url, 1);
  if (byMonth) await fillMonths(db, orders);
  else await fillTable(db, orders);
  const { rows } = await sql<{ found: number }>`select count(*)::int as found from orders`.execute(db);
  const found = rows[0]?.found ?? 0;
  if (found > orders || (found < orders && !byMonth))
    throw new Error(`The database has ${found} orders, not ${orders}; name another one.`);
  opened.move();

  return { ...postgres, orders: found };
}

async function fillTable(db: Kysely<DemoDatabase>, orders: number): Promise<void> {
  if (!(await hasTable(db, 'orders'))) await demoMigration.up(db);
  if (!(await hasTable(db, 'products'))) await products.up(db);
  if (!(await hasTable(db, 'order_lines'))) await orderLines.up(db);
  await seedDemo(db, { orders }, ({ table, done, total }) => {
    process.stdout.write(`\rseeding ${table}: ${done} of ${total}   ${done === total ? '\n' : ''}`);
  });
  // All contenders write to, and read from, the same tables with the same triggers.
  await installRowCounts(db, ['orders']);
}

async function fillMonths(db: Kysely<DemoDatabase>, orders: number): Promise<void> {
  const isChanged = await seedByMonth(db, orders);
  // The rows that an earlier run created while it read; those it deleted stay missing.
  const { numAffectedRows = 0n } = await sql`delete from orders where id >= ${firstWrittenId}`.execute(db);
  if (numAffectedRows > 0n) await sql`vacuum (analyze) orders`.execute(db);
  if (!isChanged && (await hasTable(db, 'rowhouse_page_marks'))) return;

  await installRowCounts(db, ['orders']);
  await installPageMarks(db, [markedSort]);
  await keepPageMarks(db, [markedSort]);
}
