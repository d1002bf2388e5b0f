import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { cookiesOf, startTestService, type TestService } from '../../src/testing/startTestService.ts';

type Headers = Record<string, string>;

let service: TestService;
let boss: Headers;
let clerk: number;
let manager: number;
let roles: Record<'agent' | 'manager', number>;
let names = 0;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  const { db } = service.database;
  const added = await db
    .insertInto('roles')
    .values(['agent', 'manager', 'plain'].map((name) => ({ name, label: name })))
    .returning(['id', 'name'])
    .execute();
  roles = Object.fromEntries(added.map(({ name, id }) => [name, id])) as typeof roles;
  const all = await db.selectFrom('permissions').select('name').orderBy('name').execute();
  await grantPermissions(db, 'manager', all.map(({ name }) => name).slice(0, 60));
  await grantPermissions(db, 'manager', managing);
  await grantPermissions(db, 'agent', ['core.impersonation.start']);
  await grantPermissions(db, 'user', ['core.impersonation.start']);
  await service.addUser('boss@example.com', 'administrator');
  manager = await service.addUser('manager@example.com', 'manager');
  clerk = await service.addUser('clerk@example.com');
  boss = await signedIn('boss@example.com');
});
afterAll(() => service?.destroy());

const managing = ['roles.permissions.update', 'users.update', 'users.store', 'core.impersonation.start'];

