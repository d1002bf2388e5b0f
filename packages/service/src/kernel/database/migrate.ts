import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, type MigrationResult, Migrator } from 'kysely/migration';
import { commandLine } from '../commandLine.ts';
import { StartError } from '../StartError.ts';
import type { Database } from './Database.ts';
import { ownSchema } from './searchPath.ts';

export interface MigrationPlan {
  /** Every change of the tables, in the order in which they are run. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** Former name of a migration → its name now. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Done first, in a transaction in which the schema is there. Returns whether tables were moved into it. */
  readonly prepare?: (transaction: Kysely<Database>, schema: string) => Promise<boolean>;
}

/**
 * Brings the tables in the service's own schema up to date, and returns what was done. Processes that start at the same
 * time wait for each other. All or nothing: a migration that fails leaves the tables as they were.
 */
export async function migrate(db: Kysely<Database>, plan: MigrationPlan): Promise<string[]> {
  const schema = await ownSchema(db);
  try {
    const isMoved = await prepareSchema(db, schema, plan);
    const { error, results = [] } = await (await migratorOf(db, schema, plan)).migrateToLatest();
    if (error !== undefined) throw failed(error, results);

    return [
      ...(isMoved ? [`moved from the schema public to ${schema}`] : []),
      ...results.map((result) => result.migrationName),
    ];
  } catch (error) {
    throw (await newerTables(db, schema, plan)) ?? startErrorOf(error, schema) ?? error;
  }
}

/** For commands that change nothing: throws while there are migrations to run. */
export async function requireMigrated(db: Kysely<Database>, plan: MigrationPlan): Promise<void> {
  const all = await (await migratorOf(db, await ownSchema(db), plan)).getMigrations();
  const pending = all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
  if (pending.length === 0) return;
  throw new StartError(
    `The tables of the database are not up to date (pending: ${pending.join(', ')}). This command changes nothing: run ` +
      `"${commandLine('migrate')}" first.`,
  );
}

/** The order is that of the plan: names of one module say nothing about those of another. */
async function migratorOf(
  db: Kysely<Database>,
  schema: string,
  { migrations }: MigrationPlan,
): Promise<Migrator> {
  const left = (await executedIn(db, schema)).filter((name) => isOfModule(name) && !(name in migrations));
  const all = { ...Object.fromEntries(left.map((name) => [name, ofAbsentModule])), ...migrations };
  const places = new Map(Object.keys(all).map((name, place) => [name, place]));

  return new Migrator({
    db,
    migrationTableSchema: schema,
    provider: { getMigrations: async () => migrationsIn(schema, all) },
    allowUnorderedMigrations: true,
    nameComparator: (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0),
  });
}

/** Those of modules are `module/name`. What was run stays when a module is taken out of the configuration. */
function isOfModule(name: string): boolean {
  return name.includes('/');
}

const ofAbsentModule: Migration = {
  up: () => Promise.reject(new Error('It was run before its module was removed.')),
};

/** Creates the schema, and moves an installation in `public` to it; returns whether there was one. */
function prepareSchema(
  db: Kysely<Database>,
  schema: string,
  { prepare, renamed = {} }: MigrationPlan,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`${schema}.migrate`}))`.execute(transaction);
    await createSchema(transaction, schema);
    const isMoved = (await prepare?.(transaction, schema)) ?? false;
    const executed = await executedIn(transaction, schema);
    for (const [before, now] of Object.entries(renamed)) {
      if (!executed.includes(before)) continue;
      await recordOf(transaction, schema).set({ name: now }).where('name', '=', before).execute();
    }

    return isMoved;
  });
}

/** The migrations name tables without a schema: those of other programs must not be found by the names. */
function migrationsIn(
  schema: string,
  migrations: Readonly<Record<string, Migration>>,
): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => [
      name,
      {
        up: async (db) => {
          await sql`select set_config('search_path', ${schema}, true)`.execute(db);
          await up(db);
        },
      } satisfies Migration,
    ]),
  );
}

/** Not `if not exists`, which requires the privilege even where an administrator has created the schema. */
async function createSchema(db: Kysely<Database>, schema: string): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regnamespace(${schema}) is not null as "isThere"`.execute(db);
  if (rows[0]?.isThere !== true) await db.schema.createSchema(schema).execute();
}

/** What to do when a newer version has migrated the tables; null when none has. */
async function newerTables(
  db: Kysely<Database>,
  schema: string,
  { migrations }: MigrationPlan,
): Promise<StartError | null> {
  const names = new Set(await executedIn(db, schema));
  const unknown = [...names].filter((name) => !isOfModule(name) && !Object.hasOwn(migrations, name));
  // The migrations of another program lack those of this one.
  const own = Object.keys(migrations).filter((name) => !isOfModule(name));
  if (unknown.length === 0 || !own.every((name) => names.has(name))) return null;

  return new StartError(
    `DATABASE_URL: a newer version has changed the tables of this database; this one does not know ${unknown.join(', ')}. ` +
      'Run the newer version, or restore the backup that was made before its upgrade.',
  );
}

/** Names in alphabetical order; none before the first migration. */
async function executedIn(db: Kysely<Database>, schema: string): Promise<string[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${`${schema}.${DEFAULT_MIGRATION_TABLE}`}) is not null as "isThere"`.execute(db);
  if (rows[0]?.isThere !== true) return [];
  const executed = await (db as unknown as Kysely<MigrationTables>)
    .withSchema(schema)
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute();

  return executed.map(({ name }) => name);
}

function recordOf(db: Kysely<Database>, schema: string) {
  return (db as unknown as Kysely<MigrationTables>).withSchema(schema).updateTable(DEFAULT_MIGRATION_TABLE);
}

type MigrationTables = Record<typeof DEFAULT_MIGRATION_TABLE, { name: string }>;

function failed(cause: unknown, results: readonly MigrationResult[]): Error {
  const name = results.find((result) => result.status === 'Error')?.migrationName;
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (name === undefined) return new Error(`The migrations could not be run: ${reason}`, { cause });
  const [, module] = /^(.+)\/.+$/.exec(name) ?? [];
  const owner = module === undefined ? '' : ` of the module "${module}"`;

  return new StartError(
    `Migration ${name}${owner} failed: ${reason}\n\nEverything was rolled back: no table was changed, and the pending ` +
      `migrations run again at the next start. Correct the migration or its cause of failure, then start again, or run ` +
      `"${commandLine('migrate')}".`,
    { cause },
  );
}

/** What only the operator can remove. */
function startErrorOf(error: unknown, schema: string): StartError | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code = '', message = '' } = cause as { code?: string; message?: string };
  if (code === '42501') {
    return new StartError(
      `DATABASE_URL: its user may not create the tables of the service (${message}). As an administrator of the server, ` +
        `run "grant create on database … to …", or "create schema ${schema} authorization …" with that user.`,
      { cause },
    );
  }
  if (message.startsWith('corrupted migrations')) {
    return new StartError(
      `The schema "${schema}" was migrated by another version of the service, or by another program (${message}). Start ` +
        'that version, or name another schema: ROWHOUSE_DATABASE_SCHEMA.',
      { cause },
    );
  }

  return null;
}
