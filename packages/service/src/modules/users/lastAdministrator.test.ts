import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    ROWHOUSE_WORKERS: 'false',
    ROWHOUSE_DATABASE_LIMITS_LOCK_SECONDS: '30',
    // The test holds a transaction, and two requests wait for it.
    ROWHOUSE_DATABASE_POOL_SIZE: '10',
  });
});
afterAll(() => service?.destroy());

async function administrator(email: string) {
  const id = await service.addUser(email, 'administrator');
  return { id, headers: { authorization: `Bearer ${(await service.signIn(email)).token}` } };
}

const change = (id: number, body: object, headers: Record<string, string>) =>
  service.call(`/api/users/${id}`, { method: 'PATCH', body, headers });

describe('The last active administrator', () => {
  it('remains, also if two demote each other at the same time', async () => {
    const { db } = service.database;
    await db.updateTable('users').set({ role_id: 3 }).execute();
    const boss = await administrator('boss@example.com');
    const other = await administrator('other@example.com');
    // Both requests have passed all checks of the caller when they wait for the locked rows.
    await Promise.all([boss, other].map(({ headers }) => service.call('/api/core/me', { headers })));
    const { responses } = await db.transaction().execute(async (transaction) => {
      await sql`select id from users where id in (${boss.id}, ${other.id}) for update`.execute(transaction);
      const responses = Promise.all([
        change(other.id, { roleId: 3 }, boss.headers),
        change(boss.id, { isActive: false }, other.headers),
      ]);
      await expect.poll(() => waiting()).toBe(2);
      return { responses };
    });
    const settled = await responses;
    expect(settled.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(settled.find(({ status }) => status === 409)?.body.message).toMatch(
      /^(boss|other)@example\.com is the last active administrator\. Make another user an administrator first\.$/,
    );
    const left = await db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', 1)
      .where('is_active', '=', true)
      .execute();
    expect(left).toHaveLength(1);
  });

  /** Statements of this service that wait for a locked row. */
  async function waiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(service.database.db);
    return rows[0]?.count ?? 0;
  }
});
