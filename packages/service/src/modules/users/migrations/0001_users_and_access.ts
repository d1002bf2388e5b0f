import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

/** Users, sign-in, roles and permissions. Tables of the sign-in library have the columns that it requires. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await access(db);
  await withId(db, 'users')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('email_verified', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('image', 'text')
    .addColumn('role_id', 'integer', (c) => c.notNull().defaultTo(3).references('roles.id'))
    .addColumn('is_active', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('language', 'text')
    .addColumn('auth_role', 'text')
    .addColumn('banned', 'boolean')
    .addColumn('ban_reason', 'text')
    .addColumn('ban_expires', 'timestamptz')
    .$call(timestamps)
    .execute();
  await db.schema.createIndex('users_role_id_idx').on('users').column('role_id').execute();
  await signIn(db);
}

async function access(db: Kysely<unknown>): Promise<void> {
  await withId(db, 'roles')
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('is_administrator', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('is_superior', 'boolean', (c) => c.notNull().defaultTo(false))
    .$call(timestamps)
    .execute();
  await sql`
    insert into roles (id, name, label, is_administrator, is_superior) values
      (1, 'administrator', 'Administrator', true, true),
      (2, 'supervisor', 'Supervisor', false, true),
      (3, 'user', 'User', false, false)`.execute(db);
  await sql`alter table roles alter column id restart with 100`.execute(db);
  await withId(db, 'permissions')
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema
    .createTable('role_permissions')
    .addColumn('role_id', 'integer', (c) => c.notNull().references('roles.id').onDelete('cascade'))
    .addColumn('permission_id', 'integer', (c) =>
      c.notNull().references('permissions.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('role_permissions_pkey', ['role_id', 'permission_id'])
    .execute();
}

async function signIn(db: Kysely<unknown>): Promise<void> {
  await withId(db, 'sessions')
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('impersonated_by', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .$call(timestamps)
    .execute();
  await withId(db, 'accounts')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('password', 'text')
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', 'timestamptz')
    .addColumn('refresh_token_expires_at', 'timestamptz')
    .addColumn('scope', 'text')
    .$call(timestamps)
    .execute();
  await withId(db, 'verifications')
    .addColumn('identifier', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .$call(timestamps)
    .execute();
  await apiKeys(db);
  for (const [table, column] of [
    ['sessions', 'user_id'],
    ['sessions', 'impersonated_by'],
    ['accounts', 'user_id'],
    ['verifications', 'identifier'],
    ['api_keys', 'user_id'],
    ['api_keys', 'reference_id'],
    ['api_keys', 'config_id'],
  ] as const) {
    await db.schema.createIndex(`${table}_${column}_idx`).on(table).column(column).execute();
  }
}

async function apiKeys(db: Kysely<unknown>): Promise<void> {
  await withId(db, 'api_keys')
    .addColumn('config_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('start', 'text')
    .addColumn('prefix', 'text')
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('reference_id', 'text', (c) => c.notNull())
    // The library stores ids as text; this column references the user.
    .addColumn('user_id', 'integer', (c) =>
      c.generatedAlwaysAs(sql`reference_id::integer`).stored().references('users.id').onDelete('cascade'),
    )
    .addColumn('refill_interval', 'integer')
    .addColumn('refill_amount', 'integer')
    .addColumn('last_refill_at', 'timestamptz')
    .addColumn('enabled', 'boolean')
    .addColumn('rate_limit_enabled', 'boolean')
    .addColumn('rate_limit_time_window', 'integer')
    .addColumn('rate_limit_max', 'integer')
    .addColumn('request_count', 'integer')
    .addColumn('remaining', 'integer')
    .addColumn('last_request', 'timestamptz')
    .addColumn('expires_at', 'timestamptz')
    .addColumn('permissions', 'text')
    .addColumn('metadata', 'text')
    .$call(timestamps)
    .execute();
}

/** The id can be inserted, since the built-in roles have fixed ids. */
function withId(db: Kysely<unknown>, table: string) {
  return db.schema
    .createTable(table)
    .addColumn('id', 'integer', (c) => c.primaryKey().generatedByDefaultAsIdentity());
}

function timestamps<Table extends string, Column extends string>(table: CreateTableBuilder<Table, Column>) {
  return table
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`));
}
