import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { firstAdministrator } from './administrators.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.destroy());

it('creates the first administrator at the first start only, with every permission', async () => {
  const credentials = service.started.firstAdministrator;
  expect(credentials?.email).toBe('admin@example.com');
  const { db } = service.database;
  expect(await firstAdministrator({ ...service.context, db })).toBeNull();
  const { body } = await service.call('/api/auth/sign-in/email', { method: 'POST', body: credentials });
  const me = await service.call('/api/core/me', { headers: { authorization: `Bearer ${body.token}` } });
  expect(me.body.user).toMatchObject({
    role: { name: 'administrator', isAdministrator: true, isSuperior: true },
  });
  const stored = await db.selectFrom('permissions').select('name').orderBy('name').execute();
  expect(me.body.permissions).toEqual(stored.map((row) => row.name).sort());
  expect(me.body.permissions).toContain('core.impersonation.start');
  expect(service.log.join('')).not.toContain(credentials?.password);
});

it('creates one if two processes start at the same time', async () => {
  const { db } = service.database;
  await db.deleteFrom('users').execute();
  const created = await Promise.all([
    firstAdministrator({ ...service.context, db }),
    firstAdministrator({ ...service.context, db }),
  ]);
  expect(created.filter((credentials) => credentials !== null)).toHaveLength(1);
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1);
});
