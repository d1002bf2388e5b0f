import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minutes } from '../../../../test/patience.ts';
import { runCommand } from '../testing/runCommand.ts';
import { startSmtpServer, type TestSmtpServer } from '../testing/startSmtpServer.ts';
import { startTestService, type TestService, testPassword } from '../testing/startTestService.ts';
import definition from './accountHooks.fixture.ts';

let smtp: TestSmtpServer;
let service: TestService;
let boss: number;
let headers: Record<string, string>;
const db = () => service.database.db;
const tokenOf = async (email: string) => ({ authorization: `Bearer ${(await service.signIn(email)).token}` });
const call = (method: string, path: string, given = headers, body?: object) =>
  service.call(path, { method, headers: given, ...(body !== undefined && { body }) });

beforeAll(async () => {
  smtp = await startSmtpServer();
  service = await startTestService(
    {
      ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      ROWHOUSE_MAIL_FROM: 'desk@example.com',
      ROWHOUSE_SIGN_UP: 'true',
    },
    { definition },
  );
  boss = await service.addUser('boss@example.com', 'administrator');
  headers = await tokenOf('boss@example.com');
});
beforeEach(async () => {
  await sql`delete from trail`.execute(db());
  await db().deleteFrom('sign_in_attempts').execute();
});
afterEach(() => sql`delete from refusals`.execute(db()));
afterAll(async () => {
  await service?.destroy();
  await smtp?.stop();
});

const refuse = (what: string) => sql`insert into refusals values (${what})`.execute(db());
const trail = async () =>
  (await sql<{ what: string; by: number | null }>`select what, by from trail order by id`.execute(db())).rows;
const sessionsOf = async (user: number) =>
  (await db().selectFrom('sessions').select('id').where('user_id', '=', user).execute()).length;

describe('Modules are notified when a session ends', () => {
  it('reports a sign-out', async () => {
    const ada = await service.addUser('out@example.com');
    const own = await tokenOf('out@example.com');
    expect((await call('POST', '/api/auth/sign-out', own)).status).toBe(200);
    expect(await trail()).toEqual([{ what: 'sessions deleted', by: ada }]);
    expect(await sessionsOf(ada)).toBe(0);
  });

  it('reports a sign-out that a module refuses; the session ends nevertheless', async () => {
    const ada = await service.addUser('refused-out@example.com');
    const own = await tokenOf('refused-out@example.com');
    await refuse('sessions deleted');
    expect((await call('POST', '/api/auth/sign-out', own)).status).toBe(200);
    expect(await sessionsOf(ada)).toBe(0);
    expect(service.log.join('')).toMatch(/At the end of session \d+: No \\"sessions deleted\\" today\./);
  });

  it('reports the impersonation and its own session at the sign-out of an impersonator', async () => {
    const ada = await service.addUser('acted@example.com');
    const own = await tokenOf('boss@example.com');
    const { body } = await call('POST', `/api/core/impersonation/${ada}`, own);
    const acting = { authorization: `Bearer ${body.token}` };
    expect((await call('POST', '/api/auth/sign-out', acting)).status).toBe(200);
    expect(await trail()).toEqual([
      { what: 'sessions deleted', by: ada },
      { what: 'sessions deleted', by: ada },
    ]);
    expect((await call('GET', '/api/core/me', own)).status).toBe(401);
  });

  it('reports the end of an impersonation', async () => {
    const ada = await service.addUser('stopped@example.com');
    const { body } = await call('POST', `/api/core/impersonation/${ada}`);
    const acting = { authorization: `Bearer ${body.token}` };
    expect((await call('DELETE', '/api/core/impersonation', acting)).status).toBe(200);
    expect(await trail()).toEqual([{ what: 'sessions deleted', by: ada }]);
  });

  it('reports sessions ended by the user or an administrator; a module can refuse it', async () => {
    const ada = await service.addUser('ends@example.com');
    const own = await tokenOf('ends@example.com');
    await tokenOf('ends@example.com');
    await refuse('sessions deleted');
    for (const [method, path, given] of [
      ['POST', '/api/auth/revoke-other-sessions', own],
      ['DELETE', `/api/users/${ada}/sessions`, headers],
    ] as const) {
      expect((await call(method, path, given)).status).toBe(403);
    }
    expect([await sessionsOf(ada), await trail()]).toEqual([2, []]);
    await sql`delete from refusals`.execute(db());
    expect((await call('POST', '/api/auth/revoke-other-sessions', own)).status).toBe(200);
    expect((await call('DELETE', `/api/users/${ada}/sessions`)).status).toBe(200);
    expect(await trail()).toEqual([
      { what: 'sessions deleted', by: ada },
      { what: 'sessions deleted', by: boss },
    ]);
  });

  it('reports a changed password, a deactivated account and an expired session', async () => {
    const ada = await service.addUser('ada@example.com');
    const own = await tokenOf('ada@example.com');
    const passwords = { currentPassword: testPassword, newPassword: 'another long password' };
    expect((await call('POST', '/api/auth/change-password', own, passwords)).status).toBe(200);
    expect((await call('PATCH', `/api/users/${ada}`, headers, { isActive: false })).status).toBe(200);
    expect(await trail()).toEqual([
      { what: 'users updated', by: ada },
      { what: 'sessions deleted', by: ada },
      { what: 'users updated', by: boss },
      { what: 'sessions deleted', by: boss },
    ]);
    const late = await service.addUser('late@example.com');
    const { cookie } = await service.signIn('late@example.com');
    await db().updateTable('sessions').set({ expires_at: sql`now()` }).where('user_id', '=', late).execute();
    await call('POST', '/api/auth/sign-out', { cookie });
    expect((await trail()).slice(4)).toEqual([{ what: 'sessions deleted', by: null }]);
  });
});

