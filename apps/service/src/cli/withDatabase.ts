import type { Kysely } from 'kysely';
import { type Auth, createAuth } from '../auth/createAuth.ts';
import type { Config } from '../config/Config.ts';
import { keepSecret } from '../config/keepSecret.ts';
import { loadConfig } from '../config/loadConfig.ts';
import type { Database } from '../database/Database.ts';
import { migrate } from '../database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../database/openDatabase.ts';
import type { Jobs } from '../jobs/Jobs.ts';
import { type OpenJobs, openJobs } from '../jobs/openJobs.ts';

export interface CommandContext {
  readonly config: Config;
  readonly db: Kysely<Database>;
  /** Where `db` is connected to. */
  readonly database: OpenDatabase;
  readonly auth: Auth;
  /** The queues, opened when they are first asked for. */
  jobs(): Promise<Jobs>;
  /** The migrations that ran before the command. */
  readonly migrated: readonly string[];
  /** Prints warnings and errors to the standard error stream. */
  log(level: string, text: string): void;
}

/**
 * Runs a command on the configured database with its tables up to date. Beside a running service the embedded
 * server of that service is used; otherwise it is started for the length of the command.
 */
export async function withDatabase(run: (context: CommandContext) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env, process.cwd());
  const log = (level: string, text: string) => {
    if (level === 'warn' || level === 'error') console.error(text);
  };
  const database = await openDatabase({ config, use: 'share', log });
  let opened: Promise<OpenJobs> | null = null;
  const jobs = () => {
    opened ??= openJobs({ url: database.url, queues: config.queues, works: false, log });
    return opened;
  };
  try {
    const { db } = database;
    const migrated = await migrate(db);
    // Nobody signs up by a command.
    const onSignUp = async () => undefined;
    const auth = createAuth({ db, config, secret: await keepSecret(config), onSignUp, log });
    await run({ config, db, database, auth, jobs, migrated, log });
  } finally {
    await (opened as Promise<OpenJobs> | null)?.then((open) => open.close()).catch(() => undefined);
    await database.close();
  }
}
