import type { Kysely } from 'kysely';
import { createService, type Service } from '../createService.ts';
import type { Config } from '../kernel/config/Config.ts';
import type { Database } from '../kernel/database/Database.ts';
import { type OpenDatabase, openDatabase } from '../kernel/database/openDatabase.ts';
import { loadApplication } from './loadApplication.ts';

/** What a command has that only reads. */
export interface ReadContext {
  readonly service: Service;
  readonly config: Config;
  readonly db: Kysely<Database>;
  /** Where `db` is connected to. */
  readonly database: OpenDatabase;
  /** Prints warnings and errors to the standard error stream. */
  log(level: string, text: string): void;
}

export interface CommandContext extends ReadContext {
  /** What was done to bring the tables up to date, before the command. */
  readonly migrated: readonly string[];
}

/**
 * Runs a command on the configured database as it is. Beside a running service the embedded server of that service is
 * used; otherwise it is started for the length of the command.
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

/** The same, with the tables brought up to date first. */
export async function withDatabase(run: (context: CommandContext) => Promise<void>): Promise<void> {
  await readDatabase(async (context) => {
    const migrated = await context.service.migrate(context.db);
    await run({ ...context, migrated });
  });
}