describe('Ending an unknown session is 404', () => {
  it('responds 404 for an unknown id and for the session of another user', async () => {
    const ada = await service.addUser('there@example.com');
    await tokenOf('there@example.com');
    const [bosses] = await db().selectFrom('sessions').select('id').where('user_id', '=', boss).execute();
    for (const id of [2_000_000_000, bosses?.id]) {
      const { status, body } = await call('DELETE', `/api/users/${ada}/sessions/${id}`);
      expect([status, body.detail]).toEqual([404, `Session ${id} does not exist.`]);
    }
    expect((await call('GET', '/api/core/me')).status).toBe(200);
    expect((await call('POST', '/api/auth/revoke-session', headers, { id: 2_000_000_000 })).status).toBe(404);
  });
});

describe('A sign-up', () => {
  const signUp = (email: string) =>
    call('POST', '/api/auth/sign-up/email', {}, { name: 'Grace', email, password: testPassword });
  const find = (email: string) =>
    db().selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();

  it('notifies modules', async () => {
    expect((await signUp('grace@example.com')).status).toBe(200);
    expect(await trail()).toEqual([{ what: 'users created', by: null }]);
    expect(await find('grace@example.com')).toBeDefined();
  });

  it('creates no account if a module refuses it, with the same response', async () => {
    const accepted = await signUp('first@example.com');
    await refuse('users created');
    const refused = await signUp('second@example.com');
    expect([refused.status, refused.text]).toEqual([accepted.status, accepted.text]);
    expect(await find('second@example.com')).toBeUndefined();
  });
});

