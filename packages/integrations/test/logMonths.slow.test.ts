import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { type ApiLogTables, installApiLogs, pruneApiLogs, removeApiLogs } from '../src/log/apiLogs.ts';
import { createCallLog } from '../src/log/createCallLog.ts';
import { partitionApiLogs } from '../src/log/months/partitionApiLogs.ts';
import { rotateApiLogs } from '../src/log/months/rotateApiLogs.ts';
import { callRecord } from './logSupport.ts';
import { createOlderLogs } from './olderLogs.ts';

/** The month, by UTC, `offset` months from now: `2026_12`. */
function month(offset: number): string {
  const now = new Date();

  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
    .toISOString()
    .slice(0, 7)
    .replace('-', '_');
}

/** Within the last week of a month, the first partition ends a month later. */
const first = new Date(Date.now() + 7 * 86_400_000).getUTCMonth() === new Date().getUTCMonth() ? 1 : 2;

describe.each(dialects.filter((dialect) => dialect === 'postgres'))('a log by month on %s', (dialect) => {
  let database: TestDatabase<ApiLogTables>;
  beforeEach(async () => {
    database = await createTestDatabase<ApiLogTables>(dialect);
    await installApiLogs(database.db);
  });
  afterEach(() => database?.destroy());

  const run = (statement: string) => sql.raw(statement).execute(database.db);
  const list = async (statement: string) =>
    (await sql<{ value: string }>`${sql.raw(statement)}`.execute(database.db)).rows.map(({ value }) => value);
  /** Calls of these numbers of days ago; `try` is the position. */
  const logged = (...days: number[]) =>
    sql`
    insert into api_logs (call_id, url, method, "try", direction, duration, created_at)
    select gen_random_uuid(), '/', 'GET', n, 'Inbound', 1, now() - make_interval(hours => (24 * age)::integer)
    from unnest(${days}::float8[]) with ordinality as ages (age, n)`.execute(database.db);
  const parts = () =>
    list(`select relname as value from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'api_logs'::regclass order by 1`);
  const count = async () => Number((await list('select count(*) as value from api_logs'))[0]);

  it('compresses the payloads of every month in the same way', async () => {
    await partitionApiLogs(database.db);
    const kinds = `select distinct attcompression::text as value from pg_attribute where attname = 'payload' and attrelid in
      (select 'api_logs'::regclass union all select inhrelid from pg_inherits where inhparent = 'api_logs'::regclass)`;
    expect(await list(kinds)).toHaveLength(1);

    await run('alter table api_logs alter column payload set compression pglz');
    for (const part of await parts())
      await run(`alter table ${part} alter column payload set compression pglz`);
    const [built] = await list(
      `select 'lz4' = any(enumvals) as value from pg_settings where name = 'default_toast_compression'`,
    );
    await installApiLogs(database.db);
    expect(await list(kinds)).toEqual([built ? 'l' : 'p']);
  });

  it('has all rows, indexes, privileges and ids of the table that it was', async () => {
    await run('create index notes on api_logs using hash (url)');
    const role = `logs_reader_${process.pid}`;
    await run(`create role ${role}`);
    try {
      await run(`grant select, insert on api_logs to ${role}`);
      await logged(...Array.from({ length: 200 }, (_, index) => index));
      const digest = "select md5(string_agg(api_logs::text, '' order by id)) as value from api_logs";
      const indexes = `select concat(c.relname, ': ', regexp_replace(pg_get_indexdef(c.oid), '^.* USING', '')) as value
        from pg_index join pg_class c on c.oid = indexrelid where indrelid = 'api_logs'::regclass and not indisprimary order by 1`;
      const before = [await list(digest), await list(indexes)];
      const steps: string[] = [];

      const { partitioned, first: part } = await partitionApiLogs(database.db, {
        onStep: (step) => steps.push(step),
      });
      expect(partitioned).toBe(true);
      expect(part?.name).toBe(`api_logs_before_${month(first)}`);
      expect(steps).toEqual(['key', 'limit', 'validate', 'exchange', 'analyze']);
      expect([await list(digest), await list(indexes)]).toEqual(before);
      expect(await parts()).toEqual(
        [...(first === 1 ? [month(1)] : []), month(2), `before_${month(first)}`, 'default'].map(
          (name) => `api_logs_${name}`,
        ),
      );
      // No scan of the old rows, and no constraint that refuses later ones, is left.
      expect(
        await list("select conname as value from pg_constraint where contype = 'c' and conname like 'api%'"),
      ).toEqual([]);

      await database.db.connection().execute(async (connection) => {
        await sql.raw(`set role ${role}`).execute(connection);
        await sql`insert into api_logs (call_id, url, method, "try", direction, duration)
          values (gen_random_uuid(), '/', 'GET', 1, 'Inbound', 1)`.execute(connection);
        await sql`reset role`.execute(connection);
      });
      expect(await list('select max(id) as value from api_logs')).toEqual(['201']);
      expect(await partitionApiLogs(database.db)).toEqual({ partitioned: false, first: null });
      await installApiLogs(database.db);
      expect(await list(indexes)).toEqual(before[1]);
    } finally {
      await removeApiLogs(database.db);
      await run(`drop role ${role}`);
    }
    expect(await list("select relname as value from pg_class where relname like 'api_logs%'")).toEqual([]);
  });

  it('is written, in whichever month, and pruned by rows', async () => {
    await partitionApiLogs(database.db);
    const log = createCallLog({ db: database.db });
    const day = 86_400_000;
    for (const days of [-400, -40, -1, 0, 40, 70, 4000]) {
      log.add(callRecord({ createdAt: new Date(Date.now() + days * day) }));
    }
    await log.flush();
    expect(log.state).toMatchObject({ written: 7, failed: 0, dropped: 0 });
    await log.close();
    expect(await pruneApiLogs(database.db, { before: new Date(Date.now() - 20 * day), step: 1 })).toBe(2);
    expect(await count()).toBe(5);
  });

  it('makes months ahead and drops those that are too old, without deleting rows', async () => {
    await logged(400, 300, 0);
    await partitionApiLogs(database.db, { ahead: 1 });
    const before = (days: number) => new Date(Date.now() - days * 86_400_000);
    expect(await rotateApiLogs(database.db, { before: before(30) })).toEqual({
      made: [`api_logs_${month(2)}`],
      dropped: [],
      deleted: 0,
    });
    expect(await count()).toBe(3);
    // As time passes: the same, seen from the end of the next months.
    const rotated = await rotateApiLogs(database.db, { before: before(-95) });
    expect(rotated?.dropped.map(({ name }) => name)).toEqual([
      `api_logs_before_${month(first)}`,
      ...(first === 1 ? [`api_logs_${month(1)}`] : []),
      `api_logs_${month(2)}`,
    ]);
    expect(await count()).toBe(0);

    await logged(200, 0);
    expect(await rotateApiLogs(database.db, { before: before(100) })).toMatchObject({
      dropped: [],
      deleted: 1,
    });
    expect(await count()).toBe(1);
  });

  it('leaves a month in the default partition if its calls are there', async () => {
    await partitionApiLogs(database.db, { ahead: 2 });
    await run(`drop table api_logs_${month(2)}`);
    await run(`insert into api_logs (call_id, url, method, "try", direction, duration, created_at)
      select gen_random_uuid(), '/', 'GET', 1, 'Inbound', 1, '${month(2).replace('_', '-')}-05Z'`);
    expect(await rotateApiLogs(database.db, { before: new Date(0), ahead: 3 })).toMatchObject({
      made: [`api_logs_${month(3)}`],
    });
    expect(await list('select tableoid::regclass::text as value from api_logs')).toEqual([
      'api_logs_default',
    ]);
  });

  it('is rotated only when it is partitioned, and rid of the constraint of a conversion that was killed', async () => {
    await run(
      "alter table api_logs add constraint api_logs_limit check (created_at < '2999-01-01') not valid",
    );
    expect(await rotateApiLogs(database.db, { before: new Date() })).toBeNull();
    expect(await list("select conname as value from pg_constraint where conname = 'api_logs_limit'")).toEqual(
      [],
    );
  });

  it.each([
    ['create view seen as select * from api_logs', 'seen reads the log'],
    ['create table notes (log bigint references api_logs)', 'is a foreign key to the log'],
    ['create unique index once on api_logs (call_id, "try")', 'once is a unique index without created_at'],
    ['alter table api_logs alter created_at type timestamp', 'created_at is not "timestamptz not null"'],
    ['alter table api_logs drop constraint api_logs_pkey', 'is not a primary key of (id)'],
    ['create policy own on api_logs using (true)', 'own is a row security policy'],
    ['create publication everything for table api_logs', 'everything publishes the log'],
    [
      `create function f() returns trigger language plpgsql as 'begin return null; end';
       create trigger mine after insert on api_logs execute function f()`,
      'mine is a trigger',
    ],
    [
      "insert into api_logs (call_id, url, method, try, direction, duration, created_at) values (gen_random_uuid(), '', '', 1, '', 1, '2999-01-01')",
      'The last call of api_logs is dated 2999-01-01',
    ],
    [
      'drop table api_logs; create table api_logs (id int) partition by hash (id)',
      'not by range of created_at',
    ],
    ['drop table api_logs', 'Create it with installApiLogs first'],
  ])('is refused after %s', async (statement, message) => {
    for (const one of statement.split(/;\s*(?=create)/)) await run(one);
    await expect(partitionApiLogs(database.db)).rejects.toThrow(message);
    expect(await list("select conname as value from pg_constraint where conname = 'api_logs_limit'")).toEqual(
      [],
    );
  });

  it('waits for a transaction that uses the log, without holding up others', async () => {
    const steps: string[] = [];
    const reader = await database.db.startTransaction().execute();
    await reader.selectFrom('api_logs').select('id').execute();
    try {
      const converted = await partitionApiLogs(database.db, {
        onStep: (step) => {
          steps.push(step);
          if (step === 'blocked' && !reader.isCommitted) void reader.commit().execute();
        },
      });
      expect(converted).toMatchObject({ partitioned: true });
    } finally {
      if (!reader.isCommitted) await reader.rollback().execute();
    }
    expect(steps).toContain('blocked');
  });

  it('is partitioned after runs that were interrupted or killed', async () => {
    await logged(1, 2);
    const stop = new AbortController();
    const stopped = partitionApiLogs(database.db, {
      signal: stop.signal,
      onStep: (step) => step === 'validate' && stop.abort(new Error('Stopped.')),
    });
    await expect(stopped).rejects.toThrow('Stopped.');
    expect(await list("select conname as value from pg_constraint where conname = 'api_logs_limit'")).toEqual(
      [],
    );

    // As killed while the key was built, and after the limit was added.
    await run("update pg_index set indisvalid = false where indexrelid = 'api_logs_month_key'::regclass");
    await run(
      "alter table api_logs add constraint api_logs_limit check (created_at < '2999-01-01') not valid",
    );
    expect(await partitionApiLogs(database.db)).toMatchObject({ partitioned: true });
    expect(await count()).toBe(2);
  });

  it('is not made of a log of the older form', async () => {
    await removeApiLogs(database.db);
    await createOlderLogs(database as unknown as TestDatabase<never>, []);
    await expect(partitionApiLogs(database.db)).rejects.toThrow('Run upgradeApiLogs first');
  });
});

describe.each(dialects.filter((dialect) => dialect !== 'postgres'))('a log on %s', (dialect) => {
  it('stays one table, and the caller is notified', async () => {
    const database = await createTestDatabase<ApiLogTables>(dialect);
    try {
      await installApiLogs(database.db);
      await expect(partitionApiLogs(database.db)).rejects.toThrow('by month on PostgreSQL only');
      expect(await rotateApiLogs(database.db, { before: new Date() })).toBeNull();
    } finally {
      await database.destroy();
    }
  });
});
