import { pruneApiLogs } from '@rowhouse/integrations';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';

export interface PruneLogsOptions {
  /** Calls older than so many days are deleted; 0 deletes all. */
  readonly days: number;
  /** Rows of one statement; 5,000 by default. */
  readonly step?: number;
  /** Milliseconds between two statements; none by default. */
  readonly pause?: number;
  /** Ends it after the statement under way. */
  readonly signal?: AbortSignal;
  /** Is told after each step; without it, the calls are not counted beforehand. */
  readonly onProgress?: (progress: { readonly total: number; readonly done: number }) => void;
}

export interface PrunedLogs {
  readonly state: 'finished' | 'interrupted';
  /** Calls before that time were to be deleted. */
  readonly before: Date;
  readonly deleted: number;
  /** Windows of equal failures that were over for long. */
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
    // Others may have added calls of that time since they were counted.
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