describe('Links for passwords', () => {
  const requestLink = (email: string) => call('POST', '/api/auth/request-password-reset', {}, { email });
  const tokens = (email: string) =>
    smtp.mails
      .filter(({ to }) => to.includes(email))
      .flatMap(({ parsed }) => /\/set-password#(\S+)/.exec(parsed.text ?? '')?.[1] ?? []);

  it('are reported when created and used, with the sessions that end', async () => {
    await service.addUser('lost@example.com');
    await tokenOf('lost@example.com');
    await requestLink('lost@example.com');
    await expect.poll(() => tokens('lost@example.com')).toHaveLength(1);
    expect(await trail()).toEqual([{ what: 'passwordLinks created', by: null }]);
    const [token] = tokens('lost@example.com');
    const body = { token, newPassword: 'another long password' };
    expect((await call('POST', '/api/auth/reset-password', {}, body)).status).toBe(200);
    expect(
      (await trail())
        .slice(1)
        .map(({ what }) => what)
        .sort(),
    ).toEqual(['sessions deleted', 'users updated']);
  });

  it('does not send links that a module refuses, and does not retry the job', async () => {
    await service.addUser('no-link@example.com');
    await refuse('passwordLinks created');
    await requestLink('no-link@example.com');
    await expect
      .poll(() => service.log.join(''))
      .toContain('No mail about a password was sent: No \\"passwordLinks created\\" today.');
    expect(tokens('no-link@example.com')).toEqual([]);
    const { rows } = await sql`
      select 1 from jobs.job where data->'data'->>'email' = 'no-link@example.com' and state = 'retry'`.execute(
      db(),
    );
    expect(rows).toEqual([]);
  });

  it('reports first and repeated invitations with the inviting user', async () => {
    const [role] = await db().selectFrom('roles').select('id').where('name', '=', 'user').execute();
    const user = {
      name: 'Guest',
      email: 'guest@example.com',
      roleId: role?.id,
      language: null,
      isActive: true,
    };
    const { body } = await call('POST', '/api/users', headers, { ...user, invite: true });
    const { id } = body.user as { id: number };
    await expect.poll(() => tokens('guest@example.com')).toHaveLength(1);
    await call('POST', `/api/users/${id}/invitation`);
    await expect.poll(() => tokens('guest@example.com')).toHaveLength(2);
    expect(await trail()).toEqual([
      { what: 'users created', by: boss },
      { what: 'passwordLinks created', by: boss },
      { what: 'passwordLinks created', by: boss },
    ]);
  });
});

describe('API keys', () => {
  it('reports keys that end when another user sets the password', async () => {
    const ada = await service.addUser('keys@example.com');
    const own = await tokenOf('keys@example.com');
    const key = { name: 'CI', expiresInDays: null, permissions: null };
    expect((await call('POST', '/api/core/api-keys', own, key)).status).toBe(201);
    await call('PATCH', `/api/users/${ada}`, headers, { password: 'another long password' });
    expect(await trail()).toEqual([
      { what: 'apiKeys created', by: ada },
      { what: 'users updated', by: boss },
      { what: 'sessions deleted', by: boss },
      { what: 'apiKeys deleted', by: boss },
    ]);
  });
});

describe('Commands', () => {
  const app = new URL('./accountHooks.fixture.ts', import.meta.url).pathname;
  const run = (...args: string[]) =>
    runCommand(
      { DATABASE_URL: service.database.url, ROWHOUSE_DATA_DIR: service.dataDir, ROWHOUSE_APP: app },
      { args, folder: service.dataDir },
    ).ended;

  it('lets modules refuse new users, passwords and API keys', { timeout: minutes(2) }, async () => {
    const email = 'cli@example.com';
    expect((await run('user:create', '--email', email)).status).toBe(0);
    expect((await run('api-key:create', '--email', email)).status).toBe(0);
    expect((await run('user:password', '--email', email)).status).toBe(0);
    const reported = ['users created', 'apiKeys created', 'users updated', 'apiKeys deleted'];
    expect(await trail()).toEqual(reported.map((what) => ({ what, by: null })));
    await refuse('users updated');
    const refused = await run('user:password', '--email', email);
    expect([refused.status, refused.errors]).toEqual([
      1,
      expect.stringContaining('No "users updated" today.'),
    ]);
  });
});
