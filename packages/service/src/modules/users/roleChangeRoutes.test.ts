import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../kernel/database/Database.ts';
import { startTestService, type TestService, testPassword } from '../../testing/startTestService.ts';
import { grantPermissions } from './access/storeAccess.ts';

let service: TestService;
let boss: Record<string, string>;
let lead: Record<string, string>;
let clerk: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  boss = await person('boss@example.com', 'administrator');
  lead = await person('lead@example.com', 'supervisor');
  clerk = await person('clerk@example.com', 'user');
  const managing = ['roles.store', 'roles.update', 'roles.destroy', 'roles.permissions.update'];
  await grantPermissions(service.database.db, 'supervisor', [...managing, 'orders.init', 'orders.show']);
  await grantPermissions(service.database.db, 'user', managing);
  service.users.forget();
});
afterAll(() => service?.destroy());

async function person(email: string, role: string): Promise<Record<string, string>> {
  await service.addUser(email, role);

  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  service.call(path, { method, headers, ...(body !== undefined && { body }) });
const create = (body: object, headers = boss) => call('POST', '/api/roles', headers, body);
const rename = (id: unknown, label: string, headers = boss) =>
  call('PATCH', `/api/roles/${id}`, headers, { label });
const remove = (id: unknown, headers = boss) => call('DELETE', `/api/roles/${id}`, headers);
const show = async (id: unknown) => (await call('GET', `/api/roles/${id}`, boss)).body;
const resultOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.message,
];

describe('A role', () => {
  it('is created, renamed and deleted', async () => {
    const created = await create({ label: ' Back office ' });
    expect(resultOf(created)).toEqual([201, 'The role Back office was created.']);
    const { id } = created.body;
    expect(await show(id)).toMatchObject({
      role: { name: 'back-office', label: 'Back office', isBuiltIn: false, mayManage: true, users: 0 },
      permissions: [],
    });
    expect(resultOf(await rename(id, 'Accounts'))).toEqual([200, 'The role is now called Accounts.']);
    expect(await show(id)).toMatchObject({ role: { name: 'back-office', label: 'Accounts' } });
    expect(resultOf(await remove(id))).toEqual([200, 'The role Accounts was deleted.']);
    expect((await call('GET', `/api/roles/${id}`, boss)).status).toBe(404);
  });

  it('is copied with its permissions', async () => {
    const { body } = await create({ label: 'Deputy', copyOf: 2 }, lead);
    const copy = await show(body.id);
    expect(copy.permissions).toEqual((await show(2)).permissions);
    expect(copy.role).toMatchObject({ isSuperior: true, isAdministrator: false });
  });

  it('is copied with the permissions that were checked, also if another is granted meanwhile', async () => {
    const { body: source } = await create({ label: 'Source' });
    const { db, close } = connect({
      url: service.database.url,
      poolSize: 3,
      onIdleError: () => undefined,
    });
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);

      return rows[0]?.count ?? 0;
    };
    try {
      let isGranted = false;
      const { copying, granting } = await db.transaction().execute(async (transaction) => {
        // The copy is checked, and then waits to create its role.
        await sql`lock table roles in share mode`.execute(transaction);
        const copying = create({ label: 'Copied meanwhile', copyOf: source.id }, lead);
        await expect.poll(waiting).toBe(1);
        const granting = sql`
          insert into role_permissions (role_id, permission_id)
          select ${source.id}, id from permissions where name = 'users.invite'`
          .execute(db)
          .then(() => {
            isGranted = true;
          });
        await expect.poll(async () => isGranted || (await waiting()) === 2).toBe(true);

        return { copying, granting };
      });
      const copied = await copying;
      await granting;
      expect(copied.status).toBe(201);
      expect((await show(copied.body.id)).permissions).toEqual([]);
    } finally {
      await close();
    }
  });

  it('has a unique name, also for concurrent requests', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => create({ label: 'Twins' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const taken = await create({ label: 'SUPERVISOR' });
    expect(taken.body.errors).toEqual({ label: ['must be another name: the role Supervisor exists'] });
    const { body } = await create({ label: 'Büro & Söhne' });
    expect(await show(body.id)).toMatchObject({ role: { name: 'buro-sohne' } });
    const other = await create({ label: '会計' });
    expect(await show(other.body.id)).toMatchObject({ role: { name: 'role', label: '会計' } });
    expect((await rename(other.body.id, 'twins')).status).toBe(422);
    expect((await rename(other.body.id, '会計')).status).toBe(200);
    expect((await create({ label: '  ' })).status).toBe(422);
  });

  it('cannot be deleted while it has users, and the response has their number', async () => {
    const { body } = await create({ label: 'In use' });
    const user = {
      name: 'U',
      password: testPassword,
      roleId: body.id,
      language: null,
      isActive: true,
    };
    await call('POST', '/api/users', boss, { ...user, email: 'u1@example.com' });
    expect(resultOf(await remove(body.id))).toEqual([
      409,
      '1 user still has the role In use. Give them another role first.',
    ]);
    await call('POST', '/api/users', boss, { ...user, email: 'u2@example.com' });
    expect((await remove(body.id)).body.message).toMatch(/^2 users still have the role In use\./);
    await service.database.db.updateTable('users').set({ role_id: 3 }).where('name', '=', 'U').execute();
    expect((await remove(body.id)).status).toBe(200);
  });

  it('is either kept or not assigned if it is deleted while it is assigned', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { body } = await create({ label: `Race ${round}` });
      const [deleted, given] = await Promise.all([
        remove(body.id),
        call('POST', '/api/users', boss, {
          name: 'R',
          email: `r${round}@example.com`,
          password: testPassword,
          roleId: body.id,
          language: null,
          isActive: true,
        }),
      ]);
      expect([
        [200, 422],
        [409, 201],
      ]).toContainEqual([deleted.status, given.status]);
    }
  });

  it('cannot be changed if it is built in', async () => {
    for (const id of [1, 2, 3]) {
      expect((await rename(id, 'Other')).status).toBe(409);
      expect((await remove(id)).status).toBe(409);
    }
    expect((await create({ label: 'Root', copyOf: 1 })).status).toBe(409);
    expect((await create({ label: 'Nothing', copyOf: 987 })).body.errors).toEqual({
      copyOf: ['must be the id of a role; role 987 does not exist'],
    });
  });
});

