import type { Kysely } from 'kysely';
import { type Auth, createAuth } from '../auth/createAuth.ts';
import { keepSecret } from '../config/keepSecret.ts';
import { loadConfig } from '../config/loadConfig.ts';
import type { Database } from '../database/Database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/openDatabase.ts';

export interface CommandContext {
  readonly db: Kysely<Database>;
  readonly auth: Auth;
  /** The migrations that ran before the command. */
  readonly migrated: readonly string[];
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
  try {
    const migrated = await migrate(database.db);
    const auth = createAuth({ db: database.db, config, secret: await keepSecret(config), log });
    await run({ db: database.db, auth, migrated });
  } finally {
    await database.close();
  }
}