async function signedIn(email: string): Promise<Headers> {
  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

async function person(role: string) {
  const email = `${role}${++names}@example.com`;
  const id = await service.addUser(email, role);

  return { id, email, headers: await signedIn(email) };
}

const call = (method: string, path: string, headers: Headers, body?: unknown) =>
  service.call(path, { method, headers, body });
const start = (user: number, headers: Headers) => call('POST', `/api/core/impersonation/${user}`, headers);
const stop = (headers: Headers) => call('DELETE', '/api/core/impersonation', headers);
const me = (headers: Headers) => call('GET', '/api/core/me', headers);

async function actingAs(user: number, headers: Headers): Promise<Headers> {
  const started = await start(user, headers);
  expect(started.status).toBe(200);

  return { authorization: `Bearer ${started.body.token}` };
}

async function role(user: number): Promise<string> {
  const { name } = await service.database.db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('roles.name')
    .where('users.id', '=', user)
    .executeTakeFirstOrThrow();

  return name;
}

describe('A role whose only permission is to impersonate', () => {
  it('does not allow escalation: neither at the start, nor through the impersonated user', async () => {
    const agent = await person('agent');
    const refused = await start(manager, agent.headers);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe(
      'manager@example.com (manager) has permissions that you do not have, so you cannot impersonate this user. Ask an administrator.',
    );
    expect((await me(agent.headers)).body.permissions).toEqual(['core.impersonation.start']);
    expect((await start(clerk, agent.headers)).status).toBe(200);
  });

  it('ends with the first request after the user gets more permissions', async () => {
    const agent = await person('agent');
    const target = await person('user');
    const acting = await actingAs(target.id, agent.headers);
    expect((await me(acting)).status).toBe(200);
    await call('PATCH', `/api/users/${target.id}`, boss, { roleId: roles.manager });
    const ended = await me(acting);
    expect([ended.status, ended.body.message]).toEqual([
      401,
      `You may no longer impersonate ${target.email}, so the session has ended. Use your own session, or sign in again.`,
    ]);
    expect((await me(agent.headers)).status).toBe(200);
  });
});

describe('While impersonating', () => {
  it('refuses to change accounts, roles, passwords, keys, addresses and notification preferences', async () => {
    const deputy = await person('manager');
    const acting = await actingAs(manager, deputy.headers);
    const changes: [string, string, object?][] = [
      ['PUT', `/api/roles/${roles.agent}/permissions`, { permissions: managing }],
      ['PATCH', `/api/users/${deputy.id}`, { roleId: roles.manager }],
      ['PATCH', `/api/users/${clerk}`, { email: 'other@example.com' }],
      ['PATCH', `/api/users/${clerk}`, { password: 'correct horse battery 2' }],
      ['POST', '/api/users', {}],
      ['PATCH', '/api/core/me', { name: 'Somebody' }],
      ['PUT', '/api/core/notifications/preferences', { data: [] }],
      ['POST', '/api/auth/change-password', {}],
      ['POST', '/api/core/api-keys', { name: 'x', expiresInDays: null, permissions: null }],
      ['DELETE', '/api/core/api-keys/1'],
      ['POST', '/api/auth/revoke-sessions', {}],
    ];
    for (const [method, path, body] of changes) {
      const refused = await call(method, path, acting, body);
      expect([path, refused.status]).toEqual([path, 403]);
      expect(refused.body.message).toMatch(/^While you impersonate a user, /);
    }
    expect((await call('GET', '/api/core/notifications/preferences', acting)).status).toBe(200);
  });
});

describe('An impersonation', () => {
  it("starts and ends by cookie behind a proxy's HTTP Basic", async () => {
    const { cookie } = await service.signIn('boss@example.com');
    const authorization = `Basic ${Buffer.from('proxy:password').toString('base64')}`;
    const started = await start(clerk, { cookie, authorization });
    expect(started.status).toBe(200);
    const acting = cookiesOf(started);
    expect((await me({ cookie: acting, authorization })).body.user).toMatchObject({ id: clerk });
    const stopped = await stop({ cookie: acting, authorization });
    expect(stopped.status).toBe(200);
    expect((await me({ cookie: cookiesOf(stopped), authorization })).body.user).toMatchObject({
      email: 'boss@example.com',
    });
    expect((await me({ cookie: acting })).status).toBe(401);
  });

  it('ends with the next request if its administrator was demoted, and cannot undo the demotion', async () => {
    const former = await person('administrator');
    const other = await person('administrator');
    const acting = await actingAs(other.id, former.headers);
    expect((await me(acting)).status).toBe(200);
    expect((await call('PATCH', `/api/users/${former.id}`, boss, { roleId: 3 })).status).toBe(200);
    expect((await me(acting)).status).toBe(401);
    expect((await call('PATCH', `/api/users/${former.id}`, acting, { roleId: 1 })).status).toBe(401);
    expect(await role(former.id)).toBe('user');
    expect((await me(former.headers)).body.user).toMatchObject({ role: { name: 'user' } });
  });

  it('ends when the permission to impersonate is withdrawn', async () => {
    const deputy = await person('supervisor');
    await grantPermissions(service.database.db, 'supervisor', ['core.impersonation.start']);
    service.users.forget();
    // A role without permissions, so that the impersonator still has authority over the user.
    const { id } = await person('plain');
    const acting = await actingAs(id, deputy.headers);
    expect((await call('PUT', '/api/roles/2/permissions', boss, { permissions: [] })).status).toBe(200);
    expect((await me(acting)).status).toBe(401);
  });

  it.each(['token', 'cookie'])('is not a session after it has expired, for a request by %s', async (by) => {
    const former = await person('administrator');
    const { cookie } = await service.signIn(former.email);
    const acting =
      by === 'token'
        ? await actingAs(manager, former.headers)
        : { cookie: cookiesOf(await start(manager, { cookie })) };
    const read = async (headers: Headers) => (await call('GET', '/api/auth/get-session', headers)).text;
    expect(JSON.parse(await read(acting))).toMatchObject({ user: { email: 'manager@example.com' } });
    expect((await call('PATCH', `/api/users/${former.id}`, boss, { roleId: 3 })).status).toBe(200);
    expect(await read(acting)).toBe('null');
    // The impersonator's own session is not affected.
    expect(JSON.parse(await read(former.headers))).toMatchObject({ user: { email: former.email } });
  });

  it.each([
    ['sign-out of the own session', 'sign-out', {}],
    ['end of all sessions', 'revoke-sessions', {}],
    ['end of all other sessions', 'revoke-other-sessions', {}],
    [
      'new password',
      'change-password',
      { currentPassword: 'correct horse battery', newPassword: 'a new long password' },
    ],
  ])('ends with the %s', async (_title, path, body) => {
    const { id, headers, email } = await person('administrator');
    const { cookie } = await service.signIn(email);
    const acting = await actingAs(clerk, headers);
    const byCookie = cookiesOf(await start(clerk, { cookie }));
    expect((await call('POST', `/api/auth/${path}`, headers, body)).status).toBe(200);
    expect((await me(acting)).status).toBe(401);
    // Of another session, which a sign-out does not affect.
    expect((await me({ cookie: byCookie })).status).toBe(path === 'sign-out' ? 200 : 401);
    const left = await service.database.db
      .selectFrom('sessions')
      .select('id')
      .where('impersonated_by', '=', id)
      .execute();
    expect(left).toHaveLength(path === 'sign-out' ? 1 : 0);
  });

  it('ends when the impersonator signs out', async () => {
    const { cookie } = await service.signIn('boss@example.com');
    const acting = cookiesOf(await start(clerk, { cookie }));
    expect((await call('POST', '/api/auth/sign-out', { cookie: acting }, {})).status).toBe(200);
    for (const ended of [acting, cookie]) expect((await me({ cookie: ended })).status).toBe(401);
  });

  it('is listed with the sessions of both, and each can end it', async () => {
    const { headers, id, email } = await person('administrator');
    const target = await person('user');
    const acting = await actingAs(target.id, headers);
    const own = (await call('GET', '/api/auth/list-sessions', headers)).body as unknown as Listed[];
    expect(own).toMatchObject([
      { user: { id: target.id, name: target.email }, impersonatedBy: { id, name: email }, isCurrent: false },
      { user: { id, name: email }, impersonatedBy: null, isCurrent: true },
    ]);
    const theirs = await call('GET', '/api/auth/list-sessions', target.headers);
    expect(theirs.body).toMatchObject([
      { user: { id: target.id }, impersonatedBy: { id, name: email } },
      { user: { id: target.id }, impersonatedBy: null, isCurrent: true },
    ]);
    for (const ending of [headers, target.headers]) {
      const ended = await actingAs(target.id, headers);
      const [newest] = (await call('GET', '/api/auth/list-sessions', ending)).body as unknown as Listed[];
      expect((await call('POST', '/api/auth/revoke-session', ending, { id: newest?.id })).status).toBe(200);
      expect((await me(ended)).status).toBe(401);
      expect((await me(acting)).status).toBe(200);
    }
  });
});

interface Listed {
  readonly id: number;
  readonly impersonatedBy: object | null;
}
