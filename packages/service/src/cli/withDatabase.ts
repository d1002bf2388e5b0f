import type { Kysely } from 'kysely';
import { createService, type Service } from '../createService.ts';
import type { Config } from '../kernel/config/Config.ts';
import { keepSecret } from '../kernel/config/keepSecret.ts';
import type { Database } from '../kernel/database/Database.ts';
import { type OpenDatabase, openDatabase } from '../kernel/database/openDatabase.ts';
import type { Jobs } from '../kernel/jobs/Jobs.ts';
import { type OpenJobs, openJobs } from '../kernel/jobs/openJobs.ts';
import { type Auth, createAuth } from '../modules/users/auth/createAuth.ts';
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
  readonly auth: Auth;
  /** The queues, opened when they are first required. */
  jobs(): Promise<Jobs>;
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
    const { service, config, db, database, log } = context;
    let opened: Promise<OpenJobs> | null = null;
    const jobs = () => {
      opened ??= openJobs({ url: database.url, queues: config.queues, works: false, log });
      return opened;
    };
    try {
      const migrated = await service.migrate(db);
      // Nobody signs up by a command.
      const onSignUp = async () => undefined;
      const auth = createAuth({ db, config, secret: await keepSecret(config), onSignUp, log });
      await run({ ...context, auth, jobs, migrated });
    } finally {
      await (opened as Promise<OpenJobs> | null)?.then((open) => open.close()).catch(() => undefined);
    }
  });
}
