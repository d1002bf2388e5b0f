import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/databases.ts';
import { createService } from '../../definition/createService.ts';
import { openProcess } from '../../process/openProcess.ts';
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
  openProcess(
    createService().readConfig(
      { ROWHOUSE_PORT: '0', DATABASE_URL: url, ROWHOUSE_DATA_DIR: folder, ...environment },
      folder,
    ),
    undefined,
    { logger: pino({ level: 'silent' }), serve: {}, work: {} },
  );

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
      const { email, password } = service.started.firstAdministrator ?? { email: '', password: '' };
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
