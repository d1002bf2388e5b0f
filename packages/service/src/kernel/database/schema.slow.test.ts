import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/databases.ts';
import { createService } from '../../createService.ts';
import { startService } from '../../startService.ts';
import { demoService } from '../../testing/demoService.ts';
import { loadConfig } from '../config/loadConfig.ts';
import { checkSearchPath, withSearchPath } from './Database.ts';

let database: TestDatabase<AppDatabase>;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase('postgres');
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-schema-'));
});
afterEach(async () => {
  await database?.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** The application whose database the service uses. */
interface AppDatabase {
  users: { id: string; nick: string };
  orders: { id: number };
}

const start = (url = database.url ?? '', environment: Record<string, string> = {}) =>
  startService({
    config: loadConfig(
      { ROWHOUSE_PORT: '0', DATABASE_URL: url, ROWHOUSE_DATA_DIR: folder, ...environment },
      folder,
    ),
    logger: pino({ level: 'silent' }),
  });

/** Runs an application's own migrations as Kysely does by default. */
async function migrateApp(db: Kysely<AppDatabase>, names: readonly string[]): Promise<void> {
  const all = Object.fromEntries(names.map((name) => [name, { up: async () => undefined }]));
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => all },
  }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** Schema → tables with their number of rows. */
async function rowsOf(schema: string): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${schema} order by tablename`.execute(
    database.db,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::integer as n from ${sql.id(schema, name)}`.execute(database.db);
    counts[name] = rows[0]?.n ?? 0;
  }

  return counts;
}

