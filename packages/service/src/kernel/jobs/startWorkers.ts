import type { Kysely } from 'kysely';
import { fromKysely, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { Database } from '../database/Database.ts';
import { deadLetterQueue } from './createQueues.ts';
import { HandBack } from './HandBack.ts';
import { type JobEnvelope, readEnvelope } from './JobEnvelope.ts';
import type { JobKind } from './Jobs.ts';
import type { OpenJobs } from './openJobs.ts';
import type { JobLog } from './reportBossErrors.ts';

/** Each kind has data of its own, which only it reads. */
export type AnyJobKind = JobKind<object>;

export interface WorkerOptions {
  readonly jobs: OpenJobs;
  readonly db: Kysely<Database>;
  readonly kinds: readonly AnyJobKind[];
  /** Names of the queues to work on. */
  readonly queues: readonly string[];
  /** Told of a job that no kind knows what to do with: its code is gone. */
  readonly onUnknown?: (data: object, error: Error) => Promise<void>;
  readonly log: JobLog;
}

export interface Workers {
  /**
   * Takes no more jobs; gives those that are running `patience` milliseconds to end, then asks them to, and hands back
   * to the queue what has not ended: it goes on elsewhere at once.
   */
  stop(patience?: number): Promise<void>;
}

type Stored = JobWithMetadata<unknown>;

/** What running jobs have after they were asked to end. */
const endMilliseconds = 5_000;

/** Works on queues in this process. */
export async function startWorkers(options: WorkerOptions): Promise<Workers> {
  const { jobs, db, queues, log } = options;
  const { boss } = jobs;
  const kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
  const stopping = new AbortController();
  const running = new Map<Stored, Promise<unknown>>();

  const run = async (job: Stored): Promise<JobResult> => {
    const envelope = readEnvelope(job.data);
    const kind = kinds.get(envelope?.kind ?? '');
    if (envelope === null || kind === undefined) {
      log('error', unknownKind(envelope).message);

      return { id: job.id, status: 'deadletter', output: unknownKind(envelope) };
    }
    const signal = AbortSignal.any([job.signal, stopping.signal]);
    try {
      stopping.signal.throwIfAborted();
      await kind.run(envelope.data, { id: job.id, attempt: attemptOf(job, envelope), signal });
    } catch (error) {
      if (error instanceof HandBack || stopping.signal.aborted) await handBack(job);
      else {
        log(
          'warn',
          `Attempt ${attemptOf(job, envelope)} of ${kind.name} ${job.id} failed: ${details(error)}`,
        );

        return { id: job.id, status: 'failed', output: asError(error) };
      }
    }

    return { id: job.id, status: 'completed' };
  };

  /** A new job in place of the old one, unless that is not this worker's any more. */
  const handBack = (job: Stored) =>
    db.transaction().execute(async (transaction) => {
      const { id, name, priority, retryCount, retryLimit, sourceName } = job;
      // One that has failed for good keeps its attempts to tell so.
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
      log('info', `Handed back to ${name}: ${envelope.kind} ${id}`);
    });

  const giveUp = async ({ id, data, sourceOutput }: Stored): Promise<void> => {
    const envelope = readEnvelope(data);
    const kind = kinds.get(envelope?.kind ?? '');
    const error = kind === undefined ? unknownKind(envelope) : storedError(sourceOutput);
    log('error', `Given up: ${envelope?.kind} ${id}: ${error.message}`);
    if (kind !== undefined && envelope !== null) await kind.failed?.(envelope.data, error);
    else if (envelope !== null) await options.onUnknown?.(envelope.data, error);
  };

  for (const queue of queues) {
    const { concurrency = 1 } = jobs.queues[queue] ?? {};
    for (let n = 0; n < concurrency; n++) {
      await each((handle) => boss.work(queue, { ...settings, perJobResults: true }, handle), run);
    }
    await each((handle) => boss.work(deadLetterQueue(queue), settings, handle), giveUp);
  }

  /** Without a pause after a job, since there may be more: the library looks again only after a while. */
  async function each<Result>(
    work: (handle: (taken: Stored[]) => Promise<Result[]>) => Promise<string>,
    handleOne: (job: Stored) => Promise<Result>,
  ): Promise<void> {
    const worker: string = await work(async (taken) => {
      try {
        return await Promise.all(taken.map((job) => tracked(job, handleOne(job))));
      } finally {
        boss.notifyWorker(worker);
      }
    });
  }

  async function tracked<Result>(job: Stored, work: Promise<Result>): Promise<Result> {
    running.set(job, work);
    try {
      return await work;
    } finally {
      running.delete(job);
    }
  }

  const allEnded = (milliseconds: number) => settledWithin([...running.values()], milliseconds);

  return {
    stop: async (patience = 1_000) => {
      for (const queue of queues) {
        for (const name of [queue, deadLetterQueue(queue)]) await boss.offWork(name, { wait: false });
      }
      if (await allEnded(patience)) return;
      stopping.abort(new HandBack('The process stops.'));
      if (await allEnded(endMilliseconds)) return;
      // Whatever does not listen: what it may still do here is not taken for the job's result any more.
      for (const job of running.keys()) {
        await handBack(job).catch((error) => log('warn', `A job was not handed back: ${text(error)}`));
      }
    },
  };
}

/** New jobs are told at once; jobs to be tried again, and those that have failed for good, are looked for. */
const settings = {
  includeMetadata: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

function attemptOf({ retryCount }: Stored, { earlier = 0 }: JobEnvelope): number {
  return earlier + retryCount + 1;
}

function unknownKind(envelope: JobEnvelope | null): Error {
  return new Error(
    envelope === null
      ? 'A job was not sent by this service.'
      : `This release does not know jobs of the kind "${envelope.kind}": what was to run has been removed.`,
  );
}

function storedError(output: object | null): Error {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } };
  const told = message ?? value?.message;

  return new Error(typeof told === 'string' ? told : 'The attempts are used up.');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** For the log. */
function details(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function settledWithin(work: readonly Promise<unknown>[], milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const settled = Promise.allSettled(work).then(() => true);

  return Promise.race([settled, late]).finally(() => clearTimeout(timer));
}
