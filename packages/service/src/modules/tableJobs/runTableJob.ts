import { runAs } from '@rowhouse/integrations';
import { openJobStatuses } from '@rowhouse/table-protocol';
import type { Table } from '@rowhouse/tables';
import { sql } from 'kysely';
import { permits, type User } from '../../kernel/access/User.ts';
import { Requeue, type RunningJob } from '../../kernel/jobs/Jobs.ts';
import { endTableJob, type JobEnd } from './endTableJob.ts';
import { failTableJob } from './failTableJob.ts';
import { type FailureReason, failureReason } from './failureReason.ts';
import { type Following, followRecord } from './followRecord.ts';
import { askBeforeJob } from './jobHooks.ts';
import { PermanentJobError } from './PermanentJobError.ts';
import { presentJob } from './presentJob.ts';
import type { TableJobParts } from './TableJobParts.ts';
import type { TableJobData } from './tableJobAddress.ts';
import type { TableJobRow } from './tableJobsTable.ts';

/** One attempt at a job, as the work itself sees it. */
export interface TableJobAttempt {
  readonly row: TableJobRow;
  /** As of now, in the language and the time zone of the request. */
  readonly user: User;
  readonly table: Table;
  /** Aborted when the job is cancelled, no longer permitted or given to another worker: end soon, and reject. */
  readonly gone: AbortSignal;
  /** Aborted when this process is to leave the job: end soon, and reject with its reason. */
  readonly leave: AbortSignal;
  readonly report: Following['report'];
}

export interface TableWork {
  /** The permission that the owner must still have; null when none is needed. */
  permission(table: Table, row: TableJobRow): string | null;
  /** Does the work, and answers how the job ends. Rejects with PermanentJobError when it can never be done. */
  run(attempt: TableJobAttempt): Promise<JobEnd>;
  /** Told when the end came too late: the job is somebody else's, or cancelled. */
  discard?(end: JobEnd): Promise<void>;
}

/**
 * Runs one attempt at a job: claims its record, looks at the owner's rights again, does the work and ends the job. Only
 * the attempt that claimed the record last can end it, so that a worker that was taken for dead changes nothing.
 */
export async function runTableJob(
  parts: TableJobParts,
  { record: id }: TableJobData,
  job: RunningJob,
  work: TableWork,
): Promise<void> {
  const { db, log } = parts;
  const row = await claim(parts, id, job.attempt);
  if (row === null) return;
  const tell = (told: TableJobRow) => publish(parts, told);
  await tell(row).catch((error: Error) =>
    log('warn', `The start of job ${id} was not reported: ${error.message}`),
  );
  const authorize = () => permittedUser(parts, row, work.permission(parts.tables.get(row.table_name), row));
  const following = followRecord({ db, id, attempt: job.attempt, onWritten: tell, authorize, log });
  const { signal: gone, report } = following;
  try {
    const table = parts.tables.get(row.table_name);
    const user = await authorize();
    await askBeforeJob(parts, row);
    const attempt = { row, user, table, gone, leave: job.signal, report };
    const caller = { userId: user.id, route: work.permission(table, row) };
    const end = await runAs(caller, () => work.run(attempt));
    await following.stop();
    const isRefused = gone.reason instanceof PermanentJobError;
    if (isRefused || (await endTableJob(parts, id, end, job.attempt)) === null) await work.discard?.(end);
    if (isRefused) throw gone.reason;
  } catch (fault) {
    await following.stop();
    const isRefused = gone.reason instanceof PermanentJobError;
    if (gone.aborted && !isRefused) return;
    const error = isRefused ? gone.reason : fault;
    if (job.signal.aborted || error instanceof Requeue) throw error;
    const reason = failureReason(error);
    if (reason.isPassing && (await mayTryAgain(parts, row, reason))) throw error;
    log('warn', `Job ${id} failed permanently: ${(error as Error).message}`);
    await failTableJob(parts, row, reason, job.attempt);
  }
}

/** Null when the job has ended, or a later attempt has it. */
async function claim({ db }: TableJobParts, id: string, attempt: number): Promise<TableJobRow | null> {
  const row = await db
    .updateTable('table_jobs')
    .set((set) => ({
      status: 'processing',
      attempt,
      started_at: sql<Date>`coalesce(started_at, now())`,
      // An export begins anew; an action goes on.
      total: sql<
        number | null
      >`case when ${set.ref('kind')} = 'export' then null else ${set.ref('total')} end`,
      entries: sql<number>`case when ${set.ref('kind')} = 'export' then 0 else ${set.ref('entries')} end`,
    }))
    .where('id', '=', id)
    .where('status', 'in', openJobStatuses)
    .where('attempt', '<', attempt)
    .returningAll()
    .executeTakeFirst();

  return row ?? null;
}

/** Counts the failure, and notes why: should the next attempt be killed, nobody else would know. */
async function mayTryAgain(
  { db, config, translate, log }: TableJobParts,
  { id, attempt, language }: TableJobRow,
  reason: FailureReason,
): Promise<boolean> {
  const { attempts = 1 } = config.queues[config.tables.queues.exports] ?? {};
  try {
    const counted = await db
      .updateTable('table_jobs')
      .set({
        message: translate(language, reason.text, reason.parameters),
        failures: sql<number>`failures + 1`,
      })
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .where('attempt', '=', attempt)
      .returning('failures')
      .executeTakeFirst();

    return (counted?.failures ?? 0) < Math.min(attempts, reason.mostFailures ?? attempts);
  } catch (fault) {
    // The database is away: a later attempt will find it.
    log('warn', `The failure of job ${id} was not recorded: ${(fault as Error).message}`);

    return true;
  }
}

async function publish({ events, secret }: TableJobParts, row: TableJobRow): Promise<void> {
  await events.publish(row.created_by, { event: 'job', data: presentJob(row, secret) });
}

async function permittedUser(
  { users, config }: TableJobParts,
  row: TableJobRow,
  permission: string | null,
): Promise<User> {
  const known = await users.find(row.created_by);
  if (!known?.isActive)
    throw new PermanentJobError('Your account is not active. Ask an administrator to activate it.');
  const { browserTimeZone: _, timeZone: ownTimeZone, ...account } = known;
  const user: User = Object.freeze({
    ...account,
    language: row.language,
    timeZone: row.time_zone ?? config.tables.timeZone,
    ownTimeZone,
    isImpersonated: false,
    impersonatedBy: null,
  });
  if (permission !== null && !permits(user, permission)) {
    throw new PermanentJobError(
      'You no longer have the permission {permission}. Ask an administrator for it.',
      {
        permission,
      },
    );
  }

  return user;
}
