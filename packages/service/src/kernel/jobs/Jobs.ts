import type { Kysely } from 'kysely';
import type { Database } from '../database/Database.ts';

/** A type of job, declared by `defineJob`: what it takes to send one. */
export interface JobType<Data extends object> {
  /** Unique, for example `export`; stored with each job. */
  readonly name: string;
  /** Name of the queue, as configured. */
  readonly queue: string;
  /** @throws TypeError that names each member that its schema does not accept. */
  check(data: Data): void;
  /** The kind of job for `jobs` of a module, which workers run. */
  handledBy(handler: JobHandler<Data>): JobKind<Data>;
}

export interface JobHandler<Data extends object> {
  /** Runs one job. A rejection leads to another attempt, with the queue's delay, until its attempts are used up. */
  run(data: Data, job: RunningJob): Promise<void>;
  /** Called once when the last attempt has failed, or the job ran out of time for good. */
  failed?(data: Data, error: Error): Promise<void>;
}

/** A type of job with what workers do for it, in whichever process takes it from its queue. */
export interface JobKind<Data extends object> extends JobType<Data>, JobHandler<Data> {}

export interface RunningJob {
  readonly id: string;
  /** 1 at the first attempt. */
  readonly attempt: number;
  /** Aborted when the process stops or the job has lost its claim: end soon, and reject with its reason. */
  readonly signal: AbortSignal;
  /**
   * For a transaction that changes something: throws when the job was given to another attempt, and keeps it from being
   * given away until the transaction ends. So nothing is written by an attempt that was taken for lost.
   */
  fence(transaction: Kysely<Database>): Promise<void>;
}

export interface Jobs {
  /**
   * Puts a job on its queue and returns its id; given a transaction, the job is there only if that commits.
   *
   * @throws ServiceError `service.queue_missing` when the queue was never created; TypeError for data that its schema
   * does not accept.
   */
  send<Data extends object>(type: JobType<Data>, data: NoInfer<Data>, options?: SendOptions): Promise<string>;
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
