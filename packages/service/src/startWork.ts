import { createTables, type TableDefinition } from '@rowhouse/tables';
import { combineTables } from './combineTables.ts';
import type { Service } from './createService.ts';
import { connectDatabases, type FoundDatabase } from './databases/index.ts';
import type { Config } from './kernel/config/Config.ts';
import { connect } from './kernel/database/Database.ts';
import { inModule } from './kernel/errors.ts';
import type { OpenJobs } from './kernel/jobs/openJobs.ts';
import type { AnyJobKind } from './kernel/jobs/runJob.ts';
import { startWorkers } from './kernel/jobs/startWorkers.ts';
import type { KernelContext, WorkContext } from './kernel/Module.ts';
import { type LiveTables, liveTables } from './liveTables.ts';
import { type Closing, closeAll, openContext } from './openContext.ts';
import type { Templates } from './tableSets.ts';

export interface WorkOptions
  extends Pick<KernelContext, 'config' | 'url' | 'secret' | 'events' | 'files' | 'log'> {
  readonly jobs: OpenJobs;
  readonly service: Service;
  /** Databases whose tables are worked on, too; none by default. */
  readonly found?: readonly FoundDatabase[];
  /** Those of the folder of templates; null for none. */
  readonly templates?: Templates | null;
  /** Names of the queues to work on; all by default. */
  readonly queues?: readonly string[];
  /** The tables of the modules by default. */
  readonly definitions?: readonly TableDefinition[];
}

export interface RunningWork {
  readonly queues: readonly string[];
  /** Works on the tables of a database that was not available at the start, too. */
  readonly add: LiveTables['add'];
  /**
   * Takes no more jobs, hands back those that do not end soon, and closes the modules, for `patience` milliseconds at most
   * (10 seconds by default), and the connections of the work.
   */
  stop(patience?: number): Promise<void>;
}

/** Works on the queues in this process, with connections of its own: exports do not keep requests waiting. */
export async function startWork(options: WorkOptions): Promise<RunningWork> {
  const {
    service,
    definitions,
    found = [],
    templates = null,
    queues = Object.keys(options.config.queues),
    ...shared
  } = options;
  const { config, url, jobs, log } = shared;
  const connection = connect({
    url,
    poolSize: poolSize(config, queues),
    onIdleError: (error) => log('warn', `An idle database connection of the workers ended: ${error.message}`),
  });
  const { db } = connection;
  const closings: Closing[] = [() => connection.close()];
  try {
    const { context: opened, close } = await openContext(service, {
      ...shared,
      part: 'work',
      db,
      accessDb: db,
      notificationTypes: service.notificationTypes,
      translate: service.translate,
    });
    closings.push(close);
    const served = await connectDatabases(found, {
      poolSize: poolSize(config, queues),
      // Exports have a limit of their own.
      statementSeconds: 0,
      log,
    });
    closings.push(() => served.close());
    const live = liveTables(service, { db, config, databases: served.databases, templates });
    const onBackgroundError = (error: unknown) =>
      log('warn', `A background task of a table failed: ${String(error)}`);
    const tables = definitions
      ? createTables({ ...service.tablesOptions({ db, config }), definitions, onBackgroundError })
      : combineTables(live, { onBackgroundError });
    tables.all();
    const context: WorkContext = { ...opened, tables };
    const { modules } = service;
    const kinds: AnyJobKind[] = [];
    for (const { name, jobs: kindsOf } of modules) {
      kinds.push(
        ...(await inModule(name, 'failed to add its kinds of jobs', () => kindsOf?.(context) ?? [])),
      );
    }
    const workers = await startWorkers({
      jobs,
      db,
      queues,
      log,
      kinds,
      onUnknown: async (data) => {
        for (const { unknownJob } of modules) await unknownJob?.(context, data);
      },
    });
    closings.push(() => workers.stop());
    for (const { name, background } of modules) {
      const end = await inModule(name, 'failed to start its background work', () => background?.(context));
      if (end !== undefined) closings.push(end);
    }

    return { queues, add: live.add, stop: (patience = 10_000) => closeAll(closings, log, patience) };
  } catch (error) {
    await closeAll(closings, log);
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
