import { type Kysely, sql } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import { repeat } from '../../kernel/jobs/repeat.ts';

export interface KeepPrunedOptions {
  readonly db: Kysely<Database>;
  readonly days: number;
  readonly log: (level: 'info' | 'warn', message: string) => void;
  /** Milliseconds between two times; an hour by default. */
  readonly every?: number;
}

/** Deletes old notifications once an hour. Answers what ends that, after the step that is under way. */
export function schedulePruning({
  db,
  days,
  log,
  every = 3_600_000,
}: KeepPrunedOptions): () => Promise<void> {
  const prune = async (signal: AbortSignal) => {
    const pruned = await pruneNotifications(db, { days, signal });
    if (pruned > 0) log('info', `Deleted ${pruned} old notifications.`);
  };

  return repeat(prune, {
    every,
    onError: (error) => log('warn', `Old notifications were not deleted: ${(error as Error).message}`),
  });
}

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
