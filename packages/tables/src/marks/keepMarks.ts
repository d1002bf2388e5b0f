import type { Kysely } from 'kysely';
import type { Dialect } from '../query/dialects/Dialect.ts';

/**
 * Sets missing marks and applies recorded changes, until nothing is left to do. Without `waits`, it returns immediately
 * while another call does so.
 */
export async function keepMarks<DB>(
  db: Kysely<DB>,
  { pageMarks }: Dialect,
  name: string,
  { waits }: { waits: boolean },
): Promise<void> {
  if (!pageMarks) return;

  let more: boolean;
  do {
    more = await db
      .transaction()
      // Each statement has to see the newest marks and records.
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        const { rows } = await pageMarks.keep(name, waits).execute(transaction);

        return rows[0]?.more ?? false;
      });
  } while (more);
}
