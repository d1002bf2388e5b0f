import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../test/databases.ts';
import type { Database } from '../kernel/database/Database.ts';
import { createServiceDatabase, migrate } from '../testing/demoService.ts';
import { runCommand } from '../testing/runCommand.ts';

let database: TestDatabase<Database>;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-reading-'));
  database = await createServiceDatabase();
  await sql`create table public.things (id integer primary key, name text not null)`.execute(database.db);
});
afterEach(async () => {
  await database?.destroy();
  await rm(folder, { recursive: true, force: true });
});

const rowhouse = (...args: string[]) =>
  runCommand({ DATABASE_URL: database.url ?? '', ROWHOUSE_DATA_DIR: join(folder, 'data') }, { args, folder })
    .ended;

/** Every schema, relation, column, function, trigger and extension, and the rows of each table. */
async function everything(): Promise<unknown> {
  const { db } = database;
  const { rows: objects } = await sql`
    select 'schema' as kind, nspname::text as name, null as part from pg_namespace where nspname !~ '^pg_(toast|temp)'
    union all select 'column', attrelid::regclass::text, attname || ' ' || format_type(atttypid, atttypmod)
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)
    union all select 'function', oid::regprocedure::text, md5(prosrc) from pg_proc
      where pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    union all select 'trigger', tgrelid::regclass::text, tgname from pg_trigger
    union all select 'extension', extname, extversion from pg_extension
    order by 1, 2, 3`.execute(db);
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`.execute(db);
  const rows: unknown[] = [];
  for (const { schema, name } of tables) {
    rows.push([name, (await sql`select count(*) as n from ${sql.id(schema, name)}`.execute(db)).rows]);
  }

  return { objects, rows };
}

describe('A read-only command', () => {
  it('changes nothing in a database that the service has never used', async () => {
    const before = await everything();
    const pending = 'not up to date (pending: 0001_users_and_access,';
    await Promise.all(
      (
        [
          [['tables:make', 'things'], 0, 'Written: things.json and things.ts'],
          [['tables:check'], 1, pending],
          [['tables:advise'], 1, pending],
        ] as const
      ).map(async ([args, status, text]) => {
        const ended = await rowhouse(...args);
        expect(ended.output + ended.errors, args.join(' ')).toContain(text);
        expect(ended.status).toBe(status);
      }),
    );
    expect(await everything()).toEqual(before);
  });

  it('changes nothing in the database of a service, and creates no secret', async () => {
    await migrate(database.db);
    const before = await everything();
    await Promise.all(
      [['tables:make', 'things'], ['tables:check'], ['tables:advise'], ['tables:advise', '--measure']].map(
        async (args) => {
          expect(await rowhouse(...args), args.join(' ')).toMatchObject({ status: 0, errors: '' });
        },
      ),
    );
    expect(await everything()).toEqual(before);
    expect(await readdir(folder)).not.toContain('data');
  });
});
