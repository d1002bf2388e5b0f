import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../../../../apps/demo/src/data/seedDemo.ts';
import { createApiKey } from '../../modules/users/apiKeys/apiKeys.ts';
import { type ReceivedResponse, startTestService, type TestService } from '../../testing/startTestService.ts';
import type { Database } from './Database.ts';

let service: TestService;
let bearer: { authorization: string };
beforeAll(async () => {
  service = await startTestService({
    ROWHOUSE_DATABASE_POOL_SIZE: '3',
    ROWHOUSE_DATABASE_LIMITS_LOCK_SECONDS: '1',
  });
  await service.addUser('ada@example.com', 'administrator');
  bearer = { authorization: `Bearer ${(await service.signIn('ada@example.com')).token}` };
  await seedDemo(service.database.db, { orders: 50 });
});
afterAll(() => service?.destroy());

/** Runs `work` while the table is locked for reads. */
async function whileLocked(
  table: keyof Database,
  work: () => Promise<void>,
  { database }: Pick<TestService, 'database'> = service,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    // Its own name for the table, whatever schema that is in.
    const { sql: named } = transaction.selectFrom(table).select(sql`1`.as('one')).compile();
    await sql`lock table ${sql.raw(named.replace(/^.* from /, ''))} in access exclusive mode`.execute(
      transaction,
    );
    await work();
  });
}

function expectUnavailable({ status, headers, body }: ReceivedResponse): void {
  expect(body).toMatchObject({ status: 503 });
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(body.message).toMatch(/[Tt]ry again/);
}

describe('While a table is locked', () => {
  it('the lookup of sessions responds 503, also to requests that wait for a connection, and /ready responds 200', async () => {
    await whileLocked('sessions', async () => {
      const lookups = Array.from({ length: 12 }, () => service.call('/api/core/me', { headers: bearer }));
      expect((await service.call('/ready')).status).toBe(200);
      for (const lookup of lookups) expectUnavailable(await lookup);
    });
    expect((await service.call('/api/core/me', { headers: bearer })).status).toBe(200);
  });

  it('sign-in responds 503 instead of rejecting the password', async () => {
    await whileLocked('accounts', async () => {
      const body = { email: 'ada@example.com', password: 'correct horse battery' };
      expectUnavailable(await service.call('/api/auth/sign-in/email', { method: 'POST', body }));
    });
  });

  it('a session that cannot be looked up does not count as signed out', async () => {
    await whileLocked('sessions', async () => {
      const request = { method: 'POST', headers: bearer, body: {} };
      for (const path of ['/api/auth/sign-out', '/api/auth/revoke-sessions']) {
        expectUnavailable(await service.call(path, request));
      }
    });
  });

  it('API keys, also rate-limited ones, get 503 instead of being rejected', async () => {
    const { db } = service.database;
    const key = await createApiKey(db, { email: 'ada@example.com', name: 'limited' });
    await db.updateTable('api_keys').set({ remaining: 5, last_request: new Date() }).execute();
    const headers = { 'x-api-key': key };
    expect((await service.call('/api/core/me', { headers })).status).toBe(200);
    await whileLocked('api_keys', async () => {
      // Cached by the process for five seconds; each use is counted in the database.
      expectUnavailable(await service.call('/api/core/me', { headers }));
      expectUnavailable(await service.call('/api/core/me', { headers: { 'x-api-key': 'rh_other' } }));
    });
  });

  it('roles, permissions, notifications and avatars respond 503', async () => {
    const me = '/api/core/me';
    for (const [table, path] of [
      ['roles', '/api/roles'],
      ['permissions', me],
      ['notifications', '/api/core/notifications'],
      ['avatars', '/api/core/avatars/1'],
    ] as const) {
      service.users.forget();
      await whileLocked(table, async () => {
        expectUnavailable(await service.call(path, { headers: bearer }));
      });
    }
  });

  it('other tables can be read', async () => {
    await whileLocked('orders', async () => {
      const read = (table: string) => service.call(`/api/${table}/tableData`, { headers: bearer });
      const locked = Array.from({ length: 12 }, () => read('orders'));
      for (let n = 0; n < 5; n++) expect((await read('cities')).status).toBe(200);
      for (const response of await Promise.all(locked)) {
        expectUnavailable(response);
        expect(response.body.type).toBe('tables.busy');
      }
    });
  });

  it('sessions and sign-in do not wait for the connections that reads wait for', async () => {
    // Long limits, so that they pass only with connections of their own.
    const patient = await startTestService({
      ROWHOUSE_WORKERS: 'false',
      ROWHOUSE_DATABASE_POOL_SIZE: '3',
      ROWHOUSE_DATABASE_LIMITS_LOCK_SECONDS: '25',
    });
    try {
      await patient.addUser('ada@example.com', 'administrator');
      const headers = { authorization: `Bearer ${(await patient.signIn('ada@example.com')).token}` };
      let ended = 0;
      const read = async (table: string) => {
        await patient.call(`/api/${table}/tableData`, { headers });
        ended += 1;
      };
      const work = async () => {
        const reads = Array.from({ length: 6 }, () => read('orders'));
        const waiting = () =>
          sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
            .execute(patient.database.db)
            .then(({ rows }) => rows[0]?.n);
        // Of two connections, one is left for all that is no table of the application.
        await expect.poll(waiting).toBe(1);
        expect((await patient.call('/api/auth/get-session', { headers })).status).toBe(200);
        await patient.signIn('ada@example.com');
        expect(ended).toBe(0);
        reading = Promise.all(reads);
      };
      let reading: Promise<unknown> = Promise.resolve();
      await whileLocked('orders', work, patient);
      await reading;
    } finally {
      await patient.destroy();
    }
  });
});
