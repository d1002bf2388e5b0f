import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTables, installRowCounts } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { type LoggedDatabase, loggedDatabase } from '../../tables/test/support.ts';
import { installPageMarks, keepPageMarks, postgres } from '../src/index.ts';

interface Shop {
  orders: { id: number; total: number };
  parted: { id: number; total: number };
}

const role = `test_role_${process.pid}_${randomBytes(4).toString('hex')}`;
const definition = {
  template: {
    routePrefix: 'orders',
    cache: true,
    columns: [{ name: 'total', data: 'orders.total', label: 'Total', meta: ['sortable'] }],
  },
  query: (db: Kysely<Shop>) => db.selectFrom('orders').select(['orders.id as dtRowId', 'orders.total']),
  count: { sources: ['orders'] },
};

describe.skipIf(!dialects.includes('postgres'))('functions with the rights of their owner', () => {
  let database: LoggedDatabase<Shop>;
  let db: Kysely<Shop>;
  const run = (statement: string, on: Kysely<Shop> = db) => sql.raw(statement).execute(on);
  const texts = async (statement: string) =>
    (await sql.raw<{ text: string }>(statement).execute(db)).rows.map(({ text }) => text);
  /** Runs on a connection of the second role, which may create temporary objects as everybody does. */
  const asRole = <T>(work: (connection: Kysely<Shop>) => Promise<T>) =>
    db.connection().execute(async (connection) => {
      await run(`set role ${role}`, connection);
      try {
        return await work(connection);
      } finally {
        await run('reset role', connection);
        await run('discard temporary', connection);
      }
    });
  /** What runs with whose rights: a function that writes down who it is, for temporary views and triggers. */
  const spy = `create function pg_temp.spy() returns bigint language plpgsql as $$ begin
      if current_user <> '${role}' then insert into trapped values (current_user); end if;
      return 0;
    end $$`;
  const spyTrigger = `create function pg_temp.spy_row() returns trigger language plpgsql as $$ begin
      perform pg_temp.spy(); return new;
    end $$`;
  const trapped = () => texts('select name as text from trapped');
  const marks = () =>
    texts("select relname as text from pg_class where relname ~ '^rowhouse_marks_[0-9a-f]{16}$' order by 1");

  beforeAll(async () => {
    database = await loggedDatabase('postgres');
    db = database.db;
    await run(`create role ${role}`);
    await run('create table trapped (name text)');
    await run('create table orders (id integer primary key, total integer not null)');
    await run('create table parted (id integer not null, total integer not null) partition by range (id)');
    await run('create table parted_1 partition of parted for values from (0) to (1000)');
    await run(`grant select, insert, delete on orders, parted, parted_1 to ${role}`);
    await installRowCounts(db, ['orders', 'parted(total)']);
    await installPageMarks(db, ['orders(total, id)', 'parted(total, id)']);
    await keepPageMarks(db, ['orders(total, id)', 'parted(total, id)']);
  });

  beforeEach(async () => {
    await run(
      'delete from orders; delete from parted; delete from rowhouse_row_changes; delete from trapped',
    );
  });

  afterAll(async () => {
    await run(`drop owned by ${role}`);
    await run(`drop role ${role}`);
    await database.destroy();
  });

  it('do not read temporary views that are named as their tables', async () => {
    const [first] = await marks();
    await asRole(async (connection) => {
      await run(spy, connection);
      for (const name of [
        'rowhouse_row_counts',
        'rowhouse_row_changes',
        'rowhouse_page_marks',
        'pg_inherits',
        `${first}`,
        `${first}_changes`,
      ]) {
        await run(
          `create temporary view ${name} as select a.*, pg_temp.spy() from ${name} as a`,
          connection,
        ).catch(() =>
          run(
            `create temporary view ${name} as select 'orders' as source, 'x' as name, 0::bigint as epoch,
                pg_temp.spy() as changes, pg_temp.spy() as net, pg_temp.spy() as delta,
                0::oid as inhparent, 0::oid as inhrelid, 0::bigint as rowhouse_rows, pg_temp.spy() as rowhouse_delta`,
            connection,
          ),
        );
      }
      await run(`select public.rowhouse_read_row_counts(array['orders', 'parted'])`, connection);
      for (const name of await marks()) {
        await run(`select public.${name}_total(), public.${name}_keep(true)`, connection);
        await run(`select * from public.${name}_place(0, 1, false)`, connection);
      }
      await run('insert into orders values (1, 1); insert into parted values (1, 1)', connection);
    });
    expect(await trapped()).toEqual([]);
  });

  it('do not write to temporary tables that are named as theirs, and fire no triggers of them', async () => {
    await asRole(async (connection) => {
      await run(spy, connection);
      await run(spyTrigger, connection);
      for (const name of ['rowhouse_row_changes', ...(await marks()).map((mark) => `${mark}_changes`)]) {
        await run(
          `create temporary table ${name} (source text, delta bigint, total integer, id integer, rowhouse_delta bigint)`,
          connection,
        );
        await run(`grant all on ${name} to public`, connection);
        await run(
          `create trigger spy before insert on ${name} for each row execute function pg_temp.spy_row()`,
          connection,
        );
      }
      await run('insert into orders select n, n from generate_series(1, 13) as n', connection);
      await run('insert into parted select n, n from generate_series(1, 5) as n', connection);
    });
    expect(await trapped()).toEqual([]);
    expect(await texts('select concat(source, delta) as text from rowhouse_row_changes order by id')).toEqual(
      ['orders13', 'parted5'],
    );
    for (const name of await marks()) {
      expect(await texts(`select sum(rowhouse_delta)::text as text from ${name}_changes`)).not.toEqual([
        null,
      ]);
    }
  });

  it('name temporary objects last in their search path, as every installed function with one', async () => {
    const paths = await texts(`select concat(proname, ': ', setting) as text
      from pg_proc cross join lateral unnest(coalesce(proconfig, case when prosecdef then array[''] end)) as setting
      where proname like 'rowhouse\\_%' and (setting like 'search_path=%' or setting = '')`);
    expect(paths.length).toBeGreaterThan(8);
    for (const path of paths) expect(path).toMatch(/: search_path=\S.*, pg_temp$/);
  });

  it('are not for everybody, but for roles that may read the table', async () => {
    const granted =
      await texts(`select concat(proname, ' ', case grantee when 0 then 'public' else pg_get_userbyid(grantee) end) as text
      from pg_proc cross join lateral aclexplode(coalesce(proacl, acldefault('f', proowner)))
      where prosecdef and grantee <> proowner order by 1`);
    const readable = (await marks()).flatMap((name) => [`${name}_keep`, `${name}_place`, `${name}_total`]);
    expect(granted).toEqual(
      [...readable, 'rowhouse_read_row_counts'].map((name) => `${name} ${role}`).sort(),
    );
  });

  it('are left out of the pages of a role that may not call them', async () => {
    await run('insert into orders values (1, 1), (2, 2)');
    const other = `${role}_other`;
    await run(`create role ${other}`);
    await run('create view seen as select * from orders');
    await run(`grant select on seen to ${other}`);
    const url = `${database.url}?options=${encodeURIComponent(`-c role=${other}`)}`;
    const { Pool } = await import('pg');
    const { Kysely: Connected, PostgresDialect } = await import('kysely');
    const theirs = new Connected<Shop>({
      dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 2 }) }),
    });
    try {
      const tables = createTables({
        db: theirs,
        capabilities: postgres(),
        definitions: [
          {
            ...definition,
            query: (given: Kysely<Shop>) =>
              given
                .selectFrom(sql<Shop['orders']>`seen`.as('orders'))
                .select(['orders.id as dtRowId', 'orders.total']),
          } as never,
        ],
      });
      const first = (await tables.data('orders', {}, undefined as never)) as { count: number };
      expect(first.count).toBe(2);
      await run('insert into orders values (3, 3)');
      const own = createTables({ db, capabilities: postgres(), definitions: [definition as never] });
      expect(((await own.data('orders', {}, undefined as never)) as { count: number }).count).toBe(3);
    } finally {
      await theirs.destroy();
      await run('drop view seen');
      await run(`drop role ${other}`);
    }
  });
});

describe('the source code', () => {
  it('has no function with the rights of its owner that finds temporary objects first', () => {
    const root = join(import.meta.dirname, '../../..');
    const files = globSync(['packages/*/src/**/*.{ts,sql}', 'apps/*/src/**/*.{ts,sql}'], { cwd: root });
    const lines = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter(
          (line) =>
            /security\s+definer|search_path from current|alter function.*search_path/i.test(line) &&
            !/^\s*(\/\/|\*)/.test(line),
        )
        .filter((line) => !/set search_path = .*, pg_temp\b/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(lines).toEqual([]);
  });
});
