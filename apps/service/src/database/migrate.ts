import type { Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type MigrationResult, Migrator } from 'kysely/migration';
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
  if (error !== undefined) throw (await newerTables(db)) ?? failed(error, results ?? []);
  return (results ?? []).map((result) => result.migrationName);
}

/** What to do when a newer version has migrated the tables; null when none has. */
async function newerTables(db: Kysely<Database>): Promise<StartError | null> {
  const executed = await (db as unknown as Kysely<MigrationTables>)
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute()
    .catch(() => []);
  const unknown = executed.flatMap(({ name }) => (Object.hasOwn(migrations, name) ? [] : [name]));
  if (unknown.length === 0) return null;

  return new StartError(
    `DATABASE_URL: a newer version has changed the tables of this database; this one does not know ${unknown.join(', ')}. ` +
      'Run the newer version, or restore the backup that was made before its upgrade.',
  );
}

type MigrationTables = Record<typeof DEFAULT_MIGRATION_TABLE, { name: string }>;

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
