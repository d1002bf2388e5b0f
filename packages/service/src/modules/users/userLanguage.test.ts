import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { grantPermissions } from './access/storeAccess.ts';
import german from './locales/de.json' with { type: 'json' };

let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_LANGUAGES: 'en,de', ROWHOUSE_WORKERS: 'false' });
  await service.addUser('ada@example.com');
  headers = { authorization: `Bearer ${(await service.signIn('ada@example.com')).token}` };
});
afterAll(() => service?.destroy());

async function languageOf(accepted: string, change?: { language: string | null }): Promise<unknown> {
  const response = await service.call('/api/core/me', {
    headers: { ...headers, 'accept-language': accepted },
    ...(change && { method: 'PATCH', body: change }),
  });
  expect(response.status).toBe(200);

  return (response.body.user as { language: string }).language;
}

it('uses the language of the browser without a chosen language, if the service has it', async () => {
  expect(await languageOf('de-AT, en;q=0.5')).toBe('de');
  expect(await languageOf('fr')).toBe('en');
});

it('prefers a chosen language to that of the browser until it is removed', async () => {
  expect(await languageOf('de', { language: 'en' })).toBe('en');
  expect(await languageOf('de')).toBe('en');
  expect(await languageOf('de', { language: null })).toBe('de');
  expect(await languageOf('de')).toBe('de');
});

it('is that of the impersonator where an impersonation ends', async () => {
  const { db } = service.database;
  await grantPermissions(db, 'supervisor', ['core.impersonation.start']);
  const clerk = await service.addUser('clerk@example.com');
  const lead = await service.addUser('lead@example.com', 'supervisor');
  const own = { authorization: `Bearer ${(await service.signIn('lead@example.com')).token}` };
  await service.call('/api/core/me', { method: 'PATCH', headers: own, body: { language: 'de' } });
  const started = await service.call(`/api/core/impersonation/${clerk}`, { method: 'POST', headers: own });
  expect(started.status).toBe(200);

  await db
    .updateTable('users')
    .set(({ selectFrom }) => ({ role_id: selectFrom('roles').select('id').where('name', '=', 'user') }))
    .where('id', '=', lead)
    .execute();
  service.users.forget();
  const ended = await service.call('/api/core/me', {
    headers: { authorization: `Bearer ${started.body.token}`, 'accept-language': 'en' },
  });
  expect([ended.status, ended.body.message]).toEqual([
    401,
    german[
      'You may no longer impersonate {0}, so the session has ended. Use your own session, or sign in again.'
    ].replace('{0}', 'clerk@example.com'),
  ]);
});
