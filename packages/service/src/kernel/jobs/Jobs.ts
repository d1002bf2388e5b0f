import type { Kysely } from 'kysely';
import type { Database } from '../database/Database.ts';

/** A kind of work that is done later, by whichever process takes it from its queue. */
export interface JobKind<Data extends object> {
  /** Unique, for example `export`; stored with each job. */
  readonly name: string;
  /** Name of the queue, as configured. */
  readonly queue: string;
  /** Runs one job. A rejection leads to another attempt, with the queue's delay, until its attempts are used up. */
  run(data: Data, job: RunningJob): Promise<void>;
  /** Told once when the last attempt has failed, or the job ran out of time for good. */
  failed?(data: Data, error: Error): Promise<void>;
}

export interface RunningJob {
  readonly id: string;
  /** 1 at the first attempt. */
  readonly attempt: number;
  /** Aborted when the process stops or the job has lost its claim: end soon, and reject with its reason. */
  readonly signal: AbortSignal;
}

export interface Jobs {
  /**
   * Puts a job on its queue and answers its id; given a transaction, the job is there only if that commits.
   * Throws `service.queue_missing` when the queue was never created.
   */
  send<Data extends object>(
    kind: Pick<JobKind<Data>, 'name' | 'queue'>,
    data: Data,
    options?: SendOptions,
  ): Promise<string>;
  /** Whether a job that waits or runs, in any queue, has these members in its data. */
  hasOpen(data: object): Promise<boolean>;
}

export interface SendOptions {
  /** A transaction. */
  readonly db?: Kysely<Database>;
  readonly startAfter?: Date;
  /**
   * How often, besides the attempts of its queue, the job may be begun anew because its worker was killed. Its kind
   * counts attempts that failed by itself then.
   */
  readonly interruptions?: number;
  /** Jobs with a higher priority are taken first; 0 by default. */
  readonly priority?: number;
}
