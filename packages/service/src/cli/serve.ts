import { defineCommand } from 'citty';
import { wholeNumber } from '../base/commandLine.ts';
import type { ServiceDefinition } from '../definition/ServiceDefinition.ts';
import type { Config } from '../kernel/config/Config.ts';
import { createLogger } from '../kernel/http/logger.ts';
import { arePagesBuilt, builtPages } from '../kernel/http/pages.ts';
import type { Seed } from '../kernel/module/Module.ts';
import { appPagesOf, staleness } from '../pagesBuild/appPages.ts';
import { pageNames } from '../pagesBuild/buildPages.ts';
import { openProcess, type RunningService } from '../process/openProcess.ts';
import { databaseReport } from '../tables/databases/index.ts';
import { report, stopOnSignals } from './command.ts';
import { maxRows, seedsOf } from './demoSeed.ts';
import { appFolderOf, loadApplication } from './loadApplication.ts';
import { watchFaults } from './processFaults.ts';
import { seedProgress } from './progress.ts';
import { type StartFacts, startMessage } from './startMessage.ts';
import { serveWatched } from './watch/serveWatched.ts';
import { awaitWatcher } from './watch/watchedProcess.ts';

/** Runs the service until it is stopped by a signal. */
export const serve = defineCommand({
  meta: { name: 'serve', description: 'Start the service.' },
  args: {
    // Handled for all commands in run.ts; declared for --help.
    database: {
      type: 'string',
      description: 'URL of an existing database whose tables are served.',
      valueHint: 'postgres://…, mysql://…, sqlite:file',
    },
    write: {
      type: 'boolean',
      description: 'Let users create, change and delete records of that database.',
      default: false,
    },
    demo: { type: 'boolean', description: 'Fill the demo tables on the first start.', default: false },
    orders: { type: 'string', description: 'Number of demo orders.', default: '20000', valueHint: 'number' },
    watch: {
      type: 'boolean',
      description: 'Restart when a file of the application changes, and reload open pages.',
      default: false,
    },
  },
  run: ({ args: { demo, orders, watch } }) =>
    report(() =>
      watch ? serveWatched([...(demo ? ['--demo'] : []), `--orders=${orders}`]) : run(demo, orders),
    ),
});

async function run(demo: boolean, orders: string): Promise<void> {
  const watcher = await awaitWatcher(process);
  const { config, definition } = await loadApplication(process.env, process.cwd());
  const seeds = demo ? seedsOf(definition) : [];
  const rows = wholeNumber('--orders', orders, 0, maxRows);
  const pages = await findPages(definition);
  const onStop = stopOnSignals((text) => console.log(text));
  const { logger, file } = createLogger(config);
  watchFaults(logger);
  await watcher?.keepDatabase(config);
  const service = await openProcess(config, definition, {
    logger,
    serve: { ...(pages.folder !== null && { pagesFolder: pages.folder }), pageNames: pages.names },
    work: config.workers ? {} : null,
    onDatabaseAvailable: (database) => console.log(`\n${databaseReport(database).join('\n')}`),
    ...(watcher !== null && { databaseUse: 'share', reloadsPages: true }),
    prepare: async (db) => {
      const progress = seedProgress(process.stdout);
      for (const { fill } of seeds) await fill(db, { rows, progress });
    },
  });
  onStop(() => service.stop());
  const { isFirst, shownOnce } = service.started;
  try {
    const facts = await factsOf(service, { config, logFile: file, seeds, pages });
    const isKnown = watcher?.isFirst === false && config.port !== 0 && !isFirst;
    if (!isKnown) console.log(startMessage(facts));
    watcher?.ready();
  } catch (error) {
    for (const line of shownOnce) console.log(line);
    await service.stop();
    throw error;
  }
}

interface PagesState {
  /** The application's pages; null for the service's own. */
  readonly folder: string | null;
  /** Fault of the pages of the application's modules. */
  readonly fault: 'not built' | 'older' | null;
  /** Names of all pages; null if they are not known. */
  readonly names: readonly string[] | null;
}

/** Serves outdated pages, too. */
async function findPages({ modules = [] }: ServiceDefinition): Promise<PagesState> {
  const appFolder = appFolderOf(process.env, process.cwd());
  const pages = appPagesOf(modules, appFolder);
  const fault = pages && staleness(pages, appFolder);
  const names = await pageNames(pages, fault);

  return { folder: pages && fault !== 'not built' ? pages.folder : null, fault, names };
}

/** Completes the demo, which needs a user, and collects the facts of the start message. */
async function factsOf(
  service: RunningService,
  {
    config,
    logFile,
    seeds,
    pages,
  }: {
    readonly config: Config;
    readonly logFile: string | null;
    readonly seeds: readonly Seed[];
    readonly pages: PagesState;
  },
): Promise<StartFacts> {
  const { address, database, databases, started } = service;
  for (const { complete } of seeds) await complete?.(database.db, { isFirst: started.isFirst });

  return {
    address: config.port === 0 ? address : config.baseUrl,
    config,
    embedded: database.embedded,
    logFile,
    pagesBuilt: arePagesBuilt(pages.folder ?? builtPages),
    modulePages: pages.fault,
    databases,
    notes: await service.startNotes(seeds.length > 0),
  };
}
