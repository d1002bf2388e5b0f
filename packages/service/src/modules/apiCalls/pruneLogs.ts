import { pruneApiLogs, removeCallBodies, rotateApiLogs } from '@rowhouse/integrations';
import type { LogPartition } from '@rowhouse/integrations/internal';
import { type Kysely, sql } from 'kysely';
import type { ServiceLogger } from '../../base/ServiceLogger.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { unlessElsewhere } from '../../kernel/database/exclusively.ts';
import { repeat } from '../../kernel/jobs/repeat.ts';
import { followLog, retentionLock } from './partitionLogs.ts';

interface PruneLogsOptions {
  /** Calls older than this number of days are deleted; 0 deletes all. */
  readonly days: number;
  /** Rows per statement. Defaults to 5,000. */
  readonly step?: number;
  /** Pause between statements, in milliseconds. Defaults to none. */
  readonly pause?: number;
  /** Stops after the current statement. */
  readonly signal?: AbortSignal;
  /** Keeps calls of a partitioned log until all of their month are old enough. */
  readonly wholeMonths?: boolean;
  /** Called after each step; without it, the calls are not counted first. */
  readonly onProgress?: (progress: { readonly total: number; readonly done: number }) => void;
}

export interface PrunedLogs {
  readonly state: 'finished' | 'interrupted';
  /** Calls before this time are deleted. */
  readonly before: Date;
  /** Calls that were deleted one by one. */
  readonly deleted: number;
  /** Dropped months of a partitioned log. */
  readonly dropped: readonly LogPartition[];
  /** Deleted windows of equal failures. */
  readonly failureWindows: number;
}

const day = 86_400_000;

/**
 * Deletes logged calls that are older than `days` days, and windows of failures that ended more than a day
 * ago. For a partitioned log, whole months are dropped, and future ones are created.
 */
export async function pruneLogs(
  db: Kysely<Database>,
  { days, step, pause, signal, wholeMonths = false, onProgress }: PruneLogsOptions,
): Promise<PrunedLogs> {
  const before = new Date(Date.now() - days * day);
  const rotation = await rotateApiLogs(db, { before, signal, onAdded: followLog });
  let deleted = rotation?.deleted ?? 0;
  if (rotation === null || !wholeMonths) {
    const total = onProgress === undefined ? 0 : await countBefore(db, before);
    deleted += await pruneApiLogs(db, {
      before,
      step,
      pause,
      signal,
      // Calls of that time may have been added after the count.
      onProgress: (done) => onProgress?.({ total: Math.max(total, done), done }),
    });
  }
  const failureWindows = await pruneFailureWindows(db, signal);
  const state = signal?.aborted ? 'interrupted' : 'finished';

  return { state, before, deleted, dropped: rotation?.dropped ?? [], failureWindows };
}

/** A call may have waited this long for being written. */
const longestWait = day;

/** Removes headers and bodies of calls that are older than `days` days, since the last run. Returns their number. */
export async function removeOldBodies(
  db: Kysely<Database>,
  { days, ...options }: Pick<PruneLogsOptions, 'days' | 'step' | 'pause' | 'signal'>,
): Promise<number> {
  const before = new Date(Date.now() - days * day);
  const last = await db.selectFrom('api_log_bodies').select('removed_before').executeTakeFirst();
  const after = last && new Date(last.removed_before.getTime() - longestWait);
  const removed = await removeCallBodies(db, { ...options, before, after });
  if (options.signal?.aborted) return removed;
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('api_log_bodies').execute();
    await transaction.insertInto('api_log_bodies').values({ removed_before: before }).execute();
  });

  return removed;
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
    // Materialized: a subquery with a limit may be run again for each row.
    const { numAffectedRows = 0n } = await sql`
      with ended as materialized (
        select id from api_failure_windows where ends_at < now() - interval '1 day'
        limit ${step} for update skip locked
      )
      delete from api_failure_windows where id in (select id from ended)`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BigInt(step)) break;
  }

  return deleted;
}

interface LogPruningOptions {
  readonly db: Kysely<Database>;
  /** Calls older than this number of days are deleted. */
  readonly days: number;
  /** Headers and bodies older than this number of days are removed; with the calls by default. */
  readonly bodyDays?: number | undefined;
  readonly logger: Pick<ServiceLogger, 'info' | 'warn'>;
  /** Milliseconds until the first run; five minutes by default, so that short-lived processes prune, too. */
  readonly first?: number;
  /** Milliseconds between runs. Defaults to an hour. */
  readonly every?: number;
}

/** Small steps with pauses leave room for inserts. At most about 8,000 rows a second. */
const gentle = { step: 2_000, pause: 250 };

/** Deletes old calls once an hour, in one process at a time. Returns a function that stops it after the current statement. */
export function scheduleLogPruning({
  db,
  days,
  bodyDays,
  logger,
  every = 3_600_000,
  first = 300_000,
}: LogPruningOptions): () => Promise<void> {
  const prune = async (signal: AbortSignal) => {
    await unlessElsewhere(db, retentionLock, async () => {
      const { deleted, dropped } = await pruneLogs(db, {
        days,
        wholeMonths: true,
        signal,
        ...gentle,
      });
      if (dropped.length > 0) {
        const names = dropped.map(({ name }) => name).join(', ');
        logger.info(`Dropped ${names} from the log: all API calls of that time are older than ${days} days.`);
      }
      if (deleted > 0) logger.info(`Deleted ${deleted} API calls older than ${days} days from the log.`);
      if (bodyDays === undefined || bodyDays >= days) return;
      const bodies = await removeOldBodies(db, { days: bodyDays, signal, ...gentle });
      if (bodies > 0) logger.info(`Removed the bodies of ${bodies} API calls older than ${bodyDays} days.`);
    });
  };

  return repeat(prune, {
    every,
    first,
    onError: (error) => logger.warn(`Old API calls were not deleted: ${(error as Error).message}`),
  });
}
