import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../kernel/database/Database.ts';
import { openEventStream } from '../../../testing/openEventStream.ts';
import { startTestService, type TestService, testPassword } from '../../../testing/startTestService.ts';
import { createApiKey } from '../apiKeys/apiKeys.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  await service.addUser('ada@example.com');
});
afterAll(() => service?.destroy());

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  service.call('/api/auth/sign-in/email', { method: 'POST', body: { email, password }, headers });

describe('Signing in', () => {
  it('returns a session by cookie and by bearer token', async () => {
    const { cookie, token } = await service.signIn('ada@example.com');
    for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }] as Record<string, string>[]) {
      const me = await service.call('/api/core/me', { headers });
      expect(me.status).toBe(200);
      expect(me.body).toEqual({
        user: {
          id: expect.any(Number),
          name: 'ada@example.com',
          email: 'ada@example.com',
          role: { id: 3, name: 'user', label: 'User', isAdministrator: false, isSuperior: false },
          language: 'en',
          timeZone: 'UTC',
          ownTimeZone: null,
          isActive: true,
          isImpersonated: false,
          impersonatedBy: null,
          avatar: null,
        },
        permissions: [],
        languages: ['en'],
        formats: { date: 'd-m-Y', datetime: 'd-m-Y H:i:s' },
      });
    }
  });

  it('does not show the roles of the sign-in library', async () => {
    await service.addUser('root@example.com', 'administrator');
    const signedIn = await signIn('root@example.com', testPassword);
    const headers = { authorization: `Bearer ${signedIn.body.token}` };
    const session = await service.call('/api/auth/get-session', { headers });
    for (const { body } of [signedIn, session]) {
      expect(body.user).toMatchObject({ email: 'root@example.com' });
      expect(Object.keys(body.user as object)).not.toEqual(expect.arrayContaining(['role']));
      expect(Object.keys(body.user as object).filter((name) => name.startsWith('ban'))).toEqual([]);
    }
    const me = await service.call('/api/core/me', { headers });
    expect(me.body.user).toMatchObject({ role: { name: 'administrator' } });
  });

  it('renews the cookie with the session, and only for requests with a cookie', async () => {
    const { cookie, token } = await service.signIn('ada@example.com');
    await service.database.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() + 3_600_000) })
      .where('token', '=', token.split('.')[0] ?? '')
      .execute();
    const byCookie = await service.call('/api/core/me', { headers: { cookie } });
    expect(byCookie.headers.getSetCookie().join()).toContain('rowhouse.session_token=');
    const byBearer = await service.call('/api/core/me', { headers: { authorization: `Bearer ${token}` } });
    expect(byBearer.headers.getSetCookie()).toEqual([]);
  });

  it('is renewed by requests of the user, not by those that pages send by themselves', async () => {
    const { db } = service.database;
    const { token } = await service.signIn('ada@example.com');
    const headers = { authorization: `Bearer ${token}` };
    const expiry = async () => {
      const session = await db
        .selectFrom('sessions')
        .select('expires_at')
        .where('token', '=', token.split('.')[0] ?? '')
        .executeTakeFirstOrThrow();
      return session.expires_at.getTime();
    };
    const full = await expiry();
    const earlier = new Date(full - 2 * 3_600_000);
    await db
      .updateTable('sessions')
      .set({ expires_at: earlier })
      .where('token', '=', token.split('.')[0] ?? '')
      .execute();
    const background = await service.call('/api/core/me', {
      headers: { ...headers, 'x-rowhouse-background': '1' },
    });
    expect(background.status).toBe(200);
    const stream = await openEventStream(`${service.address}/api/core/notifications/stream`, headers);
    expect(stream.status).toBe(200);
    stream.close();
    expect(await expiry()).toBe(earlier.getTime());
    await service.call('/api/core/me', { headers });
    expect(await expiry()).toBeGreaterThanOrEqual(full);
  });

  it('refuses a wrong password and an unknown address with the same message', async () => {
    const wrong = await signIn('ada@example.com', 'not the password');
    const unknown = await signIn('nobody@example.com', testPassword);
    for (const response of [wrong, unknown]) {
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(response.body).toMatchObject({ status: 401, message: 'Invalid email or password.' });
    }
  });

  it('names the missing members', async () => {
    const response = await service.call('/api/auth/sign-in/email', {
      method: 'POST',
      body: { email: 'a@b.c' },
    });
    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({ password: ['is required'] });
  });

  it('ends with the sign-out', async () => {
    const { token } = await service.signIn('ada@example.com');
    const headers = { authorization: `Bearer ${token}` };
    expect((await service.call('/api/auth/sign-out', { method: 'POST', headers })).status).toBe(200);
    const me = await service.call('/api/core/me', { headers });
    expect(me.status).toBe(401);
    expect(me.body.message).toMatch(/bearer token is not valid or has expired/);
  });

  it('does not log the password', () => {
    expect(service.log.join('')).not.toContain(testPassword);
  });

  it('is refused for a request of another origin with the cookie', async () => {
    const { cookie } = await service.signIn('ada@example.com');
    const headers = { cookie, origin: 'https://evil.example' };
    const change = await service.call('/api/core/impersonation', { method: 'DELETE', headers });
    expect(change.status).toBe(403);
    expect(change.body.type).toBe('service.foreign_origin');
    expect((await service.call('/api/auth/sign-out', { method: 'POST', headers })).status).toBe(403);
    expect((await signIn('ada@example.com', testPassword, { origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect((await signIn('ada@example.com', testPassword, { origin: service.address })).status).toBe(200);
    expect((await service.call('/api/core/me', { headers })).status).toBe(200);
  });
});

describe('Not available', () => {
  it('is the creation of accounts by visitors', async () => {
    const body = { name: 'Eve', email: 'eve@example.com', password: testPassword };
    const response = await service.call('/api/auth/sign-up/email', { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(/sign up is not enabled/i);
  });

  it("is the sign-in library's own administration", async () => {
    const { token } = await service.signIn('ada@example.com');
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['impersonate-user', 'list-users', 'create-user', 'set-role']) {
      const response = await service.call(`/api/auth/admin/${path}`, { method: 'POST', body: {}, headers });
      expect(response.status).toBe(404);
    }
  });
});

describe('An API key', () => {
  it('authenticates its user, and is refused if disabled, expired or unknown', async () => {
    const { db } = service.database;
    const me = (key: string) => service.call('/api/core/me', { headers: { 'x-api-key': key } });
    const create = (name: string) => createApiKey(db, { email: 'Ada@Example.com', name });
    const key = await create('good');
    expect(key).toMatch(/^rh_/);
    expect((await me(key)).body.user).toMatchObject({ email: 'ada@example.com' });
    const disabled = await create('disabled');
    await db.updateTable('api_keys').set({ enabled: false }).where('name', '=', 'disabled').execute();
    const expired = await create('expired');
    await db.updateTable('api_keys').set({ expires_at: sql`now()` }).where('name', '=', 'expired').execute();
    for (const refused of [disabled, expired, 'rh_unknown']) {
      const response = await me(refused);
      expect(response.status).toBe(401);
      expect(response.body.message).toMatch(/unknown, disabled or expired/);
    }
    const stored = await db.selectFrom('api_keys').select('key').execute();
    expect(stored.map((row) => row.key)).not.toContain(key);
    expect(service.log.join('')).not.toContain(key);
  });

  it('is created, listed and deleted by the endpoints of the service only, not by those of the library', async () => {
    const headers = { authorization: `Bearer ${(await service.signIn('ada@example.com')).token}` };
    for (const [method, path] of [
      ['POST', 'create'],
      ['GET', 'list'],
      ['POST', 'delete'],
    ] as const) {
      const response = await service.call(`/api/auth/api-key/${path}`, {
        method,
        headers,
        ...(method === 'POST' && { body: {} }),
      });
      expect([path, response.status]).toEqual([path, 404]);
    }
  });
});

describe('A change by another process', () => {
  it('takes effect when its notification has arrived: of API keys, users and permissions', async () => {
    const id = await service.addUser('far@example.com');
    const email = 'far@example.com';
    const keys = await Promise.all(
      ['first', 'second'].map((name) => createApiKey(service.database.db, { email, name })),
    );
    const me = (key = '') => service.call('/api/core/me', { headers: { 'x-api-key': key } });
    for (const key of keys) expect((await me(key)).status).toBe(200);
    // On a separate connection, like another process.
    const { db, close } = connect({
      url: service.database.url,
      poolSize: 1,
      onIdleError: () => undefined,
    });
    try {
      await db.deleteFrom('api_keys').where('name', '=', 'first').where('user_id', '=', id).execute();
      await db.updateTable('users').set({ role_id: 2 }).where('id', '=', id).execute();
      const arrived = new Promise((resolve) => service.events.subscribe(id, resolve));
      await service.events.publish(id, { event: 'notification', data: { id: 1 } });
      await arrived;
      expect((await me(keys[0])).status).toBe(401);
      expect((await me(keys[1])).body.user).toMatchObject({ role: { name: 'supervisor' } });
    } finally {
      await close();
    }
  });
});

describe('Signing up', () => {
  it('has the same response for a known address, and does not sign in', async () => {
    const open = await startTestService({ ROWHOUSE_WORKERS: 'false', ROWHOUSE_SIGN_UP: 'true' });
    try {
      await open.addUser('known@example.com');
      const [known, fresh] = await Promise.all(
        ['known@example.com', 'fresh@example.com'].map((email) =>
          open.call('/api/auth/sign-up/email', {
            method: 'POST',
            body: { name: 'Eve', email, password: 'another long password' },
          }),
        ),
      );
      expect([known?.status, known?.text]).toEqual([200, fresh?.text]);
      expect([...(known?.headers.keys() ?? [])]).toEqual([...(fresh?.headers.keys() ?? [])]);
      expect(known?.headers.getSetCookie()).toEqual([]);
      await open.signIn('known@example.com');
      const body = { email: 'fresh@example.com', password: 'another long password' };
      const signedIn = await open.call('/api/auth/sign-in/email', { method: 'POST', body });
      expect(signedIn.status).toBe(200);
    } finally {
      await open.destroy();
    }
  });
});

describe('An inactive user', () => {
  it('can neither sign in nor use a session or an API key', async () => {
    const id = await service.addUser('gone@example.com');
    const { cookie, token } = await service.signIn('gone@example.com');
    const key = await createApiKey(service.database.db, {
      email: 'gone@example.com',
      name: 'k',
    });
    await service.database.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
    const again = await signIn('gone@example.com', testPassword);
    expect(again.status).toBe(403);
    expect(again.body.message).toBe('This account is not active. Ask an administrator to activate it.');
    for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }, { 'x-api-key': key }] as Record<
      string,
      string
    >[]) {
      const response = await service.call('/api/core/me', { headers });
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({ type: 'service.inactive_user', message: again.body.message });
    }
  });
});

describe('Guessing passwords', () => {
  it('is slowed down', async () => {
    const guess = () => signIn('nobody@example.com', 'a guess');
    await service.database.db.deleteFrom('sign_in_attempts').execute();
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect([refused.status, refused.body.type]).toEqual([429, 'service.too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(10);
    expect(refused.body.message).toMatch(/Too many attempts from your address\. Wait \d+ seconds/);
  });
});

describe('A request without credentials', () => {
  it('is refused with how to sign in', async () => {
    const response = await service.call('/api/core/me');
    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({
      type: 'service.unauthenticated',
      title: 'Not signed in',
      instance: '/api/core/me',
      message: 'You are not signed in. Sign in at /api/auth/sign-in/email, or send an API key in x-api-key.',
    });
  });
});
