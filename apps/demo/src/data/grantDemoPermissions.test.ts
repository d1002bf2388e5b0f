import { startTestService, type TestService } from '@rowhouse/service/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import definition from '../../rowhouse.config.ts';
import { grantDemoPermissions } from './grantDemoPermissions.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(definition);
  await grantDemoPermissions(service.db);
});
afterAll(() => service?.stop());

it.each([
  ['user', { '/api/orders/init': 200, '/api/cities/init': 200, '/api/users/init': 403, '/api/roles': 403 }],
  [
    'supervisor',
    { '/api/orders/init': 200, '/api/cities/init': 200, '/api/users/init': 200, '/api/roles': 403 },
  ],
])('The demo lets a %s see its tables', async (role, expected) => {
  const user = await service.signIn({ role });
  for (const [path, status] of Object.entries(expected)) {
    expect([path, (await user.get(path)).status]).toEqual([path, status]);
  }
});

it('grants only existing permissions', async () => {
  const { db } = service;
  const granted = await db
    .selectFrom('role_permissions')
    .innerJoin('roles', 'roles.id', 'role_id')
    .select((select) => ['roles.name', select.fn.countAll<string>().as('permissions')])
    .groupBy('roles.name')
    .orderBy('roles.name')
    .execute();
  expect(granted).toEqual([
    { name: 'supervisor', permissions: '43' },
    { name: 'user', permissions: '18' },
  ]);
});
