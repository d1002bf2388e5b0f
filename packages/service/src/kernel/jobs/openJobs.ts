import { fromKysely, PgBoss } from 'pg-boss';
import type { Config } from '../config/Config.ts';
import { ServiceError } from '../errors.ts';
import { StartError } from '../StartError.ts';
import { createQueues } from './createQueues.ts';
import type { JobEnvelope } from './JobEnvelope.ts';
import type { Jobs } from './Jobs.ts';
import { type JobLog, reportBossErrors } from './reportBossErrors.ts';

export interface OpenJobsOptions {
  /** Connection address of the service's database. */
  readonly url: string;
  readonly queues: Config['queues'];
  /** Whether this process will work on jobs, and not only send them. */
  readonly works: boolean;
  readonly log: JobLog;
}

/** The queues, in the schema `jobs` of the service's database. */
export interface OpenJobs extends Jobs {
  readonly boss: PgBoss;
  readonly queues: Config['queues'];
  close(): Promise<void>;
}

/** States of jobs that wait or run. */
const open: ReadonlySet<string> = new Set(['created', 'retry', 'active']);

/** Connections besides the one that listens: sending, fetching and settling are short. */
const poolSize = 3;

/** Opens the queues and creates those that are configured. The database may be away at any time later. */
export async function openJobs({ url, queues, works, log }: OpenJobsOptions): Promise<OpenJobs> {
  // How soon the job of a killed worker is noticed, besides its heartbeat.
  const superviseSeconds = Math.max(1, Math.floor(leastHeartbeat(queues) / 3));
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'rowhouse jobs',
    schema: 'jobs',
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    schedule: false,
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
    throw mayNotCreate(error) ?? error;
  }

  return {
    boss,
    queues,
    send: async (type, data, { db, startAfter, interruptions, priority } = {}) => {
      type.check(data);
      const { name, queue } = type;
      const envelope: JobEnvelope = { kind: name, data };
      const { attempts = 1 } = queues[queue] ?? {};
      const options = {
        ...(db && { db: fromKysely(db) }),
        ...(startAfter && { startAfter }),
        ...(priority !== undefined && { priority }),
        ...(interruptions !== undefined && { retryLimit: attempts - 1 + interruptions }),
      };
      const id = await boss.send(queue, envelope, options).catch((error: Error) => {
        if (/^Queue .* does not exist$/.test(error.message)) return null;
        throw error;
      });
      // Nothing is stored either when the queue was deleted after it had been looked up.
      if (id === null) throw queueMissing(queue);

      return id;
    },
    hasOpen: async (data) => {
      // A job goes from a queue to the one of its failures; in this order it is seen in one of them.
      const names = (await boss.getQueues()).map(({ name }) => name).sort((a, b) => a.length - b.length);
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
    `The queue "${queue}" is missing. Ask the operator to restart the service, which creates it.`,
  );
}

function mayNotCreate(error: unknown): StartError | null {
  if ((error as { code?: unknown }).code !== '42501') return null;

  return new StartError(
    `The database user may not create the schema of the job queues: ${(error as Error).message}. Permit it to create ` +
      'schemas ("grant create on database … to …"), and start again.',
    { cause: error },
  );
}
