import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { WriteLog } from '../base/ServiceLogger.ts';
import { createService, type ModuleOptions, type Service } from '../definition/createService.ts';
import type { ServiceDefinition } from '../definition/ServiceDefinition.ts';
import type { Config } from '../kernel/config/Config.ts';
import { keepSecret } from '../kernel/config/dataDir.ts';
import type { Database } from '../kernel/database/Database.ts';
import { connectionFault } from '../kernel/database/databaseErrors.ts';
import { type OpenDatabase, openDatabase } from '../kernel/database/openDatabase.ts';
import { createEventBus, type OpenEventBus } from '../kernel/events/EventBus.ts';
import type { FileStore } from '../kernel/files/FileStore.ts';
import { openFileStore } from '../kernel/files/openFileStore.ts';
import { checkPort } from '../kernel/http/listen.ts';
import { type OpenJobs, openJobs } from '../kernel/jobs/openJobs.ts';
import {
  awaitDatabases,
  findDatabases,
  followSchemas,
  type IntrospectedDatabase,
} from '../tables/databases/index.ts';
import { readTemplates } from '../tables/tableSets.ts';
import { Closings } from './Closings.ts';
import { type OpenServing, openServing, type ServeOptions, type Serving } from './openServing.ts';
import type { ProcessResources } from './ProcessResources.ts';
import { type RunningWork, startWork } from './startWork.ts';

export interface ProcessOptions extends ModuleOptions {
  readonly logger: Logger;
  /** Runs jobs: of the given queues, by default of all. Null, the default, for none. */
  readonly work?: { readonly queues?: readonly string[] } | null;
  /** If started as root: folder for files that the user of the embedded server must access. */
  readonly systemFolder?: string;
  /** `share` if another process keeps the embedded server. Defaults to `own`. */
  readonly databaseUse?: 'own' | 'share';
  /** Called after migrations and before the first request. */
  readonly prepare?: (db: Kysely<Database>) => Promise<void>;
  /** Called when a database that was unavailable at the start is served. */
  readonly onDatabaseAvailable?: (database: IntrospectedDatabase) => void;
}

/** A process that accepts requests, runs jobs, or both. */
export interface RunningProcess {
  readonly database: OpenDatabase;
  readonly events: OpenEventBus;
  readonly jobs: OpenJobs;
  readonly files: FileStore;
  /** Served databases with their tables. */
  readonly databases: readonly IntrospectedDatabase[];
  /**
   * Responds 503 to /ready, requeues running jobs, accepts requests for the configured `stopDelay`, completes them (within
   * `patience` milliseconds, 10,000 by default), closes the connections and stops the embedded server.
   */
  stop(patience?: number): Promise<void>;
}

/** A process that accepts requests. */
export interface RunningService extends RunningProcess, Serving {}

/**
 * Opens all parts of a process in order of dependency: database, migrations, events, served databases, queues and files; then
 * the HTTP application with `serve`, and workers with `work`. If one fails, the opened ones are closed.
 */
export function openProcess(
  config: Config,
  definition: ServiceDefinition | undefined,
  options: ProcessOptions & { readonly serve: ServeOptions },
): Promise<RunningService>;
export function openProcess(
  config: Config,
  definition: ServiceDefinition | undefined,
  options: ProcessOptions,
): Promise<RunningProcess>;
export async function openProcess(
  config: Config,
  definition: ServiceDefinition | undefined,
  options: ProcessOptions & { readonly serve?: ServeOptions },
): Promise<RunningProcess> {
  const { logger, serve, work = null, onDatabaseAvailable } = options;
  const service = createService(definition, options);
  const log: WriteLog = (level, text) => logger[level](text);
  service.checkSchedules(config);
  if (serve !== undefined) await checkPort(config);
  const closings = new Closings(log);
  try {
    const opened = await openShared(service, config, { ...options, log }, closings);
    const { database, events, jobs, files } = opened;
    let introspected = opened.databases;
    const parts: (RunningWork | OpenServing)[] = [];
    const replace = oneByOne(async (found: IntrospectedDatabase) => {
      const known = introspected.map((one) => (one.name === found.name ? found : one));
      const templates = await readTemplates(service, {
        ...{ db: database.db, config, databases: known, atStart: opened.templates },
      });
      for (const part of parts) await part.replace(found, templates);
      introspected = known;
    });
    const schemas = followSchemas({
      ...{ log, seconds: config.schemaCheckSeconds, onChange: replace, current: () => introspected },
    });
    const shared = { ...opened, compareSchema: schemas.compare };
    const serving = serve === undefined ? null : await openServing(shared, serve, closings);
    const working = work === null ? null : await openWork(shared, work.queues, closings);
    // Workers first: a job for a new table must not come earlier than the table.
    parts.push(...[working, serving].filter((part) => part !== null));
    const started = await serving?.ready();
    const awaited = awaitDatabases(introspected, {
      log,
      async onAvailable(available) {
        await replace(available);
        onDatabaseAvailable?.(available);
      },
    });
    schemas.start();
    closings.add(schemas.stop);
    closings.add(awaited.stop);
    let stopping: Promise<void> | null = null;

    return {
      database,
      events,
      jobs,
      files,
      ...started,
      get databases() {
        return introspected;
      },
      stop: (patience = 10_000) => {
        if (stopping === null) serving?.drain();
        stopping ??= closings.closeAll(patience);

        return stopping;
      },
    };
  } catch (error) {
    await closings.closeAll();
    throw connectionFault(error) ?? error;
  }
}

async function openShared(
  service: Service,
  config: Config,
  {
    logger,
    log,
    work = null,
    systemFolder,
    databaseUse = 'own',
    prepare,
  }: ProcessOptions & { readonly log: WriteLog },
  closings: Closings,
): Promise<Omit<ProcessResources, 'compareSchema'>> {
  const database = await openDatabase({ config, use: databaseUse, log, systemFolder });
  closings.add(() => database.close());
  const { db, directUrl } = database;
  await service.migrate(db);
  await service.afterMigrate(db);
  await prepare?.(db);
  const secret = await keepSecret(config);
  const events = await createEventBus({ db, url: directUrl, log });
  closings.add(() => events.close());
  const jobs = await openJobs({ url: directUrl, queues: config.queues, works: work !== null, log });
  closings.add(jobs.close);
  const files = await openFileStore(config);
  const databases = await findDatabases(service.databases);
  const templates = await readTemplates(service, { db, config, databases });

  return { service, config, logger, log, database, secret, events, jobs, files, databases, templates };
}

/** Runs a function again only when the earlier run has ended: each changes the served tables. */
function oneByOne<Input>(run: (input: Input) => Promise<void>): (input: Input) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();

  return (input) => {
    const done = last.then(() => run(input));
    last = done.catch(() => undefined);

    return done;
  };
}

async function openWork(
  shared: ProcessResources,
  queues: readonly string[] | undefined,
  closings: Closings,
): Promise<RunningWork> {
  const { url, pooled } = shared.database;
  const work = await startWork({ ...shared, url, pooled, queues });
  closings.add(work.stop);

  return work;
}
