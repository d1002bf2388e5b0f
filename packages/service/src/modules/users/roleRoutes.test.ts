import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { grantPermissions } from './access/storeAccess.ts';

let service: TestService;
let boss: Record<string, string>;
let lead: Record<string, string>;
let clerk: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  boss = await person('boss@example.com', 'administrator');
  lead = await person('lead@example.com', 'supervisor');
  clerk = await person('clerk@example.com', 'user');
});
afterAll(() => service?.destroy());
beforeEach(async () => {
  await service.database.db.deleteFrom('role_permissions').execute();
  await grantPermissions(service.database.db, 'supervisor', [
    'orders.init',
    'orders.tableData',
    'roles.permissions.update',
  ]);
  service.users.forget();
});

async function person(email: string, role: string) {
  await service.addUser(email, role);
  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

const get = (path: string, headers = boss) => service.call(path, { headers });
const put = (role: number | string, permissions: unknown, headers = boss) =>
  service.call(`/api/roles/${role}/permissions`, { method: 'PUT', body: { permissions }, headers });
const allNames = async () =>
  (await service.database.db.selectFrom('permissions').select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  );

describe('Roles', () => {
  it('are listed with the number of their users and of their permissions as the page counts them', async () => {
    const all = (await get('/api/roles/1')).body.all as { name: string; label: string; group: string }[];
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['roles.index', 'roles.show', 'roles.permissions.update', 'orders.paid']),
    );
    const labelled = Map.groupBy(all, ({ group, label }) => `${group}: ${label}`);
    expect(labelled.size).toBeLessThan(all.length);
    expect((await get('/api/roles')).body).toEqual([
      {
        id: 1,
        name: 'administrator',
        label: 'Administrator',
        isAdministrator: true,
        isSuperior: true,
        isBuiltIn: true,
        mayManage: true,
        users: 2,
        permissions: labelled.size,
      },
      {
        id: 2,
        name: 'supervisor',
        label: 'Supervisor',
        isAdministrator: false,
        isSuperior: true,
        isBuiltIn: true,
        mayManage: true,
        users: 1,
        // To draw orders and to read them is one permission to people.
        permissions: 2,
      },
      {
        id: 3,
        name: 'user',
        label: 'User',
        isAdministrator: false,
        isSuperior: false,
        isBuiltIn: true,
        mayManage: true,
        users: 1,
        permissions: 0,
      },
    ]);
  });

  it('contain their permissions and all existing ones', async () => {
    const all = await allNames();
    expect((await get('/api/roles/2')).body).toEqual({
      role: {
        id: 2,
        name: 'supervisor',
        label: 'Supervisor',
        isAdministrator: false,
        isSuperior: true,
        isBuiltIn: true,
        mayManage: true,
        users: 1,
      },
      permissions: ['orders.init', 'orders.tableData', 'roles.permissions.update'],
      all: all.map((name) => ({ name, label: expect.any(String), group: expect.any(String) })),
    });
    expect((await get('/api/roles/1')).body.permissions).toEqual(all);
  });

  it('respond 404 if they do not exist', async () => {
    for (const response of [await get('/api/roles/99'), await put(99, [])]) {
      expect([response.status, response.body.message]).toEqual([404, 'Role 99 does not exist.']);
    }
    expect((await get('/api/roles/0')).body.errors).toEqual({ role: ['must be 1 or more, not 0'] });
  });

  it('require the permission', async () => {
    for (const path of ['/api/roles', '/api/roles/3']) expect((await get(path, lead)).status).toBe(403);
    expect((await put(3, [], clerk)).status).toBe(403);
  });
});

