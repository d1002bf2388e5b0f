import { createTables, type TableDefinition, type Tables } from '@rowhouse/tables';
import { inModule } from '../base/errors.ts';
import { loggerOf, type WriteLog } from '../base/ServiceLogger.ts';
import { refuseShared } from '../definition/checkDefinition.ts';
import type { Service } from '../definition/createService.ts';
import { connectReplicas } from '../kernel/database/connectReplicas.ts';
import { connect } from '../kernel/database/Database.ts';
import { scheduledJob } from '../kernel/jobs/Jobs.ts';
import type { OpenJobs } from '../kernel/jobs/openJobs.ts';
import type { AnyJobKind } from '../kernel/jobs/runJob.ts';
import { type ScheduledJob, scheduleJobs } from '../kernel/jobs/scheduleJobs.ts';
import { startWorkers } from '../kernel/jobs/startWorkers.ts';
import type { KernelContext, Module, WorkContext } from '../kernel/module/Module.ts';
import {
  type CompareSchema,
  connectDatabases,
  type IntrospectedDatabase,
} from '../tables/databases/index.ts';
import { combineTables, type LiveTables, liveTables } from '../tables/liveTables.ts';
import { permitsReading } from '../tables/permitsReading.ts';
import type { Templates } from '../tables/tableSets.ts';
import { Closings } from './Closings.ts';
import { openContext } from './openContext.ts';

export interface WorkOptions extends Pick<KernelContext, 'config' | 'url' | 'secret' | 'events' | 'files'> {
  readonly log: WriteLog;
  readonly jobs: OpenJobs;
  readonly service: Service;
  /** Whether `url` connects to a pooler in transaction mode. Defaults to false. */
  readonly pooled?: boolean;
  /** Served databases. Defaults to none. */
  readonly databases?: readonly IntrospectedDatabase[];
  /** Defaults to none: the tables stay as they are. */
  readonly compareSchema?: CompareSchema | undefined;
  /** Tables of the template folder; null for none. */
  readonly templates?: Templates | null;
  /** Names of the queues whose jobs run. Defaults to all. */
  readonly queues?: readonly string[] | undefined;
  /** Replaces all tables of the service, for tests. */
  readonly definitions?: readonly TableDefinition[];
}

export interface RunningWork {
  readonly queues: readonly string[];
  readonly replace: LiveTables['replace'];
  /**
   * Stops taking jobs, requeues those that do not end soon, and closes the modules (within `patience` milliseconds, 10,000 by
   * default) and the connections.
   */
  stop(patience?: number): Promise<void>;
}

/** Runs jobs in this process, with its own connections, so that exports do not delay requests. */
export async function startWork(options: WorkOptions): Promise<RunningWork> {
  const {
    service,
    pooled,
    definitions,
    databases = [],
    compareSchema,
    templates = null,
    queues = Object.keys(options.config.queues),
    log,
    ...shared
  } = options;
  const { config, url, jobs, files } = shared;
  const { modules } = service;
  const poolSize = modules.reduce((sum, { connections }) => sum + (connections?.(config, queues) ?? 0), 4);
  const connection = connect({
    url,
    poolSize,
    pooled,
    onIdleError: (error) => log('warn', `An idle database connection of the workers ended: ${error.message}`),
  });
  const { db } = connection;
  const closings = new Closings(log);
  closings.add(() => connection.close());
  try {
    const { context: opened, close } = await openContext(service, {
      ...shared,
      logger: loggerOf(log),
      mode: 'work',
      db,
      accessDb: db,
      notificationTypes: service.notificationTypes,
      translate: service.translate,
    });
    closings.add(close);
    const reads = await connectReplicas({
      config,
      url,
      pooled: pooled ?? false,
      log,
      poolSize,
    });
    if (reads !== null) closings.add(reads.close);
    const served = await connectDatabases(databases, {
      poolSize,
      // Exports have their own limit.
      statementSeconds: 0,
      log,
    });
    closings.add(() => served.close());
    const live = liveTables(
      service,
      { db, replicas: reads?.replicas, config, files, databases: served.databases, templates },
      compareSchema,
    );
    const ofWork = {
      onBackgroundError: (error: unknown) =>
        log('warn', `A background task of a table failed: ${String(error)}`),
      permits: permitsReading(live, () => tables),
    };
    const tables: Tables = definitions
      ? createTables({ ...service.tablesOptions({ db, config, files }), definitions, ...ofWork })
      : combineTables(live, ofWork);
    tables.all();
    const context: WorkContext = { ...opened, tables, refreshTables: live.refresh };
    const scheduled = scheduledJobs(service, context);
    const kinds = [...(await jobKinds(modules, context)), ...scheduled.map(({ kind }) => kind)];
    const workers = await startWorkers({
      jobs,
      db,
      queues,
      log,
      kinds,
      onFailure: (failure) => context.hooks.after('jobFailure', failure),
    });
    closings.add(() => workers.stop());
    await scheduleJobs(jobs, scheduled, log);
    for (const { name, background } of modules) {
      const end = await inModule(name, 'failed to start its background work', () => background?.(context));
      if (end !== undefined) closings.add(end);
    }

    return { queues, replace: live.replace, stop: (patience = 10_000) => closings.closeAll(patience) };
  } catch (error) {
    await closings.closeAll();
    throw error;
  }
}

/** The kinds of all modules. @throws StartError if two have one name: the worker could run only one of them. */
async function jobKinds(modules: readonly Module[], context: WorkContext): Promise<AnyJobKind[]> {
  const added: (readonly [kind: AnyJobKind, module: string])[] = [];
  for (const { name, jobs } of modules) {
    const kinds = await inModule(name, 'failed to add its kinds of jobs', () => jobs?.(context) ?? []);
    added.push(...kinds.map((kind) => [kind, name] as const));
  }
  refuseShared(
    'job',
    added.map(([kind, module]) => [kind.name, module]),
  );

  return added.map(([kind]) => kind);
}

/** The entries of the schedules of all modules, as jobs. */
function scheduledJobs(
  { modules, applicationModules }: Service,
  context: WorkContext,
): readonly ScheduledJob[] {
  return modules.flatMap((module) =>
    Object.entries(module.schedule ?? {}).map(
      ([entry, { cron, timeZone = 'UTC', queue, missed = 'skip', run }]) => {
        const lane = applicationModules.includes(module) ? 'modules' : 'service';
        const type = scheduledJob(`${module.name}.${entry}`, queue, lane);

        return { cron, timeZone, missed, kind: type.handledBy({ run: (_data, job) => run(context, job) }) };
      },
    ),
  );
}
