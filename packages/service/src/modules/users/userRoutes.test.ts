import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService, testPassword } from '../../testing/startTestService.ts';
import { grantPermissions } from './access/storeAccess.ts';
import { createApiKey } from './apiKeys/apiKeys.ts';

const roles = { administrator: 1, supervisor: 2, user: 3 };
const mayManageUsers = ['users.create', 'users.edit', 'users.store', 'users.update'];

let service: TestService;
let boss: { id: number; headers: Record<string, string> };
let lead: { id: number; headers: Record<string, string> };
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_LANGUAGES: 'en,de', ROWHOUSE_WORKERS: 'false' });
  boss = await person('boss@example.com', 'administrator');
  lead = await person('lead@example.com', 'supervisor');
  await grantPermissions(service.database.db, 'supervisor', mayManageUsers);
  service.users.forget();
});
afterAll(() => service?.destroy());

async function person(email: string, role: string) {
  const id = await service.addUser(email, role);
  return { id, headers: await signedIn(email) };
}

async function signedIn(email: string) {
  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

const call = (method: string, path: string, body?: unknown, headers = boss.headers) =>
  service.call(path, { method, body, headers });
const create = (body: object, headers = boss.headers) => call('POST', '/api/users', body, headers);
const change = (id: number, body: object, headers = boss.headers) =>
  call('PATCH', `/api/users/${id}`, body, headers);
const signIn = (email: string, password: string) =>
  service.call('/api/auth/sign-in/email', { method: 'POST', body: { email, password } });

let number = 0;
let email: string;
beforeEach(() => {
  number += 1;
  email = `somebody${number}@example.com`;
});
const grace = () => ({
  name: 'Grace Hopper',
  email,
  password: testPassword,
  roleId: roles.user,
  language: 'de',
  isActive: true,
});

describe('The forms for users', () => {
  it('offer roles and languages', async () => {
    const form = await call('GET', '/api/users/create');
    expect(form.body).toEqual({
      roles: [
        { id: 1, name: 'administrator', label: 'Administrator' },
        { id: 2, name: 'supervisor', label: 'Supervisor' },
        { id: 3, name: 'user', label: 'User' },
      ],
      languages: ['en', 'de'],
      sendsMail: false,
    });
  });

  it('offer only the roles that the caller may assign', async () => {
    const { body } = await call('GET', '/api/users/create', undefined, lead.headers);
    expect((body.roles as { name: string }[]).map(({ name }) => name)).toEqual(['supervisor', 'user']);
  });

  it('have the stored values, without the password', async () => {
    const form = await call('GET', `/api/users/${lead.id}/edit`);
    expect(form.body.user).toEqual({
      id: lead.id,
      name: 'lead@example.com',
      email: 'lead@example.com',
      roleId: roles.supervisor,
      language: null,
      isActive: true,
      avatar: null,
    });
    expect(form.body.languages).toEqual(['en', 'de']);
  });

  it('offer only the current role to users who edit themselves', async () => {
    const { body } = await call('GET', `/api/users/${boss.id}/edit`);
    expect(body.roles).toEqual([{ id: 1, name: 'administrator', label: 'Administrator' }]);
  });

  it('respond with 404 for an unknown user', async () => {
    const response = await call('GET', '/api/users/987654/edit');
    expect([response.status, response.body.message]).toEqual([404, 'User 987654 does not exist.']);
    expect((await change(987_654, { name: 'x' })).status).toBe(404);
    expect((await call('GET', '/api/users/ada/edit')).body.message).toBe(
      'The request is not acceptable: user must be a whole number, not "ada".',
    );
  });

  it('require the permission of their name', async () => {
    const { headers } = await person(email, 'user');
    for (const [method, path] of [
      ['GET', '/api/users/create'],
      ['GET', `/api/users/${boss.id}/edit`],
      ['POST', '/api/users'],
      ['PATCH', `/api/users/${boss.id}`],
    ] as const) {
      const response = await call(method, path, method === 'GET' ? undefined : {}, headers);
      expect(response.status).toBe(403);
    }
  });
});

describe('Creating a user', () => {
  it('stores the given values, and lets the user sign in', async () => {
    const created = await create({
      ...grace(),
      name: '  Grace Hopper ',
      email: ` Somebody${number}@Example.com `,
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      message: 'Grace Hopper can sign in now.',
      user: {
        id: expect.any(Number),
        name: 'Grace Hopper',
        email,
        roleId: 3,
        language: 'de',
        isActive: true,
        avatar: null,
      },
    });
    const me = await service.call('/api/core/me', { headers: await signedIn(email) });
    expect(me.body.user).toMatchObject({ name: 'Grace Hopper', language: 'de', role: { name: 'user' } });
    const { password } = await service.database.db
      .selectFrom('accounts')
      .select('password')
      .where('user_id', '=', (created.body.user as { id: number }).id)
      .executeTakeFirstOrThrow();
    expect(password).not.toContain(testPassword);
    expect(service.log.join('')).not.toContain(testPassword);
  });

  it('can leave the account inactive', async () => {
    const created = await create({ ...grace(), isActive: false, language: null });
    expect(created.body.message).toBe('Grace Hopper was created, and cannot sign in until activated.');
    expect((await signIn(email, testPassword)).status).toBe(403);
  });

  it('reports all faults together, with the given and the expected values', async () => {
    const response = await create({
      name: ' ',
      email: 'ada at home',
      password: 'short',
      isActive: 'perhaps',
      rol: 3,
    });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      type: 'service.invalid_request',
      title: 'Invalid request',
    });
    expect(response.body.errors).toEqual({
      rol: [
        'is not known; remove it, or use one of name, email, password, roleId, language, isActive, invite',
      ],
      roleId: ['is required'],
      language: ['is required'],
      name: ['is required'],
      email: ['must be an e-mail address such as ada@example.com, not "ada at home"'],
      password: ['must have at least 10 characters'],
      isActive: ['must be one of true, false, not "perhaps"'],
    });
    expect(response.body.message).toMatch(/^The request is not acceptable: .+\. And 6 more: see errors\.$/);
    expect(response.text).not.toContain('short');
  });

  it('refuses an address in use, and an unknown role and language', async () => {
    await create(grace());
    const response = await create({ ...grace(), email: email.toUpperCase(), roleId: 99, language: 'fr' });
    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({
      email: [`must be another address: ${email} already belongs to a user`],
      roleId: ['must be one of 1 (Administrator), 2 (Supervisor), 3 (User), not 99'],
      language: ['must be one of en, de, or null, not "fr"'],
    });
  });

  it('assigns an address once, also to concurrent requests', async () => {
    const responses = await Promise.all([create(grace()), create(grace()), create(grace())]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const errors = responses.filter(({ status }) => status === 422).map(({ body }) => body.errors);
    expect(errors[0]).toEqual({ email: [expect.stringContaining('already belongs to a user')] });
    expect(errors[1]).toEqual(errors[0]);
  });

  it.each(["o'hara+x@sub.example.co", 'a_b-c.d@example.org', '0@x1.example.museum'])(
    'takes the address %s, which the sign-in takes too',
    async (unusual) => {
      expect((await create({ ...grace(), email: unusual })).status).toBe(201);
      expect((await signIn(unusual, testPassword)).status).toBe(200);
    },
  );

  it.each([
    'ada@localhost',
    'ada@@example.com',
    'a..b@example.com',
    '.a@example.com',
    'ädä@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('refuses the address %s, which the sign-in would refuse', async (unusable) => {
    expect((await create({ ...grace(), email: unusable })).status).toBe(422);
  });

  it('refuses a role that has more permissions than the caller', async () => {
    const administrator = await create({ ...grace(), roleId: roles.administrator }, lead.headers);
    expect(administrator.status).toBe(403);
    expect(administrator.body.message).toBe('Only administrators may make a user an administrator.');
    expect((await create({ ...grace(), roleId: roles.supervisor }, lead.headers)).status).toBe(201);
  });
});

