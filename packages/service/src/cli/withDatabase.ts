import type { Kysely } from 'kysely';
import { loggerOf } from '../base/ServiceLogger.ts';
import { createService, type Service } from '../definition/createService.ts';
import type { Config } from '../kernel/config/Config.ts';
import { keepSecret } from '../kernel/config/dataDir.ts';
import type { Database } from '../kernel/database/Database.ts';
import { type OpenDatabase, openDatabase } from '../kernel/database/openDatabase.ts';
import { createEventBus } from '../kernel/events/EventBus.ts';
import { openFileStore } from '../kernel/files/openFileStore.ts';
import { openJobs } from '../kernel/jobs/openJobs.ts';
import type { Context } from '../kernel/module/Module.ts';
import { Closings } from '../process/Closings.ts';
import { openContext } from '../process/openContext.ts';
import { loadApplication } from './loadApplication.ts';

/** The context of read-only commands. */
export interface ReadContext {
  readonly service: Service;
  readonly config: Config;
  readonly db: Kysely<Database>;
  /** The connection of `db`. */
  readonly database: OpenDatabase;
  /** Prints warnings and errors to the standard error stream. */
  log(level: string, text: string): void;
}

export interface CommandContext extends ReadContext {
  /** Migrations that ran before the command. */
  readonly migrated: readonly string[];
}

/**
 * Runs a command on the configured database without migrations. It uses the embedded server of a running service, or starts
 * it for the duration of the command.
 */
export async function readDatabase(run: (context: ReadContext) => Promise<void>): Promise<void> {
  const { config, definition } = await loadApplication(process.env, process.cwd());
  const service = createService(definition);
  const log = (level: string, text: string) => {
    if (level === 'warn' || level === 'error') console.error(text);
  };
  const database = await openDatabase({ config, use: 'share', log });
  try {
    await run({ service, config, db: database.db, database, log });
  } finally {
    await database.close();
  }
}

/** Runs a command after the pending migrations. */
export async function withDatabase(run: (context: CommandContext) => Promise<void>): Promise<void> {
  await readDatabase(async (context) => {
    const migrated = await context.service.migrate(context.db);
    await run({ ...context, migrated });
  });
}

/** Runs a command with the context of jobs, including hooks of modules, without running jobs. */
export async function withContext(run: (context: Context) => Promise<void>): Promise<void> {
  await readDatabase(async ({ service, config, db, database, log }) => {
    const { url, directUrl } = database;
    await service.migrate(db);
    const closings = new Closings(log);
    try {
      const events = await createEventBus({ db, url: directUrl, log });
      closings.add(() => events.close());
      const jobs = await openJobs({ url: directUrl, queues: config.queues, works: false, log });
      closings.add(jobs.close);
      const { notificationTypes, translate } = service;
      const { context, close } = await openContext(service, {
        ...{
          config,
          db,
          accessDb: db,
          url,
          events,
          jobs,
          notificationTypes,
          translate,
          logger: loggerOf(log),
        },
        mode: 'work',
        secret: await keepSecret(config),
        files: await openFileStore(config),
      });
      closings.add(close);
      await run(context);
    } finally {
      await closings.closeAll();
    }
  });
}
