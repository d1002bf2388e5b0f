import { type Kysely, sql } from 'kysely';
import type { ServiceLogger } from '../../base/ServiceLogger.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { PermanentJobError, type TableJobRow } from './tableJob.ts';

export interface JobProgress {
  readonly total: number;
  readonly entries: number;
  readonly failed?: number;
}

export interface FollowOptions {
  readonly db: Kysely<Database>;
  readonly id: string;
  /** The attempt that claimed the record. */
  readonly attempt: number;
  /** Called with the record after progress was written. */
  readonly onWritten: (row: TableJobRow) => Promise<void>;
  /** Rejects with PermanentJobError when the owner no longer has the permission. */
  readonly authorize: () => Promise<unknown>;
  readonly logger: ServiceLogger;
}

/** The job was cancelled by its owner. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

/** True if the job was cancelled or is no longer permitted. Otherwise another worker continues it. */
export function isPermanent(reason: unknown): boolean {
  return reason instanceof JobCancelled || reason instanceof PermanentJobError;
}

export interface Following {
  /** Aborted with JobCancelled, with PermanentJobError, or when another worker has the record. */
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
  /** Nothing is written after it has resolved. */
  stop(): Promise<void>;
}

/** Progress is written and published at most once in this time, in milliseconds. */
const writeEvery = 250;
/** The longest time, in milliseconds, until a cancellation without progress, or a withdrawn permission, is noticed. */
const checkEvery = 500;

/** Writes the progress of a running job into its record, and aborts when the job must stop. */
export function followRecord({ db, id, attempt, onWritten, authorize, logger }: FollowOptions): Following {
  const cancelled = new AbortController();
  let latest: JobProgress | null = null;
  let checkedAt = performance.now();
  let authorizedAt = performance.now();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> = Promise.resolve();

  const tick = async () => {
    const progress = latest;
    if (progress === null && performance.now() - checkedAt < checkEvery) return;
    latest = null;
    try {
      const row = progress === null ? await read() : await write(progress);
      checkedAt = performance.now();
      if (row === null) cancelled.abort(await cancelReason());
      else if (progress !== null) await onWritten(row);
      if (performance.now() - authorizedAt >= checkEvery) {
        authorizedAt = performance.now();
        await authorize();
      }
    } catch (error) {
      if (error instanceof PermanentJobError) return cancelled.abort(error);
      // The database may be unavailable for a moment; if it stays unavailable, the job itself fails.
      latest ??= progress;
      logger.warn(`The progress of job ${id} was not written: ${(error as Error).message}`);
    }
  };
  const schedule = () => {
    if (isStopped || cancelled.signal.aborted) return;
    timer = setTimeout(() => {
      ticking = tick().then(schedule);
    }, writeEvery);
  };
  schedule();

  const cancelReason = async () => {
    const row = await db.selectFrom('table_jobs').select('status').where('id', '=', id).executeTakeFirst();

    return row === undefined || row.status === 'cancelled'
      ? new JobCancelled(`The job ${id} was cancelled.`)
      : new Error(`Another worker has taken over the job ${id}.`);
  };
  const own = () => sql<boolean>`id = ${id} and attempt = ${attempt} and status = 'processing'`;
  const read = async () =>
    (await db.selectFrom('table_jobs').selectAll().where(own()).executeTakeFirst()) ?? null;
  const write = async ({ total, entries, failed }: JobProgress) =>
    (await db
      .updateTable('table_jobs')
      .set({ total, entries, ...(failed !== undefined && { failed }) })
      .where(own())
      .returningAll()
      .executeTakeFirst()) ?? null;

  return {
    signal: cancelled.signal,
    report: (progress) => {
      latest = progress;
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await ticking;
    },
  };
}
