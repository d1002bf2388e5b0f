import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import { repeat } from '../../kernel/jobs/repeat.ts';
import { pruneNotifications } from './pruneNotifications.ts';

export interface KeepPrunedOptions {
  readonly db: Kysely<Database>;
  readonly days: number;
  readonly log: (level: 'info' | 'warn', message: string) => void;
  /** Milliseconds between two times; an hour by default. */
  readonly every?: number;
}

/** Deletes old notifications once an hour. Answers what ends that, after the step that is under way. */
export function keepPruned({ db, days, log, every = 3_600_000 }: KeepPrunedOptions): () => Promise<void> {
  const prune = async (signal: AbortSignal) => {
    const pruned = await pruneNotifications(db, { days, signal });
    if (pruned > 0) log('info', `${pruned} notifications of before were deleted.`);
  };

  return repeat(prune, {
    every,
    onError: (error) => log('warn', `Old notifications were not deleted: ${(error as Error).message}`),
  });
}
