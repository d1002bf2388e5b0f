import type { Kysely } from 'kysely';
import type { JobResult } from 'pg-boss';
import type { Database } from '../database/Database.ts';
import { lanes, Requeue } from './Jobs.ts';
import { deadLetterQueue, type JobLog, laneOf, type OpenJobs } from './openJobs.ts';
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
  /** Names of the queues whose jobs run here. */
  readonly queues: readonly string[];
  /** Called for each job that has failed permanently. */
  readonly onFailure?: JobRunner['onFailure'];
  readonly log: JobLog;
}

export interface Workers {
  /**
   * Stops taking jobs and waits `patience` milliseconds (defaults to 1,000) for running ones. Then aborts and requeues them,
   * so that another worker runs them immediately.
   */
  stop(patience?: number): Promise<void>;
}

/** Time limit for aborted jobs to end. */
const endMilliseconds = 5_000;

/** Workers are notified of new jobs; they poll for retries and dead letters. */
const settings = {
  includeMetadata: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

/** Runs the jobs of queues in this process. */
export async function startWorkers(options: WorkerOptions): Promise<Workers> {
  const { jobs, db, queues, log, onFailure } = options;
  const { boss } = jobs;
  const kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
  const stopping = new AbortController();
  const runner: JobRunner = { boss, db, kinds, onFailure, log, stopping: stopping.signal };
  const running = new Map<StoredJob, Promise<unknown>>();

  for (const queue of queues) {
    const { concurrency = 1 } = jobs.queues[queue] ?? {};
    for (const lane of lanes) {
      const isUsed = options.kinds.some((kind) => kind.queue === queue && kind.lane === lane);
      // Without a kind, one worker reports jobs of kinds that were removed.
      for (let n = 0; n < (isUsed ? concurrency : 1); n++) {
        await each<JobResult>(
          (handle) => boss.work(laneOf(queue, lane), { ...settings, perJobResults: true }, handle),
          (job) => runJob(runner, job),
        );
      }
    }
    await each(
      (handle) => boss.work(deadLetterQueue(queue), settings, handle),
      (job) => reportFailedJob(runner, job),
    );
  }

  /** Fetches the next job immediately after one; pg-boss would wait for its next poll. */
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
        const names = [...lanes.map((lane) => laneOf(queue, lane)), deadLetterQueue(queue)];
        for (const name of names) await boss.offWork(name, { wait: false });
      }
      if (await allEnded(patience)) return;
      stopping.abort(new Requeue('The process is stopping.'));
      if (await allEnded(endMilliseconds)) return;
      // Jobs that ignore their signal: their results are discarded.
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
