import type { Kysely } from 'kysely';
import { type MigrationResult, Migrator } from 'kysely/migration';
import { StartError } from '../StartError.ts';
import type { Database } from './Database.ts';
import { migrations } from './migrations/index.ts';

/**
 * Brings the tables up to date and answers the migrations that ran. Processes that start at once wait for each
 * other (an advisory lock of the database). All or nothing: a migration that fails leaves the tables as they were.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw failed(error, results ?? []);
  return (results ?? []).map((result) => result.migrationName);
}

function failed(cause: unknown, results: readonly MigrationResult[]): Error {
  if ((cause as { code?: string }).code === '42501') {
    return new StartError(
      `DATABASE_URL: its user may not make tables there (${(cause as Error).message}). Make it the owner of the ` +
        'database, by "alter database … owner to …" as an administrator of the server.',
      { cause },
    );
  }
  const name = results.find((result) => result.status === 'Error')?.migrationName;
  const what = name === undefined ? 'The migrations could not be run' : `Migration ${name} failed`;
  return new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}