describe('A database that an application uses', () => {
  it('keeps its tables and migrations, separate from those of the service', async () => {
    const { db } = database;
    await sql`create table users (id uuid primary key default gen_random_uuid(), nick text not null)`.execute(
      db,
    );
    await sql`create table orders (id integer primary key)`.execute(db);
    await sql`insert into users (nick) values ('ada'), ('bob')`.execute(db);
    await migrateApp(db, ['2024-01-first']);

    const service = await start();
    try {
      const { email, password } = service.firstAdministrator ?? { email: '', password: '' };
      const signedIn = await fetch(`${service.address}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const { token } = (await signedIn.json()) as { token: string };
      const users = await fetch(`${service.address}/api/users/tableData?meta[search]=admin`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await users.json()).toMatchObject({ count: 1, filtered: 1, data: [{ email }] });
    } finally {
      await service.stop();
    }
    expect(await rowsOf('public')).toEqual({
      kysely_migration: 1,
      kysely_migration_lock: 1,
      orders: 0,
      users: 2,
    });
    expect(await rowsOf('rowhouse')).toMatchObject({
      users: 1,
      accounts: 1,
      kysely_migration: Object.keys(createService().migrations).length,
    });
    await migrateApp(db, ['2024-01-first', '2024-02-second']);
    expect(await db.selectFrom('users').select('nick').orderBy('nick').execute()).toHaveLength(2);
  });

  it('may use the name of the schema itself; the service uses another', async () => {
    const { db } = database;
    await db.schema.createSchema('rowhouse').execute();
    await sql`create table rowhouse.users (id integer)`.execute(db);
    await expect(start()).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        /^The schema "rowhouse" has tables of another program.*ROWHOUSE_DATABASE_SCHEMA/,
      ),
    });
    const service = await start(database.url, { ROWHOUSE_DATABASE_SCHEMA: 'back_office' });
    await service.stop();
    expect(await rowsOf('rowhouse')).toEqual({ users: 0 });
    expect(await rowsOf('back_office')).toMatchObject({ users: 1 });
  });
});

const firstNames = new Map([
  ['shop/0001_demo', '0002_demo'],
  ['shop/0002_row_counts', '0003_row_counts'],
]);

/** Migrations of versions without a schema. */
const inPublic = Object.fromEntries(
  Object.entries(demoService.migrations)
    .map(([name, migration]) => [firstNames.get(name) ?? name, migration] as const)
    .filter(([name]) => name < '0009'),
);

describe('An installation whose tables are in public', () => {
  /** As older versions created it, with rows in every table. */
  async function install(): Promise<void> {
    const db = database.db as Kysely<unknown>;
    const provider = { getMigrations: async () => inPublic };
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    expect(error).toBeUndefined();
    for (const statement of rowsForEveryTable) await sql.raw(statement).execute(db);
  }

  it('is moved with all rows, once, and works as before', async () => {
    await install();
    const before = await rowsOf('public');
    expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);
    await sql`create table app_things (id integer)`.execute(database.db);

    const service = await start();
    try {
      expect(await rowsOf('public')).toEqual({ app_things: 0 });
      // The start runs later migrations, and stores the permissions of its routes.
      const { permissions, kysely_migration: _migrations, ...moved } = await rowsOf('rowhouse');
      const { permissions: some = 0, kysely_migration: _known, ...others } = before;
      expect(moved).toMatchObject(others);
      expect(permissions).toBeGreaterThan(some);
      const { db } = service.database;
      // The triggers, their function and the sequences have moved, too.
      await sql`insert into cities (name, country_code, latitude, longitude) values ('Ulm', 'DE', 1, 1)`.execute(
        db,
      );
      await sql`insert into users (name, email) values ('New', 'new@example.com')`.execute(db);
      const { rows } = await sql<{ state: string }>`
        select rowhouse_read_row_counts(array['cities']) as state`.execute(db);
      expect(rows[0]?.state).toMatch(/^2:2:/);
    } finally {
      await service.stop();
    }
    await (await start()).stop();
  });

  it('is not moved if another version has migrated it', async () => {
    await install();
    await sql`insert into kysely_migration (name, timestamp) values ('0099_later', now()::text)`.execute(
      database.db,
    );
    await expect(start()).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(
        'public.kysely_migration names migrations of this service and others (0099_later)',
      ),
    });
    expect(await rowsOf('rowhouse')).toEqual({});
    expect(await rowsOf('public')).toMatchObject({
      users: 1,
      kysely_migration: 9,
    });
  });
});

describe('A connection pooler that keeps its own search path', () => {
  it('is detected before anything is created', async () => {
    const { db } = database;
    await expect(checkSearchPath(db, 'rowhouse')).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(`connect_query = 'set search_path to rowhouse, public'`),
    });
    await db.connection().execute(async (connection) => {
      await sql`set search_path to rowhouse, public`.execute(connection);
      await checkSearchPath(connection, 'rowhouse');
    });
  });

  it.each([
    ['postgresql://h/d', 'postgresql://h/d?options=-c%20search_path%3Da%2Cpublic'],
    [
      'postgresql://h/d?sslmode=require',
      'postgresql://h/d?sslmode=require&options=-c%20search_path%3Da%2Cpublic',
    ],
    [
      'postgresql://h/d?options=-c%20jit%3Doff&application_name=x',
      'postgresql://h/d?options=-c%20jit%3Doff%20-c%20search_path%3Da%2Cpublic&application_name=x',
    ],
  ])('merges the search path with that of the address: %s', (url, expected) => {
    expect(withSearchPath(url, 'a')).toBe(expected);
  });
});

/** In foreign key order; permissions and roles are created by migrations and the first start. */
const rowsForEveryTable = [
  `insert into permissions (name) values ('orders.tableData')`,
  `insert into role_permissions values (3, 1)`,
  `insert into users (name, email, role_id) values ('Ada', 'ada@example.com', 1)`,
  `insert into sessions (token, user_id, expires_at) values ('t', 1, now())`,
  `insert into accounts (account_id, provider_id, user_id) values ('1', 'credential', 1)`,
  `insert into verifications (identifier, value, expires_at) values ('i', 'v', now())`,
  `insert into api_keys (config_id, key, reference_id) values ('default', 'k', '1')`,
  `insert into countries values ('DE', 'Germany', 'Deutschland', 'de')`,
  `insert into cities (name, country_code, latitude, longitude) values ('Bonn', 'DE', 1, 1)`,
  `insert into customers (name, email, country_code) values ('Bob', 'bob@example.com', 'DE')`,
  `insert into orders (number, customer_id, total, tax, items) select 'R-1', id, 1, 1, 1 from customers`,
  `insert into demo_progress (table_name) values ('orders')`,
  `insert into table_jobs (kind, table_name, name, payload, created_by, language, fingerprint, status)
    values ('export', 'orders', 'Orders', '{}', 1, 'en', 'f', 'finalized')`,
  `insert into rowhouse_action_runs (id, table_id, action, state, created_at, updated_at)
    values ('r', 'orders', 'deliver', 'done', 1, 1)`,
  `insert into rowhouse_action_lists values (1, 1, 1, '[]')`,
  `insert into rowhouse_action_failures values (1, 1, '{}')`,
  `insert into notifications (user_id, type, key, title, body, in_list) values (1, 't', 'k', 't', 'b', true)`,
  `insert into notification_preferences values (1, 't', true, true, true)`,
  `insert into avatar_files (key, media_type, size) values ('k', 'image/svg+xml', 1)`,
  `insert into avatars (user_id, file_id, url, source) values (1, 1, 'u', 'initials')`,
  `insert into api_logs (call_id, url, method, "try", direction, duration)
    values (gen_random_uuid(), '/', 'GET', 1, 'Inbound', 1)`,
  `insert into api_failure_windows (failure_key, starts_at, ends_at) values ('k', now(), now())`,
  `insert into sign_in_attempts values ('address:1', 1, now() + interval '1 hour')`,
];