describe('Changing a user', () => {
  let id: number;
  beforeEach(async () => {
    id = await service.addUser(email);
  });

  it('keeps omitted fields', async () => {
    const response = await change(id, { name: 'Edith Clarke' });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      message: 'Edith Clarke was saved.',
      user: { id, name: 'Edith Clarke', email, roleId: 3, language: null, isActive: true, avatar: null },
    });
    expect((await change(id, {})).body.user).toEqual(response.body.user);
    await service.signIn(email);
  });

  it('takes effect with the next request', async () => {
    const headers = await signedIn(email);
    await change(id, { name: 'Edith', roleId: roles.supervisor, language: 'de' });
    const me = await service.call('/api/core/me', { headers });
    expect(me.body.user).toMatchObject({ name: 'Edith', language: 'de', role: { name: 'supervisor' } });
    expect(me.body.permissions).toEqual(mayManageUsers);
  });

  it('lets the user sign in with another address, unless it is in use', async () => {
    const taken = await change(id, { email: 'boss@example.com' });
    expect(taken.body.errors).toEqual({
      email: ['must be another address: boss@example.com already belongs to a user'],
    });
    expect((await change(id, { email: `new-${email}` })).status).toBe(200);
    await service.signIn(`new-${email}`);
    expect((await signIn(email, testPassword)).status).toBe(401);
  });

  it('sets a new password, which ends the sessions', async () => {
    const headers = await signedIn(email);
    const response = await change(id, { password: 'another long password' });
    expect(response.status).toBe(200);
    expect(response.text).not.toContain('another long password');
    expect((await service.call('/api/core/me', { headers })).status).toBe(401);
    expect((await signIn(email, testPassword)).status).toBe(401);
    expect((await signIn(email, 'another long password')).status).toBe(200);
    expect(service.log.join('')).not.toContain('another long password');
  });

  it('sets a new password, which deletes the API keys', async () => {
    const { db } = service.database;
    const key = await createApiKey(db, { email, name: 'left behind' });
    const me = () => service.call('/api/core/me', { headers: { 'x-api-key': key } });
    expect((await me()).status).toBe(200);
    await change(id, { name: 'Edith' });
    expect((await me()).status).toBe(200);
    await change(id, { password: 'another long password' });
    expect((await me()).status).toBe(401);
    expect(await db.selectFrom('api_keys').select('id').where('user_id', '=', id).execute()).toEqual([]);
  });

  it('sets the password of a user without one', async () => {
    await service.database.db.deleteFrom('accounts').where('user_id', '=', id).execute();
    expect((await change(id, { password: 'another long password' })).status).toBe(200);
    expect((await signIn(email, 'another long password')).status).toBe(200);
  });

  it('deactivates, which ends the sessions and impersonations', async () => {
    await change(id, { roleId: roles.administrator });
    const headers = await signedIn(email);
    const started = await service.call(`/api/core/impersonation/${lead.id}`, { method: 'POST', headers });
    const impersonating = { authorization: `Bearer ${started.body.token}` };
    expect((await service.call('/api/core/me', { headers: impersonating })).status).toBe(200);

    expect((await change(id, { isActive: false })).status).toBe(200);
    for (const ended of [headers, impersonating]) {
      expect((await service.call('/api/core/me', { headers: ended })).status).toBe(401);
    }
    expect((await signIn(email, testPassword)).status).toBe(403);
    await change(id, { isActive: true });
    await service.signIn(email);
  });

  it('does not accept null as false', async () => {
    const response = await change(id, { isActive: null });
    expect(response.body.errors).toEqual({ isActive: ['must be one of true, false'] });
  });

  it('does not let users deactivate themselves, or change their own role or password', async () => {
    const responses = await Promise.all([
      change(boss.id, { isActive: false }),
      change(boss.id, { roleId: roles.user }),
      change(boss.id, { password: 'another long password' }),
      change(lead.id, { roleId: roles.user }, lead.headers),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(responses.map(({ body }) => Object.keys(body.errors as object))).toEqual([
      ['isActive'],
      ['roleId'],
      ['password'],
      ['roleId'],
    ]);
    expect(responses[0]?.body.message).toBe(
      'You cannot deactivate your own account. Ask another administrator.',
    );
    expect((await change(boss.id, { isActive: true, roleId: roles.administrator })).status).toBe(200);
  });

  it('requires an administrator to change administrators', async () => {
    for (const response of [
      await change(boss.id, { password: 'another long password' }, lead.headers),
      await call('GET', `/api/users/${boss.id}/edit`, undefined, lead.headers),
    ]) {
      expect(response.status).toBe(403);
      expect(response.body.message).toBe(
        'boss@example.com is an administrator. Only administrators may change administrators.',
      );
    }
    const raised = await change(id, { roleId: roles.administrator }, lead.headers);
    expect(raised.body.message).toBe('Only administrators may make a user an administrator.');
  });

  it('does not grant more permissions than those of the caller', async () => {
    const { db } = service.database;
    await grantPermissions(db, 'user', ['core.impersonation.start']);
    service.users.forget();
    try {
      const response = await change(id, { password: 'another long password' }, lead.headers);
      expect(response.status).toBe(403);
      expect(response.body.message).toBe(
        `${email} (User) has permissions that you do not have, so you cannot change this account. Ask an administrator.`,
      );
      const given = await create({ ...grace(), email: `x${email}` }, lead.headers);
      expect(given.body.message).toBe(
        'The role User has permissions that you do not have, so you cannot assign it. Ask an administrator.',
      );
    } finally {
      await db.deleteFrom('role_permissions').where('role_id', '=', roles.user).execute();
      service.users.forget();
    }
    expect((await change(id, { name: 'Edith' }, lead.headers)).status).toBe(200);
  });
});
