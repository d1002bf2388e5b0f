import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/databases.ts';
import { StartError } from '../../base/errors.ts';
import { findDatabases } from '../../tables/databases/index.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { connectionFault } from './databaseErrors.ts';
import { openDatabase } from './openDatabase.ts';

const role = `test_few_${process.pid}_${Date.now()}`;
let database: TestDatabase<unknown>;
let url: string;
let service: TestService | undefined;
beforeAll(async () => {
  database = await createTestDatabase('postgres');
  await sql.raw(`create role ${role} login password 'few'`).execute(database.db);
  await sql
    .raw(`grant all on database ${new URL(database.url ?? '').pathname.slice(1)} to ${role}`)
    .execute(database.db);
  const address = new URL(database.url ?? '');
  address.username = role;
  address.password = 'few';
  url = address.href;
});
afterAll(async () => {
  await service?.destroy();
  await sql.raw(`drop owned by ${role} cascade`).execute(database.db);
  await sql.raw(`drop role ${role}`).execute(database.db);
  await database.destroy();
});

/** Limits the connections of the role from now on, and ends those that it has. */
async function limit(connections: number): Promise<void> {
  await sql.raw(`alter role ${role} connection limit ${connections}`).execute(database.db);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`.execute(
    database.db,
  );
}

const remedy = /no more connections.*Raise its limit.*ROWHOUSE_DATABASE_POOL_SIZE/;

it('A start with too few connections names the limit and the remedy', async () => {
  await limit(0);
  const config = { databaseUrl: url, databaseSchema: 'rowhouse', databasePoolSize: 2, dataDir: tmpdir() };
  const refused = await openDatabase({ config, use: 'own', log: () => undefined }).catch(
    (error: Error) => error,
  );
  expect(refused).toBeInstanceOf(StartError);
  expect((refused as Error).message).toMatch(
    /^DATABASE_URL: .* accepts no more connections: too many connections for role/,
  );
  expect((refused as Error).message).toMatch(remedy);

  // Enough for its first parts only.
  await limit(2);
  const started = startTestService({}, { definition: {}, database: { url, destroy: async () => undefined } });
  await expect(started).rejects.toThrow(remedy);
});

it('A served database with too few connections is reported with the remedy', async () => {
  await limit(0);
  const [found] = await findDatabases({ shop: { url } });
  expect(found?.fault).toMatch(/too many connections for role .*\. Raise its limit/);
});

it('Requests for which no connection is left get 503 with the remedy, and succeed when there are some', async () => {
  await limit(-1);
  service = await startTestService({}, { definition: {}, database: { url, destroy: async () => undefined } });
  await service.addUser('ada@example.com', 'administrator');
  const headers = { authorization: `Bearer ${(await service.signIn('ada@example.com')).token}` };
  await limit(0);
  const call = (path: string) => service?.call(path, { headers });
  await expect
    .poll(async () => (await call('/api/core/me'))?.body)
    .toMatchObject({
      status: 503,
      message: expect.stringMatching(/no more connections.*operator.*POOL_SIZE/),
    });
  await expect.poll(async () => (await call('/ready'))?.body.message).toMatch(/accepts no more connections/);
  await limit(-1);
  await expect.poll(async () => (await call('/api/core/me'))?.status).toBe(200);
});

it('says it for MySQL, too, and for nothing else', () => {
  const error = (code: string) => Object.assign(new Error('Too many connections'), { code });
  expect(connectionFault(error('ER_CON_COUNT_ERROR'))?.message).toMatch(remedy);
  expect(connectionFault(new Error('x', { cause: error('ER_USER_LIMIT_REACHED') }))?.message).toMatch(
    /Raise its limit/,
  );
  expect(connectionFault(error('ECONNREFUSED'))).toBeNull();
});
