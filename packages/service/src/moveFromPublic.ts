import { type Kysely, sql } from 'kysely';
import type { Database } from './kernel/database/Database.ts';
import { StartError } from './kernel/errors.ts';

/** Tables that migrations of older versions created in the schema `public`. */
const tablesOf: Readonly<Record<string, readonly string[]>> = {
  '0001_users_and_access': [
    'users',
    'roles',
    'permissions',
    'role_permissions',
    'sessions',
    'accounts',
    'verifications',
    'api_keys',
  ],
  '0002_demo': ['countries', 'cities', 'customers', 'orders', 'demo_progress'],
  '0003_row_counts': ['rowhouse_row_counts', 'rowhouse_row_changes'],
  '0004_table_jobs': [
    'table_jobs',
    'rowhouse_action_runs',
    'rowhouse_action_lists',
    'rowhouse_action_failures',
  ],
  '0005_notifications': ['notifications', 'notification_preferences'],
  '0006_avatars': ['avatars', 'avatar_files'],
  // `_new` and `_old` are those of an interrupted upgrade of the log.
  '0007_api_calls': ['api_logs', 'api_logs_new', 'api_logs_old', 'api_failure_windows'],
  '0008_sign_in_attempts': ['sign_in_attempts'],
};

const migrationTables = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Moves an installation in `public` to the schema: tables with rows, indexes, sequences and triggers, and trigger functions.
 * Moves only what migrations recorded in `public` have created. Returns whether there was an installation.
 */
export async function moveFromPublic(db: Kysely<Database>, schema: string): Promise<boolean> {
  if (await exists(db, `${schema}.kysely_migration`)) return false;
  const names = await migrationsInPublic(db);
  if (names === null) return false;

  for (const table of [...names.flatMap((name) => tablesOf[name] ?? []), ...migrationTables]) {
    await sql`alter table if exists ${sql.id('public', table)} set schema ${sql.id(schema)}`.execute(db);
  }
  if (names.includes('0003_row_counts')) await moveRowCountFunctions(db, schema);

  return true;
}

async function moveRowCountFunctions(db: Kysely<Database>, schema: string): Promise<void> {
  const { rows } = await sql<{ signature: string; has_search_path: boolean }>`
    select format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) as signature,
      proconfig is not null as has_search_path
    from pg_proc where pronamespace = 'public'::regnamespace and proname in (
      'rowhouse_record_row_change', 'rowhouse_read_row_counts', 'rowhouse_relation', 'rowhouse_parts',
      'rowhouse_is_part', 'rowhouse_follow_parts', 'rowhouse_unfollow_parts')`.execute(db);
  for (const { signature, has_search_path } of rows) {
    await sql`alter function public.${sql.raw(signature)} set schema ${sql.id(schema)}`.execute(db);
    if (!has_search_path) continue;
    await sql`alter function ${sql.id(schema)}.${sql.raw(signature)} set search_path = ${sql.id(schema)}, pg_temp`.execute(
      db,
    );
  }
}

/** @throws StartError if the schema, which an administrator may have created, has tables of another program. */
export async function refuseTablesOfOthers(db: Kysely<Database>, schema: string): Promise<void> {
  if (await exists(db, `${schema}.kysely_migration`)) return;
  // An older log of API calls may be there, to be upgraded later.
  const names = Object.values(tablesOf)
    .flat()
    .filter((name) => !name.startsWith('api_logs'));
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = to_regnamespace(${schema}) and relname = any (${names})
    order by relname`.execute(db);
  if (rows.length === 0) return;
  throw new StartError(
    `The schema "${schema}" has tables of another program: ${rows.map(({ name }) => name).join(', ')}. Name another ` +
      'schema for those of the service: ROWHOUSE_DATABASE_SCHEMA.',
  );
}

/** The service's migrations recorded in `public`; null without an installation. */
async function migrationsInPublic(db: Kysely<Database>): Promise<readonly string[] | null> {
  const { rows: readable } = await sql`
    select from pg_class where oid = to_regclass('public.kysely_migration') and has_table_privilege(oid, 'select')`.execute(
    db,
  );
  // Only the owner of an installation is expected to read its tables.
  if (readable.length === 0) return null;
  const { rows } = await sql<{
    name: string;
  }>`select name from public.kysely_migration order by name`.execute(db);
  const names = rows.map(({ name }) => name);
  if (!names.includes('0001_users_and_access')) return null;
  const others = names.filter((name) => !(name in tablesOf));
  if (others.length === 0) return names;
  throw new StartError(
    `public.kysely_migration names migrations of this service and others (${others.join(', ')}), so that its tables ` +
      'cannot be distinguished from those of another program or version. Start the version that ran them.',
  );
}

async function exists(db: Kysely<Database>, table: string): Promise<boolean> {
  const { rows } = await sql`select where to_regclass(${table}) is not null`.execute(db);

  return rows.length > 0;
}
