import type { Kysely } from 'kysely';
import type { JobResult } from 'pg-boss';
import type { Database } from '../database/Database.ts';
import { deadLetterQueue } from './createQueues.ts';
import type { OpenJobs } from './openJobs.ts';
import { Requeue } from './Requeue.ts';
import type { JobLog } from './reportBossErrors.ts';
import {
  type AnyJobKind,
  type JobRunner,
  reportFailedJob,
  requeueJob,
  runJob,
  type StoredJob,
} from './runJob.ts';

export interface WorkerOptions {
  readonly jobs: OpenJobs;
  readonly db: Kysely<Database>;
  readonly kinds: readonly AnyJobKind[];
  /** Names of the queues to work on. */
  readonly queues: readonly string[];
  /** Called with the data of a job whose kind this release does not have. */
  readonly onUnknown?: (data: object, error: Error) => Promise<void>;
  readonly log: JobLog;
}

export interface Workers {
  /**
   * Accepts no more jobs, waits `patience` milliseconds (1,000 by default) for the running ones, then aborts them, and
   * requeues those that have not ended, so that another worker runs them immediately.
   */
  stop(patience?: number): Promise<void>;
}

/** Time that aborted jobs have to end. */
const endMilliseconds = 5_000;

/** New jobs are announced immediately; retries and dead letters are polled for. */
const settings = {
  includeMetadata: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

/** Runs the jobs of queues in this process. */
export async function startWorkers(options: WorkerOptions): Promise<Workers> {
  const { jobs, db, queues, log, onUnknown } = options;
  const { boss } = jobs;
  const kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
  const stopping = new AbortController();
  const runner: JobRunner = { boss, db, kinds, onUnknown, log, stopping: stopping.signal };
  const running = new Map<StoredJob, Promise<unknown>>();

  for (const queue of queues) {
    const { concurrency = 1 } = jobs.queues[queue] ?? {};
    for (let n = 0; n < concurrency; n++) {
      await each<JobResult>(
        (handle) => boss.work(queue, { ...settings, perJobResults: true }, handle),
        (job) => runJob(runner, job),
      );
    }
    await each(
      (handle) => boss.work(deadLetterQueue(queue), settings, handle),
      (job) => reportFailedJob(runner, job),
    );
  }

  /** Looks for the next job immediately; pg-boss waits for its next poll otherwise. */
  async function each<Result>(
    work: (handle: (taken: StoredJob[]) => Promise<Result[]>) => Promise<string>,
    handleOne: (job: StoredJob) => Promise<Result>,
  ): Promise<void> {
    const worker: string = await work(async (taken) => {
      try {
        return await Promise.all(taken.map((job) => tracked(job, handleOne(job))));
      } finally {
        boss.notifyWorker(worker);
      }
    });
  }

  async function tracked<Result>(job: StoredJob, work: Promise<Result>): Promise<Result> {
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
      stopping.abort(new Requeue('The process is stopping.'));
      if (await allEnded(endMilliseconds)) return;
      // A job that ignores its signal: a result that it still produces here is discarded.
      for (const job of running.keys()) {
        await requeueJob(runner, job).catch((error) =>
          log('warn', `A job was not requeued: ${error instanceof Error ? error.message : String(error)}`),
        );
      }
    },
  };
}

async function settledWithin(work: readonly Promise<unknown>[], milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const settled = Promise.allSettled(work).then(() => true);

  return Promise.race([settled, late]).finally(() => clearTimeout(timer));
}
