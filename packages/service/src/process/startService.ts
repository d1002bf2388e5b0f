import type { Avatars } from '@rowhouse/avatars';
import type { Replicas } from '@rowhouse/tables';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { createService } from '../definition/createService.ts';
import type { ServiceDefinition } from '../definition/ServiceDefinition.ts';
import type { UserDirectory } from '../kernel/access/User.ts';
import type { Config } from '../kernel/config/Config.ts';
import { keepSecret } from '../kernel/config/dataDir.ts';
import { connectReplicas } from '../kernel/database/connectReplicas.ts';
import { connectRequests, type Database } from '../kernel/database/Database.ts';
import { connectionFault } from '../kernel/database/databaseErrors.ts';
import { createFloors } from '../kernel/database/Floors.ts';
import { type OpenDatabase, openDatabase } from '../kernel/database/openDatabase.ts';
import { createEventBus, type OpenEventBus } from '../kernel/events/EventBus.ts';
import type { FileStore } from '../kernel/files/FileStore.ts';
import { openFileStore } from '../kernel/files/openFileStore.ts';
import { closeApp } from '../kernel/http/closeApp.ts';
import { checkPort, listen } from '../kernel/http/listen.ts';
import { builtPages } from '../kernel/http/pages.ts';
import { type OpenJobs, openJobs } from '../kernel/jobs/openJobs.ts';
import type { ServeContext } from '../kernel/module/Module.ts';
import type { OpenApiCalls } from '../modules/apiCalls/openApiCalls.ts';
import { refuseOlderLogs } from '../modules/apiCalls/upgradeLogs.ts';
import type { NotificationsOptions } from '../modules/notifications/index.ts';
import { storeAccess } from '../modules/users/access/storeAccess.ts';
import { type Credentials, firstAdministrator } from '../modules/users/administrators.ts';
import type { Auth } from '../modules/users/auth/createAuth.ts';
import type { UsersOptions } from '../modules/users/index.ts';
import {
  awaitDatabases,
  connectDatabases,
  type FoundDatabase,
  findDatabases,
} from '../tables/databases/index.ts';
import { liveTables } from '../tables/liveTables.ts';
import { readTemplates } from '../tables/tableSets.ts';
import { buildApp } from './buildApp.ts';
import { type Closing, closeAll, openContext } from './openContext.ts';
import { type RunningWork, startWork } from './startWork.ts';

export interface ServiceOptions extends NotificationsOptions, UsersOptions {
  /** The application's definition; empty by default. */
  readonly definition?: ServiceDefinition;
  readonly config: Config;
  readonly logger: Logger;
  /** If started as root: folder for files that the user of the embedded server must access. */
  readonly systemFolder?: string;
  /** `share` if another process keeps the embedded server; `own` by default. */
  readonly databaseUse?: 'own' | 'share';
  /** Called after migrations and before the first request. */
  readonly prepare?: (db: Kysely<Database>) => Promise<void>;
  /** Called when a database that was unavailable at the start is served. */
  readonly onServed?: (database: FoundDatabase) => void;
  /** Folder of the built pages; by default the output of `npm run build:pages`. */
  readonly pagesFolder?: string;
  /** Names of the pages, to which buttons of templates lead; null, the default, if they are not known. */
  readonly pageNames?: readonly string[] | null;
}

/** A service that accepts requests. */
export interface RunningService {
  /** URL on which it listens. */
  readonly address: string;
  readonly app: FastifyInstance;
  /** The context of the modules' routes. */
  readonly context: ServeContext;
  readonly auth: Auth;
  readonly database: OpenDatabase;
  /** Standbys that read tables; null without `databaseReplicas`. */
  readonly reads: Replicas | null;
  /** Call `forget()` after changing users, roles or permissions in the database. */
  readonly directory: UserDirectory;
  readonly events: OpenEventBus;
  readonly jobs: OpenJobs;
  readonly files: FileStore;
  readonly avatars: Avatars;
  /** Makes and logs the API calls of this process. */
  readonly apiCalls: OpenApiCalls;
  /** Served databases with their tables. */
  readonly databases: readonly FoundDatabase[];
  /** Set at the first start only, and stored nowhere. */
  readonly firstAdministrator: Credentials | null;
  /**
   * Responds 503 to /ready, requeues running jobs, accepts requests for the configured `stopDelay`, completes them (within
   * `patience` milliseconds, 10,000 by default), closes the connections and stops the embedded server.
   */
  stop(patience?: number): Promise<void>;
}

