import { say } from '@rowhouse/problems';
import { fromKysely, PgBoss, type Queue } from 'pg-boss';
import { ServiceError, StartError } from '../../base/errors.ts';
import type { Config, QueueConfig } from '../config/Config.ts';
import { connectionRemedy, lacksConnections } from '../database/databaseErrors.ts';
import { destinationOf } from '../database/primaryHost.ts';
import { type JobLane, type Jobs, lanes } from './Jobs.ts';

interface OpenJobsOptions {
  /** Connection URL of the service's database. */
  readonly url: string;
  readonly queues: Config['queues'];
  /** Whether this process runs jobs, too, instead of only sending them. */
  readonly works: boolean;
  readonly log: JobLog;
}

/** The queues, in the schema `jobs` of the service's database. */
export interface OpenJobs extends Jobs {
  readonly boss: PgBoss;
  readonly queues: Config['queues'];
  close(): Promise<void>;
}

/** States of waiting and running jobs. */
const open: ReadonlySet<string> = new Set(['created', 'retry', 'active']);

/** In addition to the listening connection; sending, fetching and completing jobs are short. */
const poolSize = 3;

/** Opens the job queues, and creates the configured ones. The database may be unavailable at any time later. */
export async function openJobs({ url, queues, works, log }: OpenJobsOptions): Promise<OpenJobs> {
  // Delay until the job of a killed worker is noticed, in addition to its heartbeat.
  const superviseSeconds = Math.max(1, Math.floor(leastHeartbeat(queues) / 3));
  const boss = new PgBoss({
    ...destinationOf(url),
    application_name: 'rowhouse jobs',
    schema: 'jobs',
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    schedule: works,
    supervise: works,
    useListenNotify: works,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  reportBossErrors(boss, log);
  try {
    await boss.start();
    await createQueues(boss, queues);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw permissionError(error) ?? error;
  }

  return {
    boss,
    queues,
    send: async (type, data, { db, startAfter, interruptions, priority } = {}) => {
      type.check(data);
      const { name, queue, lane } = type;
      const envelope: JobEnvelope = { kind: name, data };
      const { attempts = 1 } = queues[queue] ?? {};
      const options = {
        ...(db && { db: fromKysely(db) }),
        ...(startAfter && { startAfter }),
        ...(priority !== undefined && { priority }),
        ...(interruptions !== undefined && { retryLimit: attempts - 1 + interruptions }),
      };
      const id = await boss.send(laneOf(queue, lane), envelope, options).catch((error: Error) => {
        if (/^Queue .* does not exist$/.test(error.message)) return null;
        throw error;
      });
      // Null, too, if the queue was deleted after pg-boss had looked it up.
      if (id === null) throw queueMissing(queue);

      return id;
    },
    hasOpen: async (data) => {
      // A job may move from its queue to the dead-letter queue; in this order it is found in one of them.
      const names = (await boss.getQueues()).map(({ name }) => name).sort(deadLettersLast);
      for (const name of names) {
        const found = await boss.findJobs(name, { data: { data } });
        if (found.some(({ state }) => open.has(state))) return true;
      }

      return false;
    },
    close: () => boss.stop({ graceful: false }),
  };
}

function leastHeartbeat(queues: Config['queues']): number {
  return Math.min(...Object.values(queues).map(({ heartbeatSeconds }) => heartbeatSeconds));
}

function queueMissing(queue: string): ServiceError {
  return new ServiceError(
    'service.queue_missing',
    say`The queue "${queue}" is missing. Ask the operator to restart the service, which creates it.`,
  );
}

function permissionError(error: unknown): StartError | null {
  if ((error as { code?: unknown }).code !== '42501') return null;

  return new StartError(
    `The database user may not create the schema of the job queues: ${(error as Error).message}. Permit it to create ` +
      'schemas ("grant create on database … to …"), and start again.',
    { cause: error },
  );
}

const daySeconds = 86_400;

/** Creates or updates the configured queues, each with a dead-letter queue for permanently failed jobs. */
async function createQueues(boss: PgBoss, queues: Config['queues']): Promise<void> {
  for (const [name, queue] of Object.entries(queues)) {
    const deadLetter = deadLetterQueue(name);
    await create(boss, deadLetter, settings({ ...queue, expireSeconds: 60 }));
    for (const lane of lanes) await create(boss, laneOf(name, lane), { ...settings(queue), deadLetter });
  }
}

/** Name of the lane in pg-boss. Names of configured queues have no dot. */
export function laneOf(queue: string, lane: JobLane): string {
  return lane === 'service' ? queue : `${queue}.${lane}`;
}

export function deadLetterQueue(name: string): string {
  return `${name}.dead`;
}

function deadLettersLast(a: string, b: string): number {
  return Number(a.endsWith('.dead')) - Number(b.endsWith('.dead'));
}

function settings(queue: QueueConfig): Omit<Queue, 'name'> {
  return {
    expireInSeconds: queue.expireSeconds,
    retryLimit: queue.attempts - 1,
    retryDelay: queue.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: queue.retryDelayMaxSeconds,
    heartbeatSeconds: queue.heartbeatSeconds,
    // Notifies workers of new jobs, so that they need not poll.
    notify: true,
    // Completed jobs are kept for a while, for operators.
    deleteAfterSeconds: 7 * daySeconds,
  };
}

async function create(boss: PgBoss, name: string, options: Omit<Queue, 'name'>): Promise<void> {
  await boss.createQueue(name, options);
  await boss.updateQueue(name, options);
}

export type JobLog = (level: 'info' | 'warn' | 'error', message: string) => void;

/** Equal messages within this time are counted, not repeated: every worker fails while the database is unavailable. */
const quietMilliseconds = 10_000;

/** Logs errors and warnings of pg-boss. Without a listener the first error would end the process. */
function reportBossErrors(boss: PgBoss, log: JobLog, now: () => number = Date.now): void {
  const reported = new Map<string, { since: number; suppressed: number }>();
  const report = (level: 'warn' | 'error', what: string) => {
    const text = what.replace(/ \(Queue: .*\)$/, '');
    const known = reported.get(text);
    if (known !== undefined && now() - known.since < quietMilliseconds) {
      known.suppressed++;

      return;
    }
    const times =
      known !== undefined && known.suppressed > 0 ? ` (and ${known.suppressed} times before)` : '';
    for (const [other, { since }] of reported) if (now() - since >= quietMilliseconds) reported.delete(other);
    reported.set(text, { since: now(), suppressed: 0 });
    log(level, `The job queues: ${text}${times}`);
  };
  boss.on('error', (error) =>
    report('error', lacksConnections(error) ? `${messageOf(error)}. ${connectionRemedy}` : messageOf(error)),
  );
  boss.on('warning', ({ message }) => report('warn', message));
}

/** An AggregateError of connection attempts has no message. */
function messageOf(error: Error & { readonly code?: string; readonly errors?: readonly Error[] }): string {
  return error.message || error.errors?.[0]?.message || error.code || 'an error without a message';
}

/** The data of a job as stored in its queue. */
export interface JobEnvelope {
  /** Name of the kind. */
  readonly kind: string;
  readonly data: object;
  /** Attempts before the job was requeued, which makes it a new job for pg-boss. */
  readonly earlier?: number;
}

/** Null for data that this service did not send. */
export function readEnvelope(stored: unknown): JobEnvelope | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { kind, data, earlier = 0 } = stored as Partial<JobEnvelope>;
  if (typeof kind !== 'string' || typeof data !== 'object' || data === null || !Number.isInteger(earlier))
    return null;

  return { kind, data, earlier };
}
