import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../../../testing/startSmtpServer.ts';
import { startTestService, type TestService, testPassword } from '../../../testing/startTestService.ts';
import { grantPermissions } from '../access/storeAccess.ts';

let smtp: TestSmtpServer;
let service: TestService;
let boss: Record<string, string>;
beforeAll(async () => {
  smtp = await startSmtpServer();
  service = await startTestService({
    ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    ROWHOUSE_MAIL_FROM: 'desk@example.com',
    ROWHOUSE_LANGUAGES: 'en,de',
  });
  boss = await person('boss@example.com', 'administrator');
  await grantPermissions(service.database.db, 'supervisor', ['users.store', 'users.invite', 'users.edit']);
});
afterAll(async () => {
  await service?.destroy();
  await smtp?.stop();
});
beforeEach(() => service.database.db.deleteFrom('sign_in_attempts').execute());

async function person(email: string, role: string): Promise<Record<string, string>> {
  await service.addUser(email, role);

  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  service.call(path, { method, headers, ...(body !== undefined && { body }) });
const fieldsOf = (email: string) => ({ name: 'Grace', email, roleId: 3, language: 'de', isActive: true });
const invite = (email: string, headers = boss, changes: object = {}) =>
  call('POST', '/api/users', headers, { ...fieldsOf(email), invite: true, ...changes });
const again = (id: number, headers = boss) => call('POST', `/api/users/${id}/invitation`, headers);
const post = (path: string, body: object) => call('POST', `/api/auth/${path}`, {}, body);
const choose = (token: string) =>
  post('reset-password', { token, newPassword: testPassword }).then(({ status }) => status);
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
const tokens = (email: string) =>
  mailsTo(email).flatMap(({ parsed }) => /\/set-password#(\S+)/.exec(parsed.text ?? '')?.[1] ?? []);

async function invited(email: string, headers = boss): Promise<{ id: number; token: string }> {
  const response = await invite(email, headers);
  expect(response.status).toBe(201);
  await expect.poll(() => tokens(email)).toHaveLength(1);

  return { id: (response.body.user as { id: number }).id, token: tokens(email)[0] as string };
}

describe('An invitation', () => {
  it('is sent in the language of the user, who chooses a password and signs in', async () => {
    const { id, token } = await invited('grace@example.com');
    const [mail] = mailsTo('grace@example.com');
    expect(mail?.parsed.subject).toBe('boss@example.com lädt Sie zu Rowhouse ein');
    expect(mail?.parsed.html).toContain(`${service.config.baseUrl}/set-password#${token}`);
    const form = await call('GET', `/api/users/${id}/edit`, boss);
    expect(form.body.invitation).toEqual({ requestedAt: expect.any(String), expiresAt: expect.any(String) });
    const list = async () => {
      const body = { meta: { start: 0, length: 10, search: 'grace@' } };
      const response = await call('POST', '/api/users/tableData', boss, body);

      return (response.body.data as { invited_at: string | null }[])[0]?.invited_at;
    };
    expect(await list()).toEqual(expect.any(String));
    const email = 'grace@example.com';
    expect((await post('sign-in/email', { email, password: testPassword })).status).toBe(401);
    expect((await post('password-link', { token })).body).toMatchObject({ purpose: 'invitation' });

    expect(await choose(token)).toBe(200);
    await service.signIn(email);
    expect(await list()).toBeNull();
    expect((await call('GET', `/api/users/${id}/edit`, boss)).body.invitation).toBeNull();
    expect(await choose(token)).toBe(410);
    const refused = await again(id);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/has a password/)]);
  });

  it('can be sent again, which invalidates the previous one, three times in 15 minutes', async () => {
    const { id, token } = await invited('again@example.com');
    expect((await again(id)).body.message).toBe('An invitation is being sent to again@example.com.');
    await expect.poll(() => tokens('again@example.com')).toHaveLength(2);
    expect(await choose(token)).toBe(410);
    expect([(await again(id)).status, (await again(id)).status, (await again(id)).status]).toEqual([
      200, 200, 429,
    ]);
    await expect.poll(() => tokens('again@example.com')).toHaveLength(4);
    expect(await choose(tokens('again@example.com').at(-1) as string)).toBe(200);
  });

  it('is invalid after its sender has lost the permission', async () => {
    const lead = await person('lead@example.com', 'supervisor');
    const { db } = service.database;
    const demote = (changes: object) =>
      db.updateTable('users').set(changes).where('email', '=', 'lead@example.com').execute();
    const { token } = await invited('demoted@example.com', lead);
    for (const [taken, given] of [
      [{ role_id: 3 }, { role_id: 2 }],
      [{ is_active: false }, { is_active: true }],
    ]) {
      await demote(taken as object);
      expect(await choose(token)).toBe(410);
      expect((await post('password-link', { token })).status).toBe(410);
      await demote(given as object);
    }
    // Nor after the invited user has more permissions than the sender.
    const raise = (role_id: number) =>
      db.updateTable('users').set({ role_id }).where('email', '=', 'demoted@example.com').execute();
    await raise(1);
    expect(await choose(token)).toBe(410);
    await raise(3);
    expect(await choose(token)).toBe(200);
  });

  it('cannot be replaced by a link for a lost password', async () => {
    const { token } = await invited('not-lost@example.com');
    await post('request-password-reset', { email: 'not-lost@example.com' });
    await invited('after@example.com');
    expect(tokens('not-lost@example.com')).toEqual([token]);
    expect(await choose(token)).toBe(200);
  });

  it('is invalidated by a password set for the user, and by another address', async () => {
    const given = await invited('given@example.com');
    await call('PATCH', `/api/users/${given.id}`, boss, { password: 'given by someone else' });
    expect(await choose(given.token)).toBe(410);
    const moved = await invited('moved@example.com');
    await call('PATCH', `/api/users/${moved.id}`, boss, { email: 'elsewhere@example.com' });
    expect(await choose(moved.token)).toBe(410);
    await again(moved.id);
    await expect.poll(() => tokens('elsewhere@example.com')).toHaveLength(1);
    expect(tokens('moved@example.com')).toHaveLength(1);
  });
});

