import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../testing/startTestService.ts';
import type { ListedKey } from '../access/messages.ts';
import { grantPermissions } from '../access/storeAccess.ts';
import { createApiKey } from './apiKeys.ts';

let service: TestService;
let boss: Record<string, string>;
let clerk: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false', ROWHOUSE_LANGUAGES: 'en,de' });
  boss = await person('boss@example.com', 'administrator');
  clerk = await person('clerk@example.com', 'user');
  await grantPermissions(service.database.db, 'user', ['users.init', 'users.tableData', 'roles.index']);
  service.users.forget();
});
afterAll(() => service?.destroy());

async function person(email: string, role: string): Promise<Record<string, string>> {
  await service.addUser(email, role);

  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  service.call(path, { method, headers, ...(body !== undefined && { body }) });
const make = (headers: Record<string, string>, changes: object = {}) =>
  call('POST', '/api/core/api-keys', headers, {
    name: 'program',
    expiresInDays: 30,
    permissions: null,
    ...changes,
  });
const listed = async (headers: Record<string, string>) =>
  (await call('GET', '/api/core/api-keys', headers)).body.keys as ListedKey[];
const byKey = async (headers: Record<string, string>, changes: object = {}) => {
  const response = await make(headers, changes);
  expect(response.status).toBe(201);

  return { 'x-api-key': response.body.key as string };
};
const status = async (method: string, path: string, headers: Record<string, string>, body?: object) =>
  (await call(method, path, headers, body)).status;

describe('An API key of the user', () => {
  it('is shown once, listed with its first characters and its expiry, and revoked', async () => {
    const key = await byKey(clerk, { name: ' till ' });
    const [found] = await listed(clerk);
    expect(found).toEqual({
      id: expect.any(Number),
      name: 'till',
      start: key['x-api-key'].slice(0, 6),
      permissions: null,
      isActive: true,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      lastUsedAt: null,
    });
    const days = (Date.parse(found?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect(await status('GET', '/api/roles', key)).toBe(200);
    expect((await listed(clerk))[0]?.lastUsedAt).toEqual(expect.any(String));
    expect(service.log.join('')).not.toContain(key['x-api-key']);
    expect(await status('DELETE', `/api/core/api-keys/${found?.id}`, boss)).toBe(404);
    expect(await status('DELETE', `/api/core/api-keys/${found?.id}`, clerk)).toBe(200);
    expect(await status('GET', '/api/roles', key)).toBe(401);
  });

  it('is limited to its permissions, also for an administrator', async () => {
    for (const owner of [boss, clerk]) {
      const key = await byKey(owner, { permissions: ['roles.index'] });
      const me = await call('GET', '/api/core/me', key);
      expect(me.body.permissions).toEqual(['roles.index']);
      expect(me.body.user).toMatchObject({ role: { isAdministrator: false, isSuperior: false } });
      expect(await status('GET', '/api/roles', key)).toBe(200);
      expect(await status('GET', '/api/users/init', key)).toBe(403);
      expect(await status('GET', '/api/users/create', key)).toBe(403);
    }
  });

  it('cannot grant a permission that it does not have', async () => {
    const key = await byKey(boss, {
      permissions: ['users.store', 'users.update', 'roles.permissions.update'],
    });
    const user = {
      name: 'X',
      email: 'x@example.com',
      password: 'a long password',
      language: null,
      isActive: true,
    };
    expect(await status('POST', '/api/users', key, { ...user, roleId: 1 })).toBe(403);
    expect(
      await status('PUT', '/api/roles/3/permissions', key, { permissions: ['users.store', 'roles.show'] }),
    ).toBe(403);
    expect(await status('PATCH', '/api/users/1', key, { password: 'a long password' })).toBe(403);
  });

  it('loses the permissions that its user loses, and has none if its limits cannot be read', async () => {
    const key = await byKey(clerk, { permissions: ['roles.index', 'users.init'] });
    const { db } = service.database;
    const granted = (name: string) =>
      db
        .deleteFrom('role_permissions')
        .where('role_id', '=', 3)
        .where('permission_id', 'in', ({ selectFrom }) =>
          selectFrom('permissions').select('id').where('name', '=', name),
        );
    await granted('users.init').execute();
    service.users.forget();
    expect((await call('GET', '/api/core/me', key)).body.permissions).toEqual(['roles.index']);
    await grantPermissions(db, 'user', ['users.init']);
    for (const damaged of ['{', '{"orders":["init"]}', '[]', 'null']) {
      await db
        .updateTable('api_keys')
        .set({ permissions: damaged })
        .where('permissions', 'is not', null)
        .execute();
      service.users.forget();
      await call('POST', '/api/core/api-keys', clerk, {
        name: 'again',
        expiresInDays: null,
        permissions: null,
      });
      expect((await call('GET', '/api/core/me', key)).body.permissions).toEqual([]);
    }
  });

  it('cannot create, list or revoke keys, and has no permission that its user does not have', async () => {
    const key = await byKey(boss);
    expect(await status('GET', '/api/core/api-keys', key)).toBe(403);
    expect((await make(key)).status).toBe(403);
    expect(await status('DELETE', '/api/core/api-keys/1', key)).toBe(403);
    const refused = await make(clerk, { permissions: ['roles.index', 'users.update'] });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringMatching(/: users\.update\.$/),
    ]);
    expect((await make(boss, { permissions: ['no.such'] })).status).toBe(403);
  });

  it('is refused in an invalid form, with each fault', async () => {
    for (const [changes, field] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(33) }, 'name'],
      [{ expiresInDays: 0 }, 'expiresInDays'],
      [{ expiresInDays: 366 }, 'expiresInDays'],
      [{ permissions: [] }, 'permissions'],
      [{ more: 1 }, 'more'],
    ] as const) {
      const response = await make(clerk, changes);
      expect([response.status, Object.keys(response.body.errors as object)]).toEqual([422, [field]]);
    }
  });

  it('may have the listed permissions, described in the language of the user', async () => {
    const { body } = await call('GET', '/api/core/api-keys', { ...clerk, 'accept-language': 'de' });
    expect(body.permissions).toContainEqual({
      name: 'users.init',
      label: 'Benutzer: Liste ansehen',
      group: 'Benutzer',
    });
    expect((body.permissions as object[]).length).toBe(3);
  });
});

