import type { Kysely } from 'kysely';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '../database/Database.ts';

/**
 * Jobs of the service, background actions and jobs of modules wait in separate lanes of a queue, each with the queue's
 * `concurrency`: code of an application that never ends does not hold up exports and mails.
 */
export const lanes = ['service', 'actions', 'modules'] as const;

export type JobLane = (typeof lanes)[number];

/** A job type, declared with `defineJob`. */
export interface JobType<Data extends object> {
  /** Unique in the service, for example `export`. Stored with each job. */
  readonly name: string;
  /** Name of a configured queue. */
  readonly queue: string;
  readonly lane: JobLane;
  /** @throws TypeError that lists the members that do not match the schema. */
  check(data: Data): void;
  /** Adds the handler; return the result from `jobs` of a module. */
  handledBy(handler: JobHandler<Data>): JobKind<Data>;
}

export interface JobHandler<Data extends object> {
  /** Runs one job. A rejection leads to another attempt after the queue's delay, up to the queue's number of attempts. */
  run(data: Data, job: RunningJob): Promise<void>;
  /** Called once when the last attempt has failed or timed out. */
  failed?(data: Data, error: Error): Promise<void>;
}

/** A job type with its handler, which workers run. */
export interface JobKind<Data extends object> extends JobType<Data>, JobHandler<Data> {}

/** A job whose last attempt has failed, or which no module of this release declares. */
export interface JobFailure {
  /** Name of the job. */
  readonly name: string;
  /** Id of the job in its queue. */
  readonly id: string;
  readonly data: object;
  readonly error: Error;
  /** Whether a module of this release declares the job. */
  readonly isKnown: boolean;
}

export interface RunningJob {
  readonly id: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted when the process stops or the job is no longer assigned to this attempt. Then reject with its reason. */
  readonly signal: AbortSignal;
  /**
   * Locks the job until the transaction ends; throws if it was assigned to another attempt. Call it in each transaction
   * that writes, so that an attempt that was considered lost writes nothing.
   */
  fence(transaction: Kysely<Database>): Promise<void>;
}

export interface Jobs {
  /**
   * Sends a job to its queue and resolves with its id. With a transaction in `options.db`, the job exists when that commits.
   *
   * @throws ServiceError `service.queue_missing` if the queue does not exist; TypeError if `data` does not match the schema.
   */
  send<Data extends object>(type: JobType<Data>, data: NoInfer<Data>, options?: SendOptions): Promise<string>;
  /** Whether any queue has a waiting or running job whose data contains these members. */
  hasOpen(data: object): Promise<boolean>;
}

export interface SendOptions {
  /** A transaction. */
  readonly db?: Kysely<Database>;
  /** The job does not start earlier; immediately by default. */
  readonly startAfter?: Date;
  /**
   * Number of additional attempts, for jobs whose worker was killed. The handler has to limit failed attempts itself then.
   */
  readonly interruptions?: number;
  /** Jobs with a higher priority run first. Defaults to 0. */
  readonly priority?: number;
}

interface JobName {
  /** Unique in the service, such as `report`. Stored with each job. */
  readonly name: string;
  /** Name of a configured queue. */
  readonly queue: string;
}

/**
 * Declares a job type: name, queue and data. With a schema, `jobs.send` and the worker validate the data.
 *
 *     export const report = defineJob({ name: 'report', queue: 'heavy', data: Type.Object({ month: Type.String() }) });
 *
 *     routes: (app, { jobs }) => … await jobs.send(report, { month: '2026-11' });
 *     jobs: ({ db }) => [report.handledBy({ run: async ({ month }, { signal }) => … })],
 */
export function defineJob<const Schema extends TObject>(
  job: JobName & { readonly data: Schema },
): JobType<Static<Schema>>;
/** Without a schema, data is only type-checked: `defineJob<{ month: string }>({ name: 'report', queue: 'heavy' })`. */
export function defineJob<Data extends object>(job: JobName): JobType<Data>;
export function defineJob(job: JobName & { data?: TObject }): JobType<object> {
  return jobType(job, 'modules');
}

/** The same for the built-in modules. */
export function defineServiceJob<Data extends object>(
  job: JobName,
  lane: JobLane = 'service',
): JobType<Data> {
  return jobType(job, lane) as JobType<Data>;
}

/** Declares the job of an entry of a module's schedule. */
export function scheduledJob(name: string, queue: string, lane: JobLane): JobType<object> {
  return jobType({ name, queue }, lane);
}

function jobType(
  { name, queue, data: schema }: JobName & { data?: TObject },
  lane: JobLane,
): JobType<object> {
  const check = (data: object) => {
    if (schema === undefined || Value.Check(schema, data)) return;
    const faults = Value.Errors(schema, data).map(
      ({ instancePath, message }) =>
        `${['data', ...instancePath.split('/').slice(1)].join('.')} ${message}, and is ${valueText(data, instancePath)}`,
    );
    throw new TypeError(
      `The data of the job "${name}" is not valid: ${faults.join('; ')}. Send what its schema requires.`,
    );
  };
  const type: JobType<object> = {
    name,
    queue,
    lane,
    check,
    handledBy: (handler) => ({ ...type, ...handler }),
  };

  return type;
}

function valueText(data: object, path: string): string {
  const text = JSON.stringify(path === '' ? data : Value.Pointer.Get(data, path)) ?? 'undefined';

  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/**
 * Returns a job to its queue without a failed attempt; another worker continues it immediately. Workers abort with it when
 * their process stops; a handler may reject with it.
 */
export class Requeue extends Error {
  override readonly name = 'Requeue';
}
