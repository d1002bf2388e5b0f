import { pruneApiLogs } from '@rowhouse/integrations';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import { unlessElsewhere } from '../../kernel/database/exclusively.ts';
import { repeat } from '../../kernel/jobs/repeat.ts';

interface PruneLogsOptions {
  /** Calls older than this number of days are deleted; 0 deletes all. */
  readonly days: number;
  /** Rows per statement; 5,000 by default. */
  readonly step?: number;
  /** Pause between statements, in milliseconds; none by default. */
  readonly pause?: number;
  /** Stops after the current statement. */
  readonly signal?: AbortSignal;
  /** Called after each step; without it, the calls are not counted first. */
  readonly onProgress?: (progress: { readonly total: number; readonly done: number }) => void;
}

export interface PrunedLogs {
  readonly state: 'finished' | 'interrupted';
  /** Calls before this time are deleted. */
  readonly before: Date;
  readonly deleted: number;
  /** Deleted windows of equal failures. */
  readonly failureWindows: number;
}

const day = 86_400_000;

/** Deletes logged calls that are older than `days` days, and windows of failures that ended more than a day ago. */
export async function pruneLogs(
  db: Kysely<Database>,
  { days, step, pause, signal, onProgress }: PruneLogsOptions,
): Promise<PrunedLogs> {
  const before = new Date(Date.now() - days * day);
  const total = onProgress === undefined ? 0 : await countBefore(db, before);
  const deleted = await pruneApiLogs(db, {
    before,
    step,
    pause,
    signal,
    // Calls of that time may have been added since they were counted.
    onProgress: (done) => onProgress?.({ total: Math.max(total, done), done }),
  });
  const failureWindows = await pruneFailureWindows(db, signal);

  return { state: signal?.aborted ? 'interrupted' : 'finished', before, deleted, failureWindows };
}

async function countBefore(db: Kysely<Database>, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('api_logs')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();

  return Number(count);
}

async function pruneFailureWindows(db: Kysely<Database>, signal?: AbortSignal): Promise<number> {
  const step = 1_000;
  let deleted = 0;
  while (!signal?.aborted) {
    const { numAffectedRows = 0n } = await sql`
      delete from api_failure_windows where id in (
        select id from api_failure_windows where ends_at < now() - interval '1 day'
        limit ${step} for update skip locked
      )`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BigInt(step)) break;
  }

  return deleted;
}

interface LogPruningOptions {
  readonly db: Kysely<Database>;
  /** Calls older than this number of days are deleted. */
  readonly days: number;
  readonly log: (level: 'info' | 'warn', message: string) => void;
  /** Milliseconds until the first run; five minutes by default, so that short-lived processes prune, too. */
  readonly first?: number;
  /** Milliseconds between runs; an hour by default. */
  readonly every?: number;
}

/** Small steps with pauses leave room for inserts. At most about 8,000 rows a second. */
const gentle = { step: 2_000, pause: 250 };

/** Deletes old calls once an hour, in one process at a time. Returns a function that stops it after the current statement. */
export function scheduleLogPruning({
  db,
  days,
  log,
  every = 3_600_000,
  first = 300_000,
}: LogPruningOptions): () => Promise<void> {
  const prune = async (signal: AbortSignal) => {
    const done = await unlessElsewhere(db, 'rowhouse.api_logs.prune', (connection) =>
      pruneLogs(connection, { days, signal, ...gentle }),
    );
    if (done !== null && done.result.deleted > 0) {
      log('info', `Deleted ${done.result.deleted} API calls older than ${days} days from the log.`);
    }
  };

  return repeat(prune, {
    every,
    first,
    onError: (error) => log('warn', `Old API calls were not deleted: ${(error as Error).message}`),
  });
}