describe('A role with more permissions than the caller', () => {
  it('can be neither copied, renamed, deleted nor assigned as a copy', async () => {
    const strong = (await create({ label: 'Strong', copyOf: 2 })).body.id;
    for (const response of [
      await create({ label: 'Copy', copyOf: strong }, clerk),
      await create({ label: 'Copy', copyOf: 2 }, clerk),
      await rename(strong, 'Weak', clerk),
      await remove(strong, clerk),
    ]) {
      expect([response.status, response.body.type]).toEqual([403, 'service.forbidden']);
    }
    const own = (await create({ label: 'Own' }, clerk)).body.id;
    const raise = { permissions: ['orders.init'] };
    expect((await call('PUT', `/api/roles/${own}/permissions`, clerk, raise)).status).toBe(403);
    expect(await show(own)).toMatchObject({ permissions: [], role: { isSuperior: false } });
    expect(await show(strong)).toMatchObject({ role: { label: 'Strong' } });
  });

  it('cannot be changed without the permission, or while impersonating, like any other role', async () => {
    await service.addUser('nobody@example.com', 'administrator');
    const { body } = await create({ label: 'Plain' });
    await service.database.db
      .insertInto('users')
      .values({ name: 'P', email: 'p@example.com', role_id: body.id as number })
      .execute();
    const guest = await person('guest@example.com', 'plain');
    const target = await service.addUser('target@example.com', 'supervisor');
    const started = await call('POST', `/api/core/impersonation/${target}`, boss);
    const acting = { authorization: `Bearer ${started.body.token}` };
    for (const headers of [guest, acting]) {
      for (const response of [
        await create({ label: 'X' }, headers),
        await rename(body.id, 'X', headers),
        await remove(body.id, headers),
      ]) {
        expect(response.status).toBe(403);
      }
    }
  });
});
