import { type Kysely, sql } from 'kysely';
import { functionOf } from './markNames.ts';

/**
 * Sets missing marks and applies recorded changes, until nothing is left to do. Only one call works at a time: without `waits`,
 * others return immediately.
 */
export async function keepMarks<DB>(
  db: Kysely<DB>,
  name: string,
  { waits }: { readonly waits: boolean },
): Promise<void> {
  const keep = sql<{
    readonly more: boolean;
  }>`select ${sql.raw(functionOf(name, 'keep'))}(${sql.lit(waits)}) as more`;

  let more: boolean;
  do {
    more = await db
      .transaction()
      // Each statement has to see the newest marks and records.
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        const { rows } = await keep.execute(transaction);

        return rows[0]?.more ?? false;
      });
  } while (more);
}
