import { randomBytes } from 'node:crypto';
import { createTables, type RouteRegistry, TableError } from '@rowhouse/tables';
import { checkTables, type TableFaults } from '@rowhouse/tables-dev';
import { defineCommand } from 'citty';
import pino from 'pino';
import { loggerOf } from '../base/ServiceLogger.ts';
import type { Service } from '../definition/createService.ts';
import { createEventBus } from '../kernel/events/EventBus.ts';
import { openFileStore } from '../kernel/files/openFileStore.ts';
import { builtPages } from '../kernel/http/pages.ts';
import type { Jobs } from '../kernel/jobs/Jobs.ts';
import { appPagesOf, staleness } from '../pagesBuild/appPages.ts';
import { pageNames } from '../pagesBuild/buildPages.ts';
import { buildApp } from '../process/buildApp.ts';
import { Closings } from '../process/Closings.ts';
import { openContext } from '../process/openContext.ts';
import { connectDatabases, findDatabases } from '../tables/databases/index.ts';
import { liveTables } from '../tables/liveTables.ts';
import { readTemplates } from '../tables/tableSets.ts';
import { report } from './command.ts';
import { appFolderOf } from './loadApplication.ts';
import { type ReadContext, readDatabase } from './withDatabase.ts';

/** Validates every template against the schema, the routes and the database. Exits with status 1 if there are faults. */
export const tablesCheck = defineCommand({
  meta: {
    name: 'tables:check',
    description: 'Validate every table against the template schema, the routes and the database.',
  },
  args: { json: { type: 'boolean', description: 'Print the faults as JSON.', default: false } },
  run: ({ args }) =>
    report(() =>
      readDatabase(async (context) => {
        await context.service.requireMigrated(context.db);
        const checked = await checkWithRoutes(context);
        console.log(args.json ? JSON.stringify(checkedJson(checked), null, 2) : checkedText(checked));
        process.exitCode = checked.some(({ faults }) => faults.length > 0) ? 1 : 0;
      }),
    ),
});

/** Builds the whole application for its routes, without listening. */
async function checkWithRoutes(reading: ReadContext): Promise<readonly TableFaults[]> {
  const { service, config, db, database, log } = reading;
  const closings = new Closings(log);
  try {
    // Checking sends no jobs.
    const jobs: Jobs = {
      send: () => Promise.reject(new Error('tables:check sends no jobs.')),
      hasOpen: async () => false,
    };
    const { url } = database;
    const events = await createEventBus({ db, url, log });
    closings.add(events.close);
    const files = await openFileStore(config);
    const { notificationTypes, translate } = service;
    const kernel = {
      notificationTypes,
      translate,
      config,
      db,
      accessDb: db,
      url,
      events,
      jobs,
      files,
      logger: loggerOf(log),
      mode: 'serve',
    } as const;
    const secret = randomBytes(32).toString('hex');
    const { context, close } = await openContext(service, { ...kernel, secret });
    closings.add(close);
    const databases = await findDatabases(service.databases);
    const templates = await readTemplates(service, { db, config, databases });
    const served = await connectDatabases(databases, {
      poolSize: 4,
      statementSeconds: config.databaseLimits.statementSeconds,
      log,
    });
    closings.add(() => served.close());
    const tables = liveTables(service, {
      db,
      config,
      files,
      databases: served.databases,
      templates,
      pageNames: await namesOfPages(service),
    });
    const checking = async (routes?: RouteRegistry) => {
      const checked: TableFaults[] = [];
      for (const { options } of tables.current.sets) {
        const made = createTables({ ...options, exports: context.exportJobs, ...(routes && { routes }) });
        checked.push(...(await checkTables(made)));
      }

      return checked;
    };
    const app = await buildApp({
      service,
      context,
      tables,
      connections: { ...database, readiness: db },
      logger: pino({ level: 'silent' }),
      pagesFolder: builtPages,
    }).catch((error: unknown) => {
      // A table without a valid routePrefix has no routes. Its faults are reported first, routes are checked in the next run.
      if (error instanceof TableError) return null;
      throw error;
    });
    if (app === null) return await checking();
    closings.add(() => app.close());

    return await checking(app.namedRoutes);
  } finally {
    await closings.closeAll();
  }
}

/** Names of the pages of the service and its modules; null if they are not known. */
async function namesOfPages({ applicationModules }: Service): Promise<readonly string[] | null> {
  const appFolder = appFolderOf(process.env, process.cwd());
  const pages = appPagesOf(applicationModules, appFolder);

  return await pageNames(pages, pages && staleness(pages, appFolder));
}

export function checkedJson(checked: readonly TableFaults[]) {
  const faults = checked.reduce((sum, { faults: own }) => sum + own.length, 0);

  return { state: faults === 0 ? 'right' : 'faulty', tables: checked.length, faults, checked };
}

/** Each fault with file, path, problem and remedy. */
export function checkedText(checked: readonly TableFaults[]): string {
  const { faults, tables } = checkedJson(checked);
  const count = tables === 1 ? 'One table was' : `${tables} tables were`;
  if (faults === 0) return `${count} checked: no faults.`;
  const items = checked
    .flatMap(({ source, faults: own }) => own.map((fault) => ({ source, ...fault })))
    .map(
      ({ source, path, problem, remedy }, index) =>
        `${index + 1}. ${source}${path === '' ? '' : `: ${path}`}\n   ${problem}\n   ${remedy}`,
    );

  return [`${count} checked: ${faults === 1 ? 'one fault' : `${faults} faults`}.`, ...items].join('\n');
}
