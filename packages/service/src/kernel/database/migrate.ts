import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, type MigrationResult, Migrator } from 'kysely/migration';
import { commandLine } from '../../base/commandLine.ts';
import { StartError } from '../../base/errors.ts';
import { type Database, ownSchema } from './Database.ts';

export interface MigrationPlan {
  /** Migrations by name, in the order in which they run. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** Tables of the migrations. A schema that has them without a record of migrations belongs to another program. */
  readonly tables?: readonly string[];
}

/**
 * Runs pending migrations in the service's own schema and returns their names. Processes that start at the same time wait
 * for each other. If a migration fails, all are rolled back.
 */
export async function migrate(db: Kysely<Database>, plan: MigrationPlan): Promise<string[]> {
  const schema = await ownSchema(db);
  try {
    await prepareSchema(db, schema, plan);
    const { error, results = [] } = await (await migratorOf(db, schema, plan)).migrateToLatest();
    if (error !== undefined) throw failed(error, results);

    return results.map((result) => result.migrationName);
  } catch (error) {
    throw (await newerTables(db, schema, plan)) ?? startErrorOf(error, schema) ?? error;
  }
}

/** For read-only commands. @throws StartError if migrations are pending. */
export async function requireMigrated(db: Kysely<Database>, plan: MigrationPlan): Promise<void> {
  const all = await (await migratorOf(db, await ownSchema(db), plan)).getMigrations();
  const pending = all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
  if (pending.length === 0) return;
  throw new StartError(
    `The tables of the database are not up to date (pending: ${pending.join(', ')}). This command changes nothing: run ` +
      `"${commandLine('migrate')}" first.`,
  );
}

/** Runs migrations in the order of the plan, not by name. */
async function migratorOf(
  db: Kysely<Database>,
  schema: string,
  { migrations }: MigrationPlan,
): Promise<Migrator> {
  const absent = (await executedIn(db, schema)).filter((name) => isOfModule(name) && !(name in migrations));
  const all = { ...Object.fromEntries(absent.map((name) => [name, ofAbsentModule])), ...migrations };
  const positions = new Map(Object.keys(all).map((name, index) => [name, index]));

  return new Migrator({
    db,
    migrationTableSchema: schema,
    provider: { getMigrations: async () => migrationsIn(schema, all) },
    allowUnorderedMigrations: true,
    nameComparator: (a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0),
  });
}

/** Migrations of modules are named `module/name`. Their records remain after a module is removed. */
function isOfModule(name: string): boolean {
  return name.includes('/');
}

const ofAbsentModule: Migration = {
  up: () => Promise.reject(new Error('It was run before its module was removed.')),
};

/** Creates the schema, unless an administrator has. */
function prepareSchema(db: Kysely<Database>, schema: string, { tables = [] }: MigrationPlan): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`${schema}.migrate`}))`.execute(transaction);
    await createSchema(transaction, schema);
    await refuseTablesOfOthers(transaction, schema, tables);
  });
}

async function refuseTablesOfOthers(
  db: Kysely<Database>,
  schema: string,
  tables: readonly string[],
): Promise<void> {
  if (await isMigrated(db, schema)) return;
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = to_regnamespace(${schema}) and relname = any (${tables})
    order by relname`.execute(db);
  if (rows.length === 0) return;
  throw new StartError(
    `The schema "${schema}" has tables of another program: ${rows.map(({ name }) => name).join(', ')}. Name another ` +
      'schema for those of the service: ROWHOUSE_DATABASE_SCHEMA.',
  );
}

/** Migrations use unqualified table names, which must not resolve to tables of other programs. */
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

/** `if not exists` would require the privilege even if an administrator has created the schema. */
async function createSchema(db: Kysely<Database>, schema: string): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regnamespace(${schema}) is not null as "exists"`.execute(db);
  if (rows[0]?.exists !== true) await db.schema.createSchema(schema).execute();
}

/** The error if a newer version has migrated the tables; otherwise null. */
async function newerTables(
  db: Kysely<Database>,
  schema: string,
  { migrations }: MigrationPlan,
): Promise<StartError | null> {
  const names = new Set(await executedIn(db, schema));
  const unknown = [...names].filter((name) => !isOfModule(name) && !Object.hasOwn(migrations, name));
  // Otherwise the records are those of another program.
  const own = Object.keys(migrations).filter((name) => !isOfModule(name));
  if (unknown.length === 0 || !own.every((name) => names.has(name))) return null;

  return new StartError(
    `DATABASE_URL: a newer version has changed the tables of this database; this one does not know ${unknown.join(', ')}. ` +
      'Run the newer version, or restore the backup that was made before its upgrade.',
  );
}

/** Names of executed migrations, sorted; empty before the first one. */
async function executedIn(db: Kysely<Database>, schema: string): Promise<string[]> {
  if (!(await isMigrated(db, schema))) return [];
  const executed = await (db as unknown as Kysely<MigrationTables>)
    .withSchema(schema)
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute();

  return executed.map(({ name }) => name);
}

async function isMigrated(db: Kysely<Database>, schema: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${`${schema}.${DEFAULT_MIGRATION_TABLE}`}) is not null as "exists"`.execute(db);

  return rows[0]?.exists === true;
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

/** Errors that the operator has to fix; null for others. */
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
