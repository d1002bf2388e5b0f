import type { StandbyReplicas } from '@rowhouse/tables-postgres';
import type { FastifyInstance } from 'fastify';
import { connectReplicas } from '../kernel/database/connectReplicas.ts';
import { connectRequests } from '../kernel/database/Database.ts';
import { createFloors } from '../kernel/database/Floors.ts';
import { closeApp } from '../kernel/http/closeApp.ts';
import { listen } from '../kernel/http/listen.ts';
import { builtPages } from '../kernel/http/pages.ts';
import { combineStarted, type Started, type StartNotes } from '../kernel/module/Lifecycle.ts';
import type { ServeContext } from '../kernel/module/Module.ts';
import { connectDatabases } from '../tables/databases/index.ts';
import { type LiveTables, liveTables } from '../tables/liveTables.ts';
import { buildApp } from './buildApp.ts';
import type { Closings } from './Closings.ts';
import { openContext } from './openContext.ts';
import type { ProcessResources } from './ProcessResources.ts';

export interface ServeOptions {
  /** Folder of the built pages. Defaults to the output of `npm run build:pages`. */
  readonly pagesFolder?: string;
  /** Names of the pages, to which buttons of templates lead; null, the default, if they are not known. */
  readonly pageNames?: readonly string[] | null;
}

/** The part of a process that accepts requests. */
export interface Serving {
  /** URL on which it listens. */
  readonly address: string;
  readonly app: FastifyInstance;
  /** The context of the modules' routes. */
  readonly context: ServeContext;
  /** Standbys that read tables; null without `databaseReplicas`. */
  readonly reads: StandbyReplicas | null;
  /** What the modules reported when the process was ready. */
  readonly started: Started;
  /** The modules' lines of the message after the start; `isDemo` if example data was requested. */
  startNotes(isDemo: boolean): Promise<Required<StartNotes>>;
}

export interface OpenServing {
  /** Tells the modules that the process is ready. */
  ready(): Promise<Serving>;
  readonly replace: LiveTables['replace'];
  /** Responds 503 to /ready from now on. */
  drain(): void;
}

/** Builds the HTTP application with its own connections, and listens. */
export async function openServing(
  shared: ProcessResources,
  { pagesFolder = builtPages, pageNames = null }: ServeOptions,
  closings: Closings,
): Promise<OpenServing> {
  const { service, config, logger, database, secret, events, jobs, files } = shared;
  const { url } = database;
  const { connections, reads, served } = await connectServing(shared, closings);
  const { notificationTypes, translate } = service;
  const { context, close } = await openContext(service, {
    config,
    url,
    secret,
    events,
    jobs,
    files,
    notificationTypes,
    translate,
    logger,
    mode: 'serve',
    db: connections.db,
    accessDb: connections.access,
  });
  closings.add(close);
  const tables = liveTables(
    service,
    {
      db: connections.db,
      tablesDb: connections.tables,
      replicas: reads?.replicas,
      config,
      files,
      databases: served.databases,
      templates: shared.templates,
      pageNames,
    },
    shared.compareSchema,
  );
  const app = await buildApp({ service, context, tables, connections, reads, logger, pagesFolder });
  closings.add((patience) => closeApp(app, config.stopDelay, patience));
  await app.ready();
  const lifecycles = service.modules.flatMap(({ lifecycle }) => lifecycle ?? []);
  // Without the time limits of requests.
  const unlimited: ServeContext = { ...context, db: database.db };
  const announcePermissions = async () => {
    const names = [...app.permissionNames(), ...app.permissionCatalogue.declared];
    const futurePrefixes = [...tables.current.unavailable.values()].flat();
    for (const { permissionsKnown } of lifecycles)
      await permissionsKnown?.(unlimited, { names, futurePrefixes });
  };
  await announcePermissions();
  const address = await listen(app, config);

  return {
    ready: async () => {
      const reports: Partial<Started>[] = [];
      for (const { ready } of lifecycles) reports.push((await ready?.(unlimited)) ?? {});
      const started = combineStarted(reports);

      return {
        address,
        app,
        context,
        reads: reads?.replicas ?? null,
        started,
        startNotes: async (isDemo) => {
          const notes: StartNotes[] = [];
          for (const { startNotes } of lifecycles) {
            notes.push((await startNotes?.(unlimited, { started, isDemo })) ?? {});
          }

          return {
            first: notes.flatMap(({ first = [] }) => first),
            next: notes.flatMap(({ next = [] }) => next),
          };
        },
      };
    },
    replace: async (found, templates) => {
      await tables.replace(found, templates);
      await announcePermissions();
    },
    drain: () => void app.draining.start(config.stopDelay),
  };
}

/** The connections of requests: to the service's own database, its standbys and the served databases. */
async function connectServing(
  { config, log, database: { url, pooled }, events, databases }: ProcessResources,
  closings: Closings,
) {
  const connections = connectRequests({
    url,
    config,
    pooled,
    onIdleError: (error) => log('warn', `An idle database connection of requests ended: ${error.message}`),
  });
  closings.add(() => connections.close());
  const connected = await connectReplicas({
    config,
    url,
    pooled,
    log,
    poolSize: config.databasePoolSize,
    limits: config.databaseLimits,
  });
  const reads = connected && { replicas: connected.replicas, floors: createFloors(connected.replicas) };
  if (connected !== null) closings.add(connected.close);
  if (reads !== null) {
    events.onUserEvent((user) => reads.floors.changed(user));
    events.onGap(() => reads.floors.changed(null));
  }
  const served = await connectDatabases(databases, {
    poolSize: config.databasePoolSize,
    statementSeconds: config.databaseLimits.statementSeconds,
    log,
  });
  closings.add(() => served.close());

  return { connections, reads, served };
}
