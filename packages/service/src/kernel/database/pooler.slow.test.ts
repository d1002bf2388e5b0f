import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/databases.ts';
import {
  pgBouncerProgram,
  type RunningPgBouncer,
  startPgBouncer,
} from '../../../../../test/startPgBouncer.ts';
import type { AnyDatabase } from '../../../../tables/src/definition/TableContext.ts';
import { cancellable } from '../../../../tables/src/query/cancellable.ts';
import { readAddress } from '../../tables/databases/address.ts';
import { connectPostgres } from '../../tables/databases/connect/postgres.ts';
import { startTestService } from '../../testing/startTestService.ts';
import { type Connection, connect, type Database } from './Database.ts';
import { detectPooler } from './detectPooler.ts';
import { unlessElsewhere } from './exclusively.ts';
import { openDatabase } from './openDatabase.ts';

const server = inject('postgresUrl');
const program = pgBouncerProgram();
if (program === undefined) console.warn('Services behind PgBouncer are not tested: it is not installed.');

describe.skipIf(server === '' || program === undefined)('Behind PgBouncer in transaction mode', () => {
  let pooler: RunningPgBouncer;
  let database: TestDatabase<Database>;
  let pooledUrl: string;
  let connection: Connection;
  beforeAll(async () => {
    pooler = await startPgBouncer(server);
    database = await createTestDatabase<Database>('postgres');
    pooledUrl = through(pooler);
    connection = connect({
      url: pooledUrl,
      poolSize: 5,
      pooled: true,
      limits: { statementSeconds: 1, lockSeconds: 1 },
      onIdleError: () => undefined,
    });
  });
  afterAll(async () => {
    await connection?.close();
    await database?.destroy();
    await pooler?.stop();
  });

  const through = ({ url }: RunningPgBouncer) => {
    const address = new URL(url);
    address.pathname = new URL(database.url ?? '').pathname;

    return address.href;
  };
  const open = (databaseUrl: string, databaseDirectUrl?: string) =>
    openDatabase({
      config: {
        databaseUrl,
        databaseSchema: 'rowhouse',
        databasePoolSize: 2,
        dataDir: tmpdir(),
        ...(databaseDirectUrl !== undefined && { databaseDirectUrl }),
      },
      use: 'own',
      log: () => undefined,
    });

  it('distinguishes it from a server, and from a pooler in session mode', async () => {
    const ofSessions = await startPgBouncer(server, { mode: 'session' });
    try {
      expect(await detectPooler(database.url ?? '')).toBe('server');
      expect(await detectPooler(through(ofSessions))).toBe('session');
      for (let n = 0; n < 5; n++) expect(await detectPooler(pooledUrl)).toBe('transaction');
    } finally {
      await ofSessions.stop();
    }
  });

  it('is left unprepared by the connections of a served database', async () => {
    const db = await connectPostgres({
      address: readAddress(pooledUrl, 'The database'),
      ...{ writable: true, poolSize: 1, statementSeconds: 10, onIdleError: () => undefined },
    });
    try {
      for (let time = 0; time < 4; time++) await sql`select 1 as one`.execute(db);
      const { rows } = await sql`select statement from pg_prepared_statements`.execute(db);
      expect(rows).toEqual([]);
    } finally {
      await db.destroy();
    }
  });

  it('needs a direct address of the same database', async () => {
    const direct = database.url ?? '';
    await expect(open(pooledUrl)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/^DATABASE_URL leads to a connection pooler.*set DATABASE_DIRECT_URL/),
    });
    await expect(open(pooledUrl, pooledUrl)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/^DATABASE_DIRECT_URL leads to a connection pooler/),
    });
    await expect(open(pooledUrl, server)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/^DATABASE_DIRECT_URL leads to another database \(postgres, number/),
    });
    const { pooled, directUrl, close } = await open(pooledUrl, direct);
    expect([pooled, directUrl]).toEqual([true, `${direct}?options=-c%20search_path%3Drowhouse%2Cpublic`]);
    await close();
  });

  it('limits end statements, and reach no other client', async () => {
    const { db } = connection;
    const other = connect({ url: pooledUrl, poolSize: 5, pooled: true, onIdleError: () => undefined });
    try {
      const slow = sql`select pg_sleep(3)`;
      const ended = { code: '57014', message: expect.stringContaining('statement timeout') };
      const inTransaction = db.transaction().execute((transaction) => slow.execute(transaction));
      await Promise.all([
        expect(slow.execute(db)).rejects.toMatchObject(ended),
        expect(inTransaction).rejects.toMatchObject(ended),
        slow.execute(other.db),
      ]);
      const limits = await Promise.all(
        Array.from({ length: 20 }, () =>
          sql<{ time: string }>`select current_setting('statement_timeout') as time, pg_sleep(0.01)`.execute(
            other.db,
          ),
        ),
      );
      expect(new Set(limits.map(({ rows }) => rows[0]?.time))).toEqual(new Set(['0']));
    } finally {
      await other.close();
    }
  });

  it('leaves no transaction open after a failed statement', async () => {
    const { db } = connection;
    await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero');
    const failing = db.transaction().execute((transaction) => sql`select 1 / 0`.execute(transaction));
    await expect(failing).rejects.toThrow('division by zero');
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });

  it('ends a cancelled query in the database, and no other', async () => {
    const unlimited = connect({ url: pooledUrl, poolSize: 8, pooled: true, onIdleError: () => undefined });
    const mark = `m${randomBytes(4).toString('hex')}`;
    const running = async () => {
      const { rows } = await sql<{ query: string }>`
        select query from pg_stat_activity where state = 'active' and query like ${`%${mark}%`} and pid <> pg_backend_pid()`.execute(
        database.db,
      );

      return rows.length;
    };
    try {
      const db = unlimited.db as unknown as Kysely<AnyDatabase>;
      const errors: unknown[] = [];
      const sleep = (seconds: number) =>
        sql`select pg_sleep(${sql.lit(seconds)}) as ${sql.id(mark)}`.compile(db);
      const stop = new AbortController();
      const others = [10, 10, 10].map((seconds) => db.executeQuery(sleep(seconds)));
      const cancelled = cancellable(db, db, { signal: stop.signal, onError: (error) => errors.push(error) })(
        sleep(600),
      );
      await expect.poll(running).toBe(4);
      stop.abort(new Error('Not needed any more.'));
      await expect(cancelled).rejects.toThrow('Not needed any more.');
      await expect.poll(running).toBeLessThan(4);
      await Promise.all(others);
      expect(await running()).toBe(0);
      expect(errors).toEqual([]);
    } finally {
      await unlimited.close();
    }
  });

  it('lets one of several processes work under a lock', async () => {
    const { db } = connection;
    const done = await unlessElsewhere(db, 'pooled', async () => {
      expect(await unlessElsewhere(db, 'pooled', async () => 'again')).toBeNull();
      expect(await unlessElsewhere(db, 'other', async () => 'other')).toEqual({ result: 'other' });

      return 'first';
    });
    expect(done).toEqual({ result: 'first' });
    expect(await unlessElsewhere(db, 'pooled', async () => 'later')).toEqual({ result: 'later' });
  });

  it('serves pages, and runs jobs', async () => {
    const own = await createTestDatabase<Database>('postgres');
    const pooled = new URL(pooler.url);
    pooled.pathname = new URL(own.url ?? '').pathname;
    const service = await startTestService(
      { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: own.url ?? '' },
      { database: own },
    );
    try {
      const id = await service.addUser('ada@example.com', 'administrator');
      const headers = { authorization: `Bearer ${(await service.signIn('ada@example.com')).token}` };
      const page = await service.call('/api/users/tableData', { headers });
      expect([page.status, page.body.count]).toEqual([200, 2]);
      const { db } = service.database;
      const avatars = () => db.selectFrom('avatars').select('source').where('user_id', '=', id).execute();
      await expect.poll(avatars).toEqual([{ source: 'initials' }]);
    } finally {
      await service.destroy();
    }
  });
});
