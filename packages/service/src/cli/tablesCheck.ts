import { randomBytes } from 'node:crypto';
import { createTables, type RouteRegistry, TableError } from '@rowhouse/tables';
import { checkTables, type TableFaults } from '@rowhouse/tables/dev';
import { defineCommand } from 'citty';
import pino from 'pino';
import { buildApp } from '../buildApp.ts';
import { connectDatabases, findDatabases } from '../databases/index.ts';
import { type Closing, closeAll } from '../kernel/closeAll.ts';
import { createEventBus } from '../kernel/events/createEventBus.ts';
import { openFileStore } from '../kernel/files/openFileStore.ts';
import { builtPages } from '../kernel/http/pages.ts';
import type { Jobs } from '../kernel/jobs/Jobs.ts';
import { liveTables } from '../liveTables.ts';
import { openContext } from '../openContext.ts';
import { readTemplates } from '../tableSets.ts';
import { report } from './report.ts';
import { type ReadContext, readDatabase } from './withDatabase.ts';

/** Holds every template against the schema, the routes and the database. For CI: status 1 when there is a fault. */
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

/** Asks with the routes of the whole application, which is built as for serving and listens nowhere. */
async function checkWithRoutes(reading: ReadContext): Promise<readonly TableFaults[]> {
  const { service, config, db, database, log } = reading;
  const closings: Closing[] = [];
  try {
    // No session is read, and no job is sent.
    const jobs: Jobs = {
      send: () => Promise.reject(new Error('tables:check sends no jobs.')),
      hasOpen: async () => false,
    };
    const { url } = database;
    const events = await createEventBus({ db, url, log });
    closings.push(events.close);
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
      log,
      part: 'serve',
    } as const;
    const secret = randomBytes(32).toString('hex');
    const { context, close } = await openContext(service, { ...kernel, secret });
    closings.push(close);
    const found = await findDatabases(service.databases);
    const templates = await readTemplates(service, { db, config, found });
    const served = await connectDatabases(found, {
      poolSize: 4,
      statementSeconds: config.databaseLimits.statementSeconds,
      log,
    });
    closings.push(() => served.close());
    const tables = liveTables(service, { db, config, databases: served.databases, templates });
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
      // A table without a sound routePrefix has no routes: its faults say so, and routes are held against the others later.
      if (error instanceof TableError) return null;
      throw error;
    });
    if (app === null) return await checking();
    closings.push(() => app.close());

    return await checking(app.namedRoutes);
  } finally {
    await closeAll(closings, log);
  }
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
