import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/databases.ts';
import { connect } from './Database.ts';
import { openDatabase } from './openDatabase.ts';

const open = (databaseUrl: string) =>
  openDatabase({
    config: { databaseUrl, databaseSchema: 'rowhouse', databasePoolSize: 2, dataDir: tmpdir() },
    use: 'own',
    log: () => undefined,
  });

it('reports an unusable server with the remedy and without its password', async () => {
  const { url, destroy } = await createTestDatabase('postgres');
  try {
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url as string);
      change(address);
      return open(address.href).catch((error: Error) => error.message);
    };
    const password = new URL(url as string).password;
    const unavailable = await changed((address) => {
      address.port = '1';
    });
    expect(unavailable).toMatch(
      /^DATABASE_URL: no PostgreSQL server responds at 127\.0\.0\.1:1 \(ECONNREFUSED\)\. Start it/,
    );
    expect(unavailable).not.toContain(password);
    expect(
      await changed((address) => {
        address.pathname = '/missing';
      }),
    ).toMatch(/there is no database "missing" on .*createdb missing/);
    const refused = await changed((address) => {
      address.password = 'wrong';
    });
    expect(refused).toMatch(/does not accept the password of the user "postgres"/);
    expect(refused).not.toContain('wrong');
    const database = await open(url as string);
    expect(database.embedded).toBeNull();
    await database.close();
  } finally {
    await destroy();
  }
});

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await createTestDatabase('postgres');
});
afterAll(() => database?.destroy());

it('fails only the next query if a connection ends between two queries of a transaction', async () => {
  const errors: Error[] = [];
  const connection = connect({
    url: database.url ?? '',
    poolSize: 2,
    onIdleError: (error) => errors.push(error),
  });
  const { db } = connection;
  const held = db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    // Until this process has noticed the end of the connection: an unhandled error would end it here.
    await expect
      .poll(async () => {
        const left = await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(db);

        return left.rows.length;
      })
      .toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    await sql`select 1`.execute(transaction);
  });
  await expect(held).rejects.toThrow(/Connection terminated|connection error|terminating connection/i);
  await sql`select 1`.execute(db);
  await connection.close();
});

it.each([false, true])(
  'limits the statements of requests, and does not compile them (pooled: %s)',
  async (pooled) => {
    const { url, destroy } = await createTestDatabase('postgres');
    const { db, close } = connect({
      url: url as string,
      poolSize: 1,
      onIdleError: () => undefined,
      limits: { statementSeconds: 7, lockSeconds: 3 },
      pooled,
    });
    try {
      const { rows } = await sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('jit') as jit`.execute(db);
      expect(rows).toEqual([{ statement: '7s', lock: '3s', jit: 'off' }]);
    } finally {
      await close();
      await destroy();
    }
  },
);
