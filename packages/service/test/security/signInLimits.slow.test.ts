import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountKey } from '../../src/modules/users/auth/attemptLimits.ts';
import { startTestService, type TestService, testPassword } from '../../src/testing/startTestService.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    ROWHOUSE_WORKERS: 'false',
    ROWHOUSE_TRUST_PROXY: '1',
    ROWHOUSE_SIGN_UP: 'true',
  });
  await service.addUser('ada@example.com');
});
afterAll(() => service?.destroy());
beforeEach(() => service.database.db.deleteFrom('sign_in_attempts').execute());

const post = (path: string, body: object, address: string, headers: Record<string, string> = {}) =>
  service.call(`/api/auth/${path}`, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': address, ...headers },
  });
const signIn = (password: string, address = '203.0.113.7', email = 'ada@example.com') =>
  post('sign-in/email', { email, password }, address);
/** Sets the interval between attempts above the limit of an account to an hour, which no slow machine reaches. */
const lengthenPause = (email: string) =>
  service.database.db
    .insertInto('sign_in_attempts')
    .values({ key: `${accountKey(email)}:slowed`, count: 0, ends_at: sql`now() + interval '1 hour'` })
    .execute();
const statuses = async (count: number, attempt: (n: number) => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: count }, (_, n) => attempt(n)))).map(({ status }) => status).sort();

describe('Guessed passwords', () => {
  it('are refused for an address after ten failures, with the seconds to wait', async () => {
    expect(await statuses(13, () => signIn('a guess'))).toEqual([...Array(10).fill(401), 429, 429, 429]);
    const refused = await signIn(testPassword);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(10);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.body).toMatchObject({
      type: 'service.too_many_requests',
      message: `Too many attempts from your address. Wait ${seconds} seconds, then try again.`,
    });
    expect((await signIn(testPassword, '203.0.113.8')).status).toBe(200);
  });

  it('do not affect the account elsewhere if they come from one address, however long they continue', async () => {
    expect(await statuses(10, () => signIn('a guess'))).toEqual(Array(10).fill(401));
    // As if a minute had passed: only the limit of the address has ended.
    await service.database.db
      .deleteFrom('sign_in_attempts')
      .where('key', '=', 'address:203.0.113.7')
      .execute();
    const refused = await signIn('a guess');
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringMatching(/^Too many attempts for this account from your address\. Wait \d+ seconds/),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await signIn('a guess', '203.0.113.7', 'other@example.com')).status).toBe(401);
    for (const address of ['203.0.113.8', '192.0.2.1']) {
      expect((await signIn(testPassword, address)).status).toBe(200);
    }
  });

  it.each(['ada@example.com', 'nobody@example.com'])(
    'slow each other down from many addresses, whether or not the account exists: %s',
    async (email) => {
      const guess = (n: number) =>
        signIn('a guess', `198.51.100.${n}`, n % 2 ? email : ` ${email.toUpperCase()}`);
      await guess(0);
      await service.database.db
        .updateTable('sign_in_attempts')
        .set({ count: 98 })
        .where('key', '=', accountKey(email))
        .execute();
      await lengthenPause(email);
      const found = await statuses(8, (n) => guess(n + 1));
      // Two up to the limit, and one above it.
      expect(found.filter((status) => status === 429)).toHaveLength(5);
      const refused = await signIn(testPassword, '192.0.2.1', email);
      expect([refused.status, refused.body.message]).toEqual([
        429,
        expect.stringMatching(/attempts for this account\. Wait [\d,]+ seconds/),
      ]);
      const slowed = `${accountKey(email)}:slowed`;
      await service.database.db.deleteFrom('sign_in_attempts').where('key', '=', slowed).execute();
      expect((await signIn(testPassword, '192.0.2.1', email)).status).toBe(
        email.startsWith('ada') ? 200 : 401,
      );
      const pause = await service.database.db
        .selectFrom('sign_in_attempts')
        .select('key')
        .where('key', '=', slowed)
        .where('ends_at', '<=', sql<Date>`now() + interval '10 seconds'`)
        .execute();
      expect(pause).toHaveLength(1);
    },
  );

  it('do not block an account for an address that has signed in to it before', async () => {
    expect((await signIn(testPassword, '192.0.2.9')).status).toBe(200);
    const { db } = service.database;
    await db
      .updateTable('sign_in_attempts')
      .set({ count: 1_000 })
      .where('key', '=', accountKey('ada@example.com'))
      .execute();
    await lengthenPause('ada@example.com');
    expect(await statuses(3, (n) => signIn('a guess', `198.51.100.${n}`))).toEqual([401, 429, 429]);
    for (let round = 0; round < 3; round++) {
      expect((await signIn(testPassword, '192.0.2.9')).status).toBe(200);
    }
    // It is still limited.
    expect(await statuses(11, () => signIn('a guess', '192.0.2.9'))).toEqual([...Array(10).fill(401), 429]);
  });

  it('do not block an account from a blocked address', async () => {
    await statuses(40, () => signIn('a guess'));
    expect((await signIn(testPassword, '203.0.113.9')).status).toBe(200);
  });

  it('are accepted again after the time limit', async () => {
    await statuses(11, () => signIn('a guess'));
    await service.database.db.updateTable('sign_in_attempts').set({ ends_at: sql`now()` }).execute();
    expect((await signIn(testPassword)).status).toBe(200);
  });

  it('leave only a few rows behind', async () => {
    await statuses(5, (n) => signIn('a guess', `198.51.100.${n}`, `user${n}@example.com`));
    await service.database.db.updateTable('sign_in_attempts').set({ ends_at: sql`now()` }).execute();
    await signIn('a guess');
    const kept = await service.database.db.selectFrom('sign_in_attempts').select('key').execute();
    expect(kept).toHaveLength(3);
    expect(JSON.stringify(kept)).not.toContain('ada@');
  });
});

