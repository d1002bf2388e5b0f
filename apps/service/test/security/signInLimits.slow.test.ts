import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
const statuses = async (count: number, attempt: (n: number) => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: count }, (_, n) => attempt(n)))).map(({ status }) => status).sort();

describe('Passwords that are guessed', () => {
  it('are refused from an address after ten that were wrong, with the seconds to wait', async () => {
    expect(await statuses(13, () => signIn('a guess'))).toEqual([...Array(10).fill(401), 429, 429, 429]);
    const refused = await signIn(testPassword);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(10);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.body).toMatchObject({
      type: 'service.too_many_requests',
      message: `There were too many attempts from your address. Wait ${seconds} seconds, then try again.`,
    });
    expect((await signIn(testPassword, '203.0.113.8')).status).toBe(200);
  });

  it('are refused for an account after twenty, wherever they come from and whether or not it exists', async () => {
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const guess = (n: number) =>
        signIn('a guess', `198.51.100.${n}`, n % 2 ? email : ` ${email.toUpperCase()}`);
      const found = await statuses(25, guess);
      expect(found.filter((status) => status === 429)).toHaveLength(5);
      const refused = await signIn(testPassword, '192.0.2.1', email);
      expect([refused.status, refused.body.message]).toEqual([
        429,
        expect.stringContaining('for this account'),
      ]);
    }
  });

  it('bar no account from an address that is barred itself', async () => {
    await statuses(40, () => signIn('a guess'));
    expect((await signIn(testPassword, '203.0.113.9')).status).toBe(200);
  });

  it('are free again once the time is over', async () => {
    await statuses(11, () => signIn('a guess'));
    await service.database.db.updateTable('sign_in_attempts').set({ ends_at: sql`now()` }).execute();
    expect((await signIn(testPassword)).status).toBe(200);
  });

  it('leave only a few rows behind', async () => {
    await statuses(5, (n) => signIn('a guess', `198.51.100.${n}`, `user${n}@example.com`));
    await service.database.db.updateTable('sign_in_attempts').set({ ends_at: sql`now()` }).execute();
    await signIn('a guess');
    const kept = await service.database.db.selectFrom('sign_in_attempts').select('key').execute();
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain('ada@');
  });
});

describe('Attempts', () => {
  it('that succeed are not counted', async () => {
    for (let round = 0; round < 3; round++) {
      expect(await statuses(8, () => signIn(testPassword))).toEqual(Array(8).fill(200));
    }
  });

  it('are counted for the address that the proxy adds, not for one that the client has written', async () => {
    const forged = (n: number) => signIn('a guess', `10.0.0.${n}, 203.0.113.7`);
    expect(await statuses(12, forged)).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('are counted for all processes together', async () => {
    const other = await startTestService({
      ROWHOUSE_WORKERS: 'false',
      DATABASE_URL: service.config.databaseUrl ?? '',
    });
    try {
      const body = { email: 'ada@example.com', password: 'a guess' };
      const there = () => other.call('/api/auth/sign-in/email', { method: 'POST', body });
      const found = await statuses(24, (n) => (n % 2 ? there() : signIn('a guess', `198.51.100.${n}`)));
      // Ten of the other process, which knows one address only, and ten of this one: the rest is over one limit or the other.
      expect(found.filter((status) => status === 401)).toHaveLength(20);
      expect((await signIn(testPassword, '192.0.2.1')).status).toBe(429);
    } finally {
      await other.destroy();
    }
  });

  it('to find out the password with a session that was got hold of are counted too', async () => {
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
  });

  it('to create accounts are ten an hour for an address', async () => {
    const signUp = (n: number) =>
      post(
        'sign-up/email',
        { name: 'Eve', email: `eve${n}@example.com`, password: testPassword },
        '203.0.113.7',
      );
    expect(await statuses(12, signUp)).toEqual([...Array(10).fill(200), 429, 429]);
  });
});
