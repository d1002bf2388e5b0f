import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

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
