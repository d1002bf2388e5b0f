import { runAs } from '@rowhouse/integrations';
import { openJobStatuses } from '@rowhouse/table-protocol/internal';
import type { Table } from '@rowhouse/tables';
import { sql } from 'kysely';
import type { GrantRefusal } from '../../kernel/access/Grant.ts';
import { permits, type User } from '../../kernel/access/User.ts';
import { Requeue, type RunningJob } from '../../kernel/jobs/Jobs.ts';
import { endTableJob, failTableJob, type JobEnd, runBeforeHooks } from './endTableJob.ts';
import { type FailureReason, failureReason } from './failureReason.ts';
import { type Following, followRecord } from './followRecord.ts';
import { grantOf } from './jobGrant.ts';
import { type JobCode, storedOutcome } from './jobOutcome.ts';
import { publishJob } from './presentJob.ts';
import {
  PermanentJobError,
  type TableJobData,
  type TableJobDependencies,
  type TableJobRow,
} from './tableJob.ts';

/** One attempt at a job. */
export interface TableJobAttempt {
  readonly row: TableJobRow;
  /** The owner with the current rights of the grant, and the language and time zone of the request. */
  readonly user: User;
  readonly table: Table;
  /** Aborted when the job is cancelled, no longer permitted, or owned by another worker: reject soon. */
  readonly cancelled: AbortSignal;
  /** Aborted when this process shuts down: reject soon with its reason. */
  readonly shutdown: AbortSignal;
  readonly report: Following['report'];
  /** Rejects with PermanentJobError when the owner no longer has the permission. */
  authorize(): Promise<void>;
}

export interface TableWork {
  /** The permission that the owner must still have; null if none is needed. */
  permission(table: Table, row: TableJobRow): string | null;
  /** Does the work and returns the end of the job. Rejects with PermanentJobError if it can never succeed. */
  run(attempt: TableJobAttempt): Promise<JobEnd>;
  /** Called if the end came too late: the job is cancelled or owned by another worker. */
  discard?(end: JobEnd): Promise<void>;
}

/**
 * Runs one attempt at a job: claims its record, checks the owner's permissions, does the work and ends the job. Only the
 * attempt that claimed the record last can end it, so that a worker that was considered dead changes nothing.
 */
export async function runTableJob(
  dependencies: TableJobDependencies,
  { record: id }: TableJobData,
  job: RunningJob,
  work: TableWork,
): Promise<void> {
  const { db, logger } = dependencies;
  const row = await claim(dependencies, id, job.attempt);
  if (row === null) return;
  await dependencies.refreshTables?.(row.table_name);
  const publish = (changed: TableJobRow) => publishJob(dependencies, changed);
  await publish(row).catch((error: Error) =>
    logger.warn(`The start of job ${id} was not reported: ${error.message}`),
  );
  const permitted = () =>
    permittedUser(dependencies, row, work.permission(dependencies.tables.get(row.table_name), row));
  const authorize = async () => void (await permitted());
  const following = followRecord({ db, id, attempt: job.attempt, onWritten: publish, authorize, logger });
  const { signal: cancelled, report } = following;
  try {
    const table = dependencies.tables.get(row.table_name);
    const user = await permitted();
    await runBeforeHooks(dependencies, row);
    const attempt = { row, user, table, cancelled, shutdown: job.signal, report, authorize };
    const caller = { userId: user.id, route: work.permission(table, row) };
    const end = await runAs(caller, () => work.run(attempt));
    await following.stop();
    const isRefused = cancelled.reason instanceof PermanentJobError;
    if (isRefused || (await endTableJob(dependencies, id, end, job.attempt)) === null)
      await work.discard?.(end);
    if (isRefused) throw cancelled.reason;
  } catch (fault) {
    await following.stop();
    const isRefused = cancelled.reason instanceof PermanentJobError;
    if (cancelled.aborted && !isRefused) return;
    const error = isRefused ? cancelled.reason : fault;
    if (job.signal.aborted || error instanceof Requeue) throw error;
    const reason = failureReason(error);
    if (reason.isTransient && (await mayRetry(dependencies, row, reason))) throw error;
    logger.warn(`Job ${id} failed permanently: ${(error as Error).message}`);
    await failTableJob(dependencies, row, reason, job.attempt);
  }
}

/** Null if the job has ended, or a later attempt owns it. */
async function claim({ db }: TableJobDependencies, id: string, attempt: number): Promise<TableJobRow | null> {
  const row = await db
    .updateTable('table_jobs')
    .set((set) => ({
      status: 'processing',
      attempt,
      started_at: sql<Date>`coalesce(started_at, now())`,
      // An export restarts; an action continues.
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

/** Counts the failure and records its reason, which would be lost if the next attempt is killed. */
async function mayRetry(
  dependencies: TableJobDependencies,
  row: TableJobRow,
  reason: FailureReason,
): Promise<boolean> {
  const { db, config, logger } = dependencies;
  const { id, attempt } = row;
  const { attempts = 1 } = config.queues[config.tables.queues.exports] ?? {};
  try {
    const counted = await db
      .updateTable('table_jobs')
      .set({
        outcome: storedOutcome(row.name, reason),
        failures: sql<number>`failures + 1`,
      })
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .where('attempt', '=', attempt)
      .returning('failures')
      .executeTakeFirst();

    return (counted?.failures ?? 0) < Math.min(attempts, reason.maxFailures ?? attempts);
  } catch (fault) {
    // The database is unavailable; a later attempt may succeed.
    logger.warn(`The failure of job ${id} was not recorded: ${(fault as Error).message}`);

    return true;
  }
}

/** The user with the rights of the job's grant: at most those of the request, and at most those of now. */
async function permittedUser(
  { readGrant, config }: TableJobDependencies,
  row: TableJobRow,
  permission: string | null,
): Promise<User> {
  const grant = grantOf(row);
  const found = await readGrant(grant);
  if (typeof found === 'string') throw new PermanentJobError({ code: refusals[found] });
  if (!found.isActive) throw new PermanentJobError({ code: refusals.user });
  const { browserTimeZone: _, timeZone: ownTimeZone, ...account } = found;
  const { apiKey, impersonatedBy } = grant;
  const user: User = Object.freeze({
    ...account,
    language: row.language,
    timeZone: row.time_zone ?? config.tables.timeZone,
    ownTimeZone,
    isImpersonated: impersonatedBy !== null,
    impersonatedBy,
    apiKey,
  });
  if (permission !== null && !permits(user, permission)) {
    const code = apiKey === null ? 'user.no_permission' : 'api_key.no_permission';
    throw new PermanentJobError({ code, parameters: { permission } });
  }

  return user;
}

const refusals: Readonly<Record<GrantRefusal, JobCode>> = {
  user: 'user.inactive',
  'api-key': 'api_key.invalid',
  impersonation: 'impersonation.ended',
};
