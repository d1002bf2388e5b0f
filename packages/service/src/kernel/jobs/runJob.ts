import { type Kysely, sql } from 'kysely';
import { fromKysely, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { Database } from '../database/Database.ts';
import { type JobFailure, type JobKind, Requeue, type RunningJob } from './Jobs.ts';
import { type JobEnvelope, type JobLog, type OpenJobs, readEnvelope } from './openJobs.ts';

export type AnyJobKind = JobKind<object>;

export type StoredJob = JobWithMetadata<unknown>;

export interface JobRunner {
  readonly boss: OpenJobs['boss'];
  readonly db: Kysely<Database>;
  readonly kinds: ReadonlyMap<string, AnyJobKind>;
  /** Called for each job that has failed permanently, after its kind. */
  readonly onFailure?: ((failure: JobFailure) => Promise<void>) | undefined;
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  readonly log: JobLog;
}

/** Runs one attempt. A job of an unknown kind or with invalid data goes to the dead-letter queue immediately. */
export async function runJob(runner: JobRunner, job: StoredJob): Promise<JobResult> {
  const { kinds, stopping, log } = runner;
  const envelope = readEnvelope(job.data);
  const kind = kinds.get(envelope?.kind ?? '');
  const fault = envelope === null || kind === undefined ? unknownKind(envelope) : faultOf(kind, envelope);
  if (envelope === null || kind === undefined || fault !== null) {
    const output = fault ?? unknownKind(envelope);
    log('error', output.message);

    return { id: job.id, status: 'deadletter', output };
  }
  const attempt = attemptOf(job, envelope);
  try {
    stopping.throwIfAborted();
    const signal = AbortSignal.any([job.signal, stopping]);
    await kind.run(envelope.data, { id: job.id, attempt, signal, fence: fenceOf(job) });
  } catch (error) {
    if (!(error instanceof Requeue || stopping.aborted)) {
      log('warn', `Attempt ${attempt} of ${kind.name} ${job.id} failed: ${details(error)}`);

      return { id: job.id, status: 'failed', output: asError(error) };
    }
    await requeueJob(runner, job);
  }

  return { id: job.id, status: 'completed' };
}

/** Replaces the job by a new one, unless another worker has taken it over. */
export function requeueJob({ boss, db, log }: JobRunner, job: StoredJob): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const { id, name, priority, retryCount, retryLimit, sourceName } = job;
    // A dead letter keeps its attempts to report the failure.
    if (sourceName !== null) return;
    const connection = { db: fromKysely(transaction) };
    const settled = (await boss.complete(name, { id, retryCount }, null, connection)) as {
      affected?: number;
    };
    const envelope = readEnvelope(job.data);
    if (settled.affected !== 1 || envelope === null) return;
    const again = { ...envelope, earlier: attemptOf(job, envelope) };
    const options = { ...connection, priority, retryLimit: Math.max(0, retryLimit - retryCount) };
    await boss.send(name, again, options);
    log('info', `Requeued in ${name}: ${envelope.kind} ${id}`);
  });
}

/** Reports a dead letter to its kind. */
export async function reportFailedJob(
  { kinds, onFailure, log }: JobRunner,
  { id, data, sourceOutput }: StoredJob,
): Promise<void> {
  const envelope = readEnvelope(data);
  const kind = kinds.get(envelope?.kind ?? '');
  const error = kind === undefined ? unknownKind(envelope) : storedError(sourceOutput);
  log('error', `Failed permanently: ${envelope?.kind} ${id}: ${error.message}`);
  if (envelope === null) return;
  const { kind: name, data: sent } = envelope;
  if (kind !== undefined && faultOf(kind, envelope) === null) await kind.failed?.(sent, error);
  await onFailure?.({ name, id, data: sent, error, isKnown: kind !== undefined });
}

function fenceOf({ id, name, retryCount }: StoredJob): RunningJob['fence'] {
  return async (transaction) => {
    const { rows } = await sql`
      select 1 from jobs.job
      where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}
      for no key update`.execute(transaction);
    if (rows.length === 0) throw new Error(`The job ${id} was taken over by another attempt.`);
  };
}

function attemptOf({ retryCount }: StoredJob, { earlier = 0 }: JobEnvelope): number {
  return earlier + retryCount + 1;
}

/** The fault of data that another release has sent; no attempt could succeed. */
function faultOf(kind: AnyJobKind, { data }: JobEnvelope): Error | null {
  try {
    kind.check(data);

    return null;
  } catch (error) {
    return asError(error);
  }
}

function unknownKind(envelope: JobEnvelope | null): Error {
  return new Error(
    envelope === null
      ? 'A job was not sent by this service.'
      : `This release has no job kind "${envelope.kind}"; it has been removed.`,
  );
}

function storedError(output: object | null): Error {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } };
  const text = message ?? value?.message;

  return new Error(typeof text === 'string' ? text : 'All attempts have failed.');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function details(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
