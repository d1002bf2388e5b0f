import { type Kysely, sql } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import type { JobLog } from '../../kernel/jobs/openJobs.ts';
import { PermanentJobError } from './PermanentJobError.ts';
import type { TableJobRow } from './tableJobsTable.ts';

export interface JobProgress {
  readonly total: number;
  readonly entries: number;
  readonly failed?: number;
}

export interface FollowOptions {
  readonly db: Kysely<Database>;
  readonly id: string;
  /** The attempt that the record was claimed with. */
  readonly attempt: number;
  /** Told of the record whenever progress was written. */
  readonly onWritten: (row: TableJobRow) => Promise<void>;
  /** Rejects with PermanentJobError once the owner may not have the job done any more. */
  readonly authorize: () => Promise<unknown>;
  readonly log: JobLog;
}

/** The job was cancelled by its owner. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

/** Whether a job ends for good for this reason: cancelled, or no longer permitted. Otherwise another worker continues it. */
export function endsForGood(reason: unknown): boolean {
  return reason instanceof JobCancelled || reason instanceof PermanentJobError;
}

export interface Following {
  /** Aborted with JobCancelled, with PermanentJobError, or when another worker has the record. */
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
  /** Ends it; nothing is written after it has resolved. */
  stop(): Promise<void>;
}

/** Progress is written, and told, at most this often. */
const writeEvery = 250;
/** How long a cancellation, while there is no progress to write, and a withdrawn right stay unnoticed at most. */
const lookEvery = 500;

/** Keeps the record of a running job up to date, and notices when the job is not to go on. */
export function followRecord({ db, id, attempt, onWritten, authorize, log }: FollowOptions): Following {
  const gone = new AbortController();
  let latest: JobProgress | null = null;
  let lookedAt = performance.now();
  let authorizedAt = performance.now();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> = Promise.resolve();

  const tick = async () => {
    const progress = latest;
    if (progress === null && performance.now() - lookedAt < lookEvery) return;
    latest = null;
    try {
      const row = progress === null ? await look() : await write(progress);
      lookedAt = performance.now();
      if (row === null) gone.abort(await whyGone());
      else if (progress !== null) await onWritten(row);
      if (performance.now() - authorizedAt >= lookEvery) {
        authorizedAt = performance.now();
        await authorize();
      }
    } catch (error) {
      if (error instanceof PermanentJobError) return gone.abort(error);
      // The database may be away for a moment; the job itself notices when it is away for longer.
      latest ??= progress;
      log('warn', `The progress of job ${id} was not written: ${(error as Error).message}`);
    }
  };
  const schedule = () => {
    if (isStopped || gone.signal.aborted) return;
    timer = setTimeout(() => {
      ticking = tick().then(schedule);
    }, writeEvery);
  };
  schedule();

  const whyGone = async () => {
    const row = await db.selectFrom('table_jobs').select('status').where('id', '=', id).executeTakeFirst();

    return row === undefined || row.status === 'cancelled'
      ? new JobCancelled(`The job ${id} was cancelled.`)
      : new Error(`Another worker has taken over the job ${id}.`);
  };
  const mine = () => sql<boolean>`id = ${id} and attempt = ${attempt} and status = 'processing'`;
  const look = async () =>
    (await db.selectFrom('table_jobs').selectAll().where(mine()).executeTakeFirst()) ?? null;
  const write = async ({ total, entries, failed }: JobProgress) =>
    (await db
      .updateTable('table_jobs')
      .set({ total, entries, ...(failed !== undefined && { failed }) })
      .where(mine())
      .returningAll()
      .executeTakeFirst()) ?? null;

  return {
    signal: gone.signal,
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
