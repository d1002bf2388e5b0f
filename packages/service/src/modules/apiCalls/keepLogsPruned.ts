import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import { unlessElsewhere } from '../../kernel/database/exclusively.ts';
import { repeat } from '../../kernel/jobs/repeat.ts';
import { pruneLogs } from './pruneLogs.ts';

export interface KeepLogsPrunedOptions {
  readonly db: Kysely<Database>;
  /** Logged calls older than so many days are deleted. */
  readonly days: number;
  readonly log: (level: 'info' | 'warn', message: string) => void;
  /** Milliseconds until the first time; five minutes by default, so that processes that live shortly do it, too. */
  readonly first?: number;
  /** Milliseconds between two times; an hour by default. */
  readonly every?: number;
}

/** Small steps with pauses: calls that are logged meanwhile come in between. About 8,000 rows a second at most. */
const gentle = { step: 2_000, pause: 250 };

/**
 * Deletes old calls once an hour, in one process at a time. Answers what ends that, after the statement that is under way.
 */
export function keepLogsPruned({
  db,
  days,
  log,
  every = 3_600_000,
  first = 300_000,
}: KeepLogsPrunedOptions): () => Promise<void> {
  const prune = async (signal: AbortSignal) => {
    const done = await unlessElsewhere(db, 'rowhouse.api_logs.prune', (connection) =>
      pruneLogs(connection, { days, signal, ...gentle }),
    );
    if (done !== null && done.result.deleted > 0) {
      log('info', `API calls of more than ${days} days ago, deleted from the log: ${done.result.deleted}.`);
    }
  };

  return repeat(prune, {
    every,
    first,
    onError: (error) => log('warn', `Old API calls were not deleted: ${(error as Error).message}`),
  });
}
