import type { SeedProgress } from '@rowhouse/service';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DemoDatabase } from './DemoDatabase.ts';

const batchSize = 50_000;

/**
 * Calls `insert` for the numbers that are missing up to `total`, at most 50,000 at a time. Each batch and its
 * record of progress are one transaction.
 */
export async function seedInBatches(
  db: Kysely<DemoDatabase>,
  table: SeedProgress['table'],
  total: number,
  insert: (transaction: Transaction<DemoDatabase>, from: number, to: number) => Promise<void>,
  progress: (step: SeedProgress) => void,
): Promise<void> {
  let done = 0;
  while (done < total) {
    done = await db.transaction().execute(async (transaction) => {
      const seeded = await lockProgress(transaction, table);
      if (seeded >= total) return total;
      const to = Math.min(seeded + batchSize, total);
      await insert(transaction, seeded + 1, to);
      await saveProgress(transaction, table, to);
      return to;
    });
    progress({ table, done, total });
  }
}

/** Number of seeded rows; locks the progress until the transaction ends. */
export async function lockProgress(transaction: Transaction<DemoDatabase>, table: string): Promise<number> {
  await transaction
    .insertInto('demo_progress')
    .values({ table_name: table, seeded_to: 0, vacuumed: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await transaction
    .selectFrom('demo_progress')
    .select(sql<string>`seeded_to::text`.as('seeded_to'))
    .where('table_name', '=', table)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return Number(row.seeded_to);
}

/** Records the number of seeded rows, and that the table needs a vacuum. */
export async function saveProgress(
  transaction: Transaction<DemoDatabase>,
  table: string,
  seededTo: number,
): Promise<void> {
  await transaction
    .insertInto('demo_progress')
    .values({ table_name: table, seeded_to: seededTo, vacuumed: false })
    .onConflict((conflict) =>
      conflict.column('table_name').doUpdateSet({ seeded_to: seededTo, vacuumed: false }),
    )
    .execute();
}