describe('Attempts', () => {
  it('are not counted if they succeed', async () => {
    for (let round = 0; round < 3; round++) {
      expect(await statuses(8, () => signIn(testPassword))).toEqual(Array(8).fill(200));
    }
  });

  it('are counted for the address that the proxy adds, not for one that the client sends', async () => {
    const forged = (n: number) => signIn('a guess', `10.0.0.${n}, 203.0.113.7`);
    expect(await statuses(12, forged)).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('are counted for all processes together', async () => {
    const database = { url: service.database.url, destroy: async () => undefined };
    const other = await startTestService({ ROWHOUSE_WORKERS: 'false' }, { database });
    try {
      const body = { email: 'ada@example.com', password: 'a guess' };
      const there = () => other.call('/api/auth/sign-in/email', { method: 'POST', body });
      const found = await statuses(16, (n) => (n % 2 ? there() : signIn('a guess', '127.0.0.1')));
      expect(found.filter((status) => status === 401)).toHaveLength(10);
      expect((await signIn(testPassword, '127.0.0.1')).status).toBe(429);
    } finally {
      await other.destroy();
    }
  });

  it('are counted with a stolen session, too', async () => {
    const { token } = await service.signIn('ada@example.com');
    const change = (n: number) =>
      post(
        'change-password',
        { currentPassword: 'a guess', newPassword: 'another good one' },
        `198.51.100.${n}`,
        { authorization: `Bearer ${token}` },
      );
    const found = await statuses(23, change);
    expect(found.filter((status) => status === 429)).toHaveLength(3);
    expect(found.filter((status) => status === 400)).toHaveLength(20);
    expect((await signIn(testPassword, '192.0.2.1')).status).toBe(200);
  });

  it('are limited to ten new accounts per hour and address', async () => {
    const signUp = (n: number) =>
      post(
        'sign-up/email',
        { name: 'Eve', email: `eve${n}@example.com`, password: testPassword },
        '203.0.113.7',
      );
    expect(await statuses(12, signUp)).toEqual([...Array(10).fill(200), 429, 429]);
  });
});