it('A user has at most 100 API keys, also by requests at the same time; expired ones do not count', async () => {
  const many = await person('many@example.com', 'user');
  const { db } = service.database;
  const own = { email: 'many@example.com', name: 'earlier' };
  for (let n = 0; n < 96; n++) await createApiKey(db, own);
  await db
    .updateTable('api_keys')
    .set({ expires_at: new Date(0) })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('api_keys')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('name', '=', 'earlier'),
    )
    .execute();
  const responses = await Promise.all(Array.from({ length: 12 }, () => make(many)));
  expect(responses.map(({ status }) => status).sort()).toEqual([
    ...Array(5).fill(201),
    ...Array(7).fill(409),
  ]);
  expect(await listed(many)).toHaveLength(100);
});

describe('Sessions and API keys of another user', () => {
  it('are listed, ended and revoked by those with authority over the user', async () => {
    const id = await service.addUser('other@example.com');
    const { db } = service.database;
    const key = await createApiKey(db, { email: 'other@example.com', name: 'theirs' });
    const sessions = [];
    for (let n = 0; n < 3; n += 1) sessions.push((await service.signIn('other@example.com')).token);
    const me = (token = '') => status('GET', '/api/core/me', { authorization: `Bearer ${token}` });
    const path = `/api/users/${id}`;
    const { body } = await call('GET', `${path}/access`, boss);
    const ids = (body.sessions as { id: number }[]).map((session) => session.id);
    const [listedKey] = body.keys as ListedKey[];
    expect([ids.length, listedKey?.name]).toEqual([3, 'theirs']);
    expect(JSON.stringify(body)).not.toContain(sessions[0]);
    expect(await status('DELETE', `${path}/sessions/${ids[0]}`, boss)).toBe(200);
    expect([await me(sessions[2]), await me(sessions[1])]).toEqual([401, 200]);
    expect(await status('DELETE', `${path}/sessions`, boss)).toBe(200);
    expect([await me(sessions[0]), await me(sessions[1])]).toEqual([401, 401]);
    expect(await status('GET', '/api/core/me', boss)).toBe(200);
    expect(await status('DELETE', `${path}/api-keys/${listedKey?.id}`, boss)).toBe(200);
    expect(await status('GET', '/api/core/me', { 'x-api-key': key })).toBe(401);
    expect(await status('DELETE', `${path}/api-keys/${listedKey?.id}`, boss)).toBe(404);
  });

  it('are refused without authority, by an API key, while impersonating, and under another user', async () => {
    const lead = await person('lead@example.com', 'supervisor');
    const permissions = ['users.access', 'users.access.revoke'];
    await grantPermissions(service.database.db, 'supervisor', [
      ...permissions,
      'users.init',
      'users.tableData',
      'roles.index',
    ]);
    service.users.forget();
    const { rows } = await sql<{ boss: number; clerk: number; session: number }>`
      select b.id as boss, c.id as clerk, (select min(id) from sessions where user_id = b.id) as session
      from users b, users c where b.email = 'boss@example.com' and c.email = 'clerk@example.com'`.execute(
      service.database.db,
    );
    const [known] = rows;
    const requests = (user = 0): [string, string][] => [
      ['GET', `/api/users/${user}/access`],
      ['DELETE', `/api/users/${user}/sessions/1`],
      ['DELETE', `/api/users/${user}/sessions`],
      ['DELETE', `/api/users/${user}/api-keys/1`],
    ];
    for (const [method, path] of requests(known?.boss)) expect(await status(method, path, lead)).toBe(403);
    for (const [method, path] of requests(known?.clerk)) expect(await status(method, path, clerk)).toBe(403);
    const key = await byKey(boss);
    for (const [method, path] of requests(known?.clerk)) expect(await status(method, path, key)).toBe(403);
    // A session of the administrator, under a user of whom the caller may end sessions.
    expect(await status('DELETE', `/api/users/${known?.clerk}/sessions/${known?.session}`, lead)).toBe(404);
    expect(await status('GET', '/api/core/me', boss)).toBe(200);
    const { rows: leads } = await sql<{ id: number }>`
      select id from users where email = 'lead@example.com'`.execute(service.database.db);
    const started = await call('POST', `/api/core/impersonation/${leads[0]?.id}`, boss);
    const acting = { authorization: `Bearer ${started.body.token}` };
    for (const [method, path] of requests(known?.clerk)) expect(await status(method, path, acting)).toBe(403);
    expect((await make(acting)).status).toBe(403);
  });
});
