import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/Database.ts';
import type { JobLog } from '../jobs/reportBossErrors.ts';
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
  readonly log: JobLog;
}

/** Why a job is not to go on: its owner wants so. With any other reason somebody else goes on with it. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}

export interface Following {
  /** Aborted when the record is not this attempt's any more: with JobCancelled, or given to another worker. */
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
  /** Ends it; nothing is written after it has resolved. */
  stop(): Promise<void>;
}

/** Progress is written, and told, at most this often. */
const writeEvery = 250;
/** How long a cancellation stays unnoticed at most, while there is no progress to write. */
const lookEvery = 500;

/** Keeps the record of a running job up to date, and notices when the job is not to go on. */
export function followRecord({ db, id, attempt, onWritten, log }: FollowOptions): Following {
  const gone = new AbortController();
  let latest: JobProgress | null = null;
  let lookedAt = performance.now();
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
    } catch (error) {
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
      : new Error(`The job ${id} is another worker's by now.`);
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
