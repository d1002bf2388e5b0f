import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadAvatar } from '../../src/testing/avatarRequests.ts';
import { type Session, startTestService, type TestService } from '../../src/testing/startTestService.ts';

/*
 * Personal records, requested by an administrator with every permission. See also exports.test.ts,
 * notificationRoutes.test.ts and policy.test.ts of the avatars.
 */

let service: TestService;
let ada: Session;
let boss: Session;
let adaId: number;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false', ROWHOUSE_SIGN_UP: 'true' });
  adaId = await service.addUser('ada@example.com');
  await service.addUser('boss@example.com', 'administrator');
  ada = await service.signIn('ada@example.com');
  boss = await service.signIn('boss@example.com');
});
afterAll(() => service?.destroy());

const as = ({ token }: Session, path: string, method = 'GET', body?: unknown) =>
  service.call(path, { method, body, headers: { authorization: `Bearer ${token}` } });

describe('Another user', () => {
  it.each(['export', 'action'] as const)('can neither see nor cancel an %s', async (kind) => {
    const { db } = service.database;
    const { id } = await db
      .insertInto('table_jobs')
      .values({
        kind,
        table_name: 'orders',
        name: 'Orders',
        created_by: adaId,
        payload: '{}',
        language: 'en',
        status: 'waiting',
        fingerprint: kind,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const path = `/api/${kind}s/${id}`;
    expect((await as(ada, path)).status).toBe(200);
    expect((await as(boss, path)).status).toBe(404);
    expect((await as(boss, path, 'DELETE')).status).toBe(404);
    expect((await as(boss, `/api/${kind}s`)).body).toEqual({ data: [] });
    expect((await as(ada, path)).body.status).toBe('waiting');
  });

  it('cannot download an export, not even with the link of its owner', async () => {
    const [{ id } = { id: '0' }] = await service.database.db
      .selectFrom('table_jobs')
      .select('id')
      .where('kind', '=', 'export')
      .execute();
    expect((await as(boss, `/api/exports/${id}/download?token=x`)).status).toBe(404);
    expect((await as(ada, `/api/exports/${id}/download?token=x`)).status).toBe(403);
  });

  it('can neither read nor remove a notification', async () => {
    const { db } = service.database;
    const { id } = await db
      .insertInto('notifications')
      .values({
        user_id: adaId,
        type: 'test',
        key: 'test',
        title: 'For Ada',
        body: '',
        parameters: '{}',
        in_list: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await as(boss, '/api/core/notifications')).text).not.toContain('For Ada');
    expect((await as(boss, `/api/core/notifications/${id}/read`, 'PATCH')).status).toBe(404);
    expect((await as(boss, `/api/core/notifications/${id}`, 'DELETE')).status).toBe(404);
    expect((await as(ada, '/api/core/notifications')).body).toMatchObject({ unread: 1, total: 1 });
  });

  it('cannot change an avatar without being a superior', async () => {
    const id = await service.addUser('eve@example.com');
    const eve = await service.signIn('eve@example.com');
    const headers = ({ token }: Session) => ({ authorization: `Bearer ${token}` });
    const own = await uploadAvatar(service, headers(ada));
    expect(own.status).toBe(200);
    expect((await uploadAvatar(service, headers(eve), { user: adaId })).status).toBe(403);
    expect((await as(eve, `/api/core/avatars/${own.body.id}`, 'PATCH')).status).toBe(403);
    expect(id).not.toBe(adaId);
  });

  it('can neither end a session nor delete an API key', async () => {
    const made = await as(ada, '/api/core/api-keys', 'POST', newKey('mine'));
    const { key } = made.body as { key: string };
    const [{ id }] = (await as(ada, '/api/core/api-keys')).body.keys as [{ id: number }];
    expect((await as(boss, `/api/core/api-keys/${id}`, 'DELETE')).status).toBe(404);
    expect((await as(boss, '/api/core/api-keys')).text).not.toContain('"mine"');
    expect((await service.call('/api/core/me', { headers: { 'x-api-key': key } })).status).toBe(200);
    const listed = await as(ada, '/api/auth/list-sessions');
    const [session] = listed.body as unknown as { readonly id: number }[];
    const { token } = await service.database.db
      .selectFrom('sessions')
      .select('token')
      .where('id', '=', session?.id ?? 0)
      .executeTakeFirstOrThrow();
    expect(listed.text).not.toContain(token);
    expect((await as(boss, '/api/auth/list-sessions')).text).not.toContain(`"id":${session?.id},`);
    const ended = await as(boss, '/api/auth/revoke-session', 'POST', { id: session?.id });
    expect([ended.status, ended.body.detail]).toEqual([404, `Session ${session?.id} does not exist.`]);
    expect(listed.text).not.toContain(ada.token);
    expect(listed.text).not.toContain('token');
    expect((await as(ada, '/api/core/me')).status).toBe(200);
  });
});

const newKey = (name: string) => ({ name, expiresInDays: null, permissions: null });

describe('Members that a client adds', () => {
  it('cannot create an API key for another user', async () => {
    const { userId } = (await as(boss, '/api/auth/get-session')).body.session as { userId: string };
    for (const extra of [{ userId }, { referenceId: userId }, { reference_id: userId }]) {
      const made = await as(ada, '/api/core/api-keys', 'POST', { ...newKey('theirs'), ...extra });
      expect(made.status).toBe(422);
    }
    const keys = await service.database.db.selectFrom('api_keys').select(['name', 'user_id']).execute();
    expect(keys.filter(({ user_id }) => user_id !== adaId)).toEqual([]);
    const body = newKey('theirs');
    const anonymous = await service.call('/api/core/api-keys', { method: 'POST', body });
    expect(anonymous.status).toBe(401);
  });

  it('cannot make a user an administrator', async () => {
    const extra = {
      role: 'administrator',
      roleId: 1,
      role_id: 1,
      is_active: true,
      isAdministrator: true,
      auth_role: 'admin',
    };
    const body = { name: 'Eve', email: 'raised@example.com', password: 'correct horse battery', ...extra };
    await service.call('/api/auth/sign-up/email', { method: 'POST', body });
    await service.call('/api/auth/sign-up/email', {
      method: 'POST',
      body: { name: 'Eve', email: 'plain@example.com', password: 'correct horse battery' },
    });
    const users = await service.database.db
      .selectFrom('users')
      .innerJoin('roles', 'roles.id', 'users.role_id')
      .select(['email', 'roles.name', 'auth_role'])
      .where('email', 'in', ['raised@example.com', 'plain@example.com'])
      .orderBy('email')
      .execute();
    expect(users).toContainEqual({ email: 'plain@example.com', name: 'user', auth_role: 'user' });
    expect(users.filter(({ name, auth_role }) => name !== 'user' || auth_role !== 'user')).toEqual([]);
    const own = await as(ada, '/api/core/me', 'PATCH', { name: 'Ada', roleId: 1 });
    expect([own.status, own.body.errors]).toEqual([
      422,
      { roleId: [expect.stringContaining('is not known')] },
    ]);
  });
});