describe('The permissions of a role', () => {
  it('are replaced, and take effect with the next request', async () => {
    expect((await get('/api/cities/init', clerk)).status).toBe(403);
    const first = await put(3, ['cities.tableData', 'cities.init', 'cities.init']);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      message: 'The role User now has 2 permissions.',
      permissions: ['cities.init', 'cities.tableData'],
    });
    expect((await get('/api/cities/init', clerk)).status).toBe(200);
    const second = await put(3, ['orders.init']);
    expect(second.body.message).toBe('The role User now has 1 permission.');
    expect((await get('/api/cities/init', clerk)).status).toBe(403);
    expect((await get('/api/core/me', clerk)).body.permissions).toEqual(['orders.init']);
    expect((await put(3, [])).body.permissions).toEqual([]);
    expect(service.log.join('')).toContain(
      '"added":["orders.init"],"removed":["cities.init","cities.tableData"]',
    );
  });

  it('stay unchanged if a name is unknown, and the message lists its group', async () => {
    const response = await put(2, ['orders.init', 'cities.inti', 'nonsense']);
    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({
      permissions: [
        'must have names of permissions only; "cities.inti" does not exist: write one of cities.exportExcel, cities.init, cities.tableData',
        'must have names of permissions only; "nonsense" does not exist: GET /api/roles/{role} lists all',
      ],
    });
    expect((await get('/api/roles/2')).body.permissions).toHaveLength(3);
  });

  it.each([
    ['a name alone counts as a list of it', 'orders.init', 200],
    ['an object', { a: 1 }, 422],
    ['numbers that are no names', [1], 422],
    ['null', null, 422],
    ['nothing', undefined, 422],
  ])('are checked: %s', async (_name, permissions, status) => {
    expect((await put(3, permissions)).status).toBe(status);
  });

  it('cannot be changed for administrators', async () => {
    const response = await put(1, ['orders.init']);
    expect(response.status).toBe(409);
    expect(response.body.message).toBe(
      'The role Administrator always has every permission. Give its users another role instead.',
    );
  });

  it('cannot be granted by callers who do not have them', async () => {
    const response = await put(3, ['orders.init', 'orders.destroy', 'roles.index'], lead);
    expect(response.status).toBe(403);
    expect(response.body.message).toBe(
      'You cannot give permissions that you do not have yourself: orders.destroy, roles.index. Ask an administrator.',
    );
    expect((await get('/api/roles/3')).body.permissions).toEqual([]);
    expect((await put(3, ['orders.init'], lead)).status).toBe(200);
    expect((await put(2, ['orders.destroy', 'roles.permissions.update'], lead)).status).toBe(403);
  });

  it('may stay if the role already has them, but not be removed by callers who lack them', async () => {
    await put(3, ['orders.destroy', 'orders.tableData']);
    expect((await put(3, ['orders.destroy', 'orders.init'], lead)).body.permissions).toEqual([
      'orders.destroy',
      'orders.init',
    ]);
    const taken = await put(3, [], lead);
    expect([taken.status, taken.body.message]).toEqual([
      403,
      'You cannot take permissions that you do not have yourself: orders.destroy. Ask an administrator.',
    ]);
    expect((await put(3, ['orders.destroy'], lead)).status).toBe(200);
  });

  it('cannot be changed for superiors by others, even if these have them', async () => {
    await grantPermissions(service.database.db, 'user', ['orders.init', 'roles.permissions.update']);
    service.users.forget();
    const taken = await put(2, ['orders.tableData', 'roles.permissions.update'], clerk);
    expect([taken.status, taken.body.message]).toEqual([
      403,
      'The role Supervisor belongs to superiors. Only superiors may change it. Ask an administrator.',
    ]);
  });

  it('are those of one of two concurrent changes, never a mixture', async () => {
    const sets = [
      ['cities.init', 'orders.init'],
      ['cities.tableData', 'orders.tableData', 'orders.show'],
    ];
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all(sets.map((names) => put(3, names)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      const { permissions } = (await get('/api/roles/3')).body as { permissions: string[] };
      expect(sets.map((names) => names.toSorted())).toContainEqual(permissions);
    }
  });
});