describe('Inviting', () => {
  it('requires the permission, authority over the role, and an active user', async () => {
    const lead = await person('lead2@example.com', 'supervisor');
    expect((await invite('x1@example.com', lead, { roleId: 1 })).status).toBe(403);
    const clerk = await person('clerk@example.com', 'user');
    await grantPermissions(service.database.db, 'user', ['users.store']);
    service.users.forget();
    const refused = await invite('x2@example.com', clerk);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(/users\.invite/)]);
    expect((await invite('x3@example.com', boss, { isActive: false })).status).toBe(422);
    for (const body of [{ invite: true, password: testPassword }, { invite: false }, {}]) {
      const response = await call('POST', '/api/users', boss, { ...fieldsOf('x4@example.com'), ...body });
      expect([response.status, Object.keys((response.body.errors as object) ?? {})]).toEqual([
        422,
        ['password'],
      ]);
    }
    const { id } = await invited('x5@example.com');
    expect((await again(id, clerk)).status).toBe(403);
    await service.database.db.updateTable('users').set({ role_id: 1 }).where('id', '=', id).execute();
    expect((await again(id, lead)).status).toBe(403);
    expect((await again(987_654)).status).toBe(404);
    const stored = service.database.db.selectFrom('users').select('email').where('email', 'like', 'x_@%');
    expect(await stored.execute()).toEqual([{ email: 'x5@example.com' }]);
  });

  it('is refused while impersonating', async () => {
    const { id } = await invited('target@example.com');
    const lead = await service.addUser('lead3@example.com', 'supervisor');
    const started = await call('POST', `/api/core/impersonation/${lead}`, boss);
    const acting = { authorization: `Bearer ${started.body.token}` };
    expect((await invite('y@example.com', acting)).status).toBe(403);
    expect((await again(id, acting)).status).toBe(403);
  });

  it('is sent when the mail server accepts it again, with a link that is valid then', async () => {
    smtp.refuse('recipient', 450);
    const response = await invite('grey@example.com');
    const { id } = response.body.user as { id: number };
    const links = () =>
      service.database.db.selectFrom('password_links').select('user_id').where('user_id', '=', id).execute();
    smtp.refuse('recipient', null);
    await expect.poll(() => tokens('grey@example.com')).toHaveLength(1);
    expect(await links()).toHaveLength(1);
    expect(await choose(tokens('grey@example.com')[0] as string)).toBe(200);
  });

  it('is refused without a mail server, and the form reports that', async () => {
    const without = await startTestService({ ROWHOUSE_WORKERS: 'false' });
    try {
      await without.addUser('boss@example.com', 'administrator');
      const headers = { authorization: `Bearer ${(await without.signIn('boss@example.com')).token}` };
      expect((await without.call('/api/users/create', { headers })).body.sendsMail).toBe(false);
      const body = { ...fieldsOf('z@example.com'), language: null, invite: true };
      const response = await without.call('/api/users', { method: 'POST', headers, body });
      expect([response.status, response.body.message]).toEqual([
        409,
        expect.stringMatching(/require a mail server/),
      ]);
    } finally {
      await without.destroy();
    }
  });
});
