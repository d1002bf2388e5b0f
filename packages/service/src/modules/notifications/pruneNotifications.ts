import { type Kysely, sql } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';

/**
 * Deletes notifications that were read, or are in no list, more than `days` days ago; `step` at a time, so that no
 * statement takes long. Answers how many. Processes that do it at once share the work.
 */
export async function pruneNotifications(
  db: Kysely<Database>,
  { days, step = 1_000, signal }: { days: number; step?: number; signal?: AbortSignal },
): Promise<number> {
  let pruned = 0;
  while (!signal?.aborted) {
    const { numAffectedRows = 0n } = await sql`
      delete from notifications where id in (
        select id from notifications
        where read_at < now() - make_interval(days => ${days})
          or (not in_list and created_at < now() - make_interval(days => ${days}))
        limit ${step} for update skip locked
      )`.execute(db);
    pruned += Number(numAffectedRows);
    if (numAffectedRows < BigInt(step)) break;
  }

  return pruned;
}
