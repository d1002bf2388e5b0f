import { createTables, type TableDefinition } from '@rowhouse/tables';
import { userDirectory } from './access/userDirectory.ts';
import { apiCallErrorJob } from './apiCalls/apiCallErrorJob.ts';
import { keepLogsPruned } from './apiCalls/keepLogsPruned.ts';
import { avatarJob } from './avatars/avatarJob.ts';
import { serviceAvatars } from './avatars/serviceAvatars.ts';
import type { Config } from './config/Config.ts';
import { connect } from './database/connect.ts';
import { exportWork } from './exports/exportWork.ts';
import type { FileStore } from './files/FileStore.ts';
import type { OpenJobs } from './jobs/openJobs.ts';
import type { JobLog } from './jobs/reportBossErrors.ts';
import { startWorkers } from './jobs/startWorkers.ts';
import { keepSwept } from './keepSwept.ts';
import type { OpenNotifications } from './notifications/openNotifications.ts';
import { actionWork } from './tableActions/actionWork.ts';
import { giveUpTableJob } from './tableJobs/failTableJob.ts';
import type { TableJobParts } from './tableJobs/TableJobParts.ts';
import { tableJobKind } from './tableJobs/tableJobKind.ts';
import { tablesOptions } from './tables/tablesOptions.ts';

export interface WorkOptions {
  readonly config: Config;
  /** Connection address of the database. */
  readonly url: string;
  readonly jobs: OpenJobs;
  readonly notifications: OpenNotifications;
  readonly files: FileStore;
  readonly secret: string;
  /** Names of the queues to work on; all by default. */
  readonly queues?: readonly string[];
  /** The service's own by default. */
  readonly definitions?: readonly TableDefinition[];
  readonly log: JobLog;
}

export interface RunningWork {
  readonly queues: readonly string[];
  /** Takes no more jobs, hands back those that do not end soon, and closes the connections of the work. */
  stop(): Promise<void>;
}

/** Works on the queues in this process, with connections of its own: exports do not keep requests waiting. */
export async function startWork(options: WorkOptions): Promise<RunningWork> {
  const { config, url, jobs, notifications, files, secret, definitions, log } = options;
  const { queues = Object.keys(config.queues) } = options;
  const connection = connect({
    url,
    poolSize: poolSize(config, queues),
    onIdleError: (error) => log('warn', `An idle database connection of the workers ended: ${error.message}`),
  });
  const { db } = connection;
  const parts: TableJobParts = {
    db,
    events: notifications.events,
    notifier: notifications.notifier(jobs),
    users: userDirectory(db, 0),
    tables: createTables({
      ...tablesOptions({ db, config }),
      ...(definitions && { definitions }),
      onBackgroundError: (error) => log('warn', `Work of a table in the background failed: ${String(error)}`),
    }),
    files,
    secret,
    config,
    log,
  };
  const avatars = serviceAvatars({ db, files, config, log });
  try {
    parts.tables.all();
    const workers = await startWorkers({
      jobs,
      db,
      queues,
      log,
      kinds: [
        notifications.mailJob,
        tableJobKind(parts, 'export', exportWork(parts)),
        tableJobKind(parts, 'action', actionWork(parts)),
        avatarJob(avatars),
        apiCallErrorJob(parts),
      ],
      onUnknown: (data) => failUnknown(parts, data),
    });
    const stopSweeping = keepSwept(parts, { jobs, avatars });
    const stopPruning = keepLogsPruned({ db, days: config.apiCalls.keepDays, log });

    return {
      queues,
      stop: async () => {
        await stopPruning();
        await stopSweeping();
        await workers.stop();
        await connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * An export reads by one connection, and completes its rows by another; an avatar is stored by one. Some more for
 * progress. Mails use others.
 */
function poolSize({ queues, tables }: Config, names: readonly string[]): number {
  const name = tables.queues.exports;
  const exports = names.includes(name) ? (queues[name]?.concurrency ?? 1) : 0;
  const avatars = names.includes('avatars') ? (queues.avatars?.concurrency ?? 1) : 0;

  return 2 * exports + avatars + 4;
}

/** A job whose code is gone may belong to a record that somebody waits for. */
async function failUnknown(parts: TableJobParts, data: object): Promise<void> {
  const { record } = data as { record?: unknown };
  if (typeof record !== 'string' || !/^\d{1,18}$/.test(record)) return;
  await giveUpTableJob(parts, record, {
    text: 'What was to be done is not part of this release any more. Ask the operator.',
    isPassing: false,
  });
}