/** Starts all parts in order of dependency. If one fails, the started ones are stopped. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { config, logger, onServed, pagesFolder = builtPages, pageNames = null } = options;
  const service = createService(options.definition, options);
  const log = (level: 'debug' | 'info' | 'warn' | 'error', text: string) => logger[level](text);
  await checkPort(config);
  const closings: Closing[] = [];
  try {
    const opened = await openParts(service, { ...options, log }, closings);
    const { database, connections, reads, events, served, templates, secret, jobs, files } = opened;
    let { found } = opened;
    const { db, url, pooled } = database;
    const { notificationTypes, translate } = service;
    const shared = { config, url, secret, events, jobs, files, notificationTypes, translate, log };
    const { context, close } = await openContext(service, {
      ...shared,
      part: 'serve',
      db: connections.db,
      accessDb: connections.access,
    });
    closings.push(close);
    const { db: requestsDb } = connections;
    const tables = liveTables(service, {
      db: requestsDb,
      tablesDb: connections.tables,
      replicas: reads?.replicas,
      config,
      databases: served.databases,
      templates,
      pageNames,
    });
    const app = await buildApp({ service, context, tables, connections, reads, logger, pagesFolder });
    closings.push((patience) => closeApp(app, config.stopDelay, patience));
    await app.ready();
    const storePermissions = () =>
      storeAccess(db, {
        permissions: [...app.permissionNames(), ...app.permissionCatalogue.declared],
        roles: service.roles,
        later: [...tables.current.unavailable.values()].flat(),
      });
    await storePermissions();
    const address = await listen(app, config);
    let work: RunningWork | null = null;
    if (config.workers) {
      work = await startWork({ ...shared, pooled, service, found, templates });
      closings.push(work.stop);
    }
    // Last, since the password would be lost if the start failed.
    const { auth, users: directory, avatars, apiCalls } = context;
    const credentials = await firstAdministrator({ db, auth, jobs, hooks: context.hooks });
    const awaited = awaitDatabases(found, {
      log,
      async onAvailable(database) {
        const known = found.map((one) => (one.name === database.name ? database : one));
        const templatesNow = await readTemplates(service, { db, config, found: known });
        await work?.add(database, templatesNow);
        await tables.add(database, templatesNow);
        await storePermissions();
        directory.forget();
        found = known;
        onServed?.(database);
      },
    });
    closings.push(awaited.stop);
    let stopping: Promise<void> | null = null;

    return {
      address,
      app,
      context,
      auth,
      database,
      reads: reads?.replicas ?? null,
      directory,
      events,
      jobs,
      files,
      avatars,
      apiCalls,
      get databases() {
        return found;
      },
      firstAdministrator: credentials,
      stop: (patience = 10_000) => {
        if (stopping === null) void app.draining.start(config.stopDelay);
        stopping ??= closeAll(closings, log, patience);
        return stopping;
      },
    };
  } catch (error) {
    await closeAll(closings, log);
    throw connectionFault(error) ?? error;
  }
}

/** The services that the application depends on, in order of dependency. The database is migrated. */
async function openParts(
  service: ReturnType<typeof createService>,
  {
    config,
    log,
    systemFolder,
    databaseUse = 'own',
    prepare,
  }: Pick<ServiceOptions, 'config' | 'systemFolder' | 'databaseUse' | 'prepare'> & {
    readonly log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void;
  },
  closings: Closing[],
) {
  const database = await openDatabase({ config, use: databaseUse, log, systemFolder });
  closings.push(() => database.close());
  const { db, url, directUrl, pooled } = database;
  await service.migrate(db);
  await refuseOlderLogs(db);
  await prepare?.(db);
  const connections = connectRequests({
    url,
    config,
    pooled,
    onIdleError: (error) => log('warn', `An idle database connection of requests ended: ${error.message}`),
  });
  closings.push(() => connections.close());
  const events = await createEventBus({ db, url: directUrl, log });
  closings.push(() => events.close());
  const connected = await connectReplicas({
    ...{ config, url, pooled, log },
    poolSize: config.databasePoolSize,
    limits: config.databaseLimits,
  });
  const reads = connected && { replicas: connected.replicas, floors: createFloors(connected.replicas) };
  if (connected !== null) closings.push(connected.close);
  if (reads !== null) {
    events.onUserEvent((user) => reads.floors.changed(user));
    events.onGap(() => reads.floors.changed(null));
  }
  const found = await findDatabases(service.databases);
  const served = await connectDatabases(found, {
    poolSize: config.databasePoolSize,
    statementSeconds: config.databaseLimits.statementSeconds,
    log,
  });
  closings.push(() => served.close());
  const templates = await readTemplates(service, { db, config, found });
  const secret = await keepSecret(config);
  const jobs = await openJobs({ url: directUrl, queues: config.queues, works: config.workers, log });
  closings.push(jobs.close);
  const files = await openFileStore(config);

  return { database, connections, reads, events, found, served, templates, secret, jobs, files };
}
