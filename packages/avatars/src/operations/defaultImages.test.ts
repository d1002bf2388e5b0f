import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ExternalServiceStandIn, startExternalService } from '../testing/startExternalService.ts';
import { defaultImages } from './defaultImages.ts';

const user = { id: 1, name: 'Ada Lovelace', email: 'ada@example.com' };
let service: ExternalServiceStandIn;
beforeAll(async () => {
  service = await startExternalService();
  const image = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  service.add(user.email, image, 'image/png');
});
afterAll(() => service?.stop());

it('requests a service that failed five times in a row again after a minute', async () => {
  let now = 0;
  const reported: unknown[] = [];
  const { baseUrl } = service;
  const make = defaultImages({
    size: 64,
    pixels: 1e6,
    external: { baseUrl },
    onBackgroundError: (error) => reported.push(error),
    now: () => now,
  });
  const sourceAt = async (time: number) => {
    now = time;

    return (await make(user)).source;
  };
  const requested = () => service.requests.length;

  service.mode = 'broken';
  for (let n = 1; n <= 4; n++) expect(await sourceAt(n)).toBe('initials');
  // Four failures and a success: it begins to count again.
  service.mode = 'well';
  expect(await sourceAt(5)).toBe('external');
  service.mode = 'broken';
  for (let n = 1; n <= 5; n++) expect(await sourceAt(10)).toBe('initials');
  expect([requested(), reported.length]).toEqual([10, 10]);

  service.mode = 'well';
  expect(await sourceAt(60_009)).toBe('initials');
  expect(requested()).toBe(10);
  // One more failure is enough to leave it alone for another minute.
  service.mode = 'broken';
  expect(await sourceAt(60_010)).toBe('initials');
  service.mode = 'well';
  expect(await sourceAt(60_011)).toBe('initials');
  expect(requested()).toBe(11);
  expect(await sourceAt(120_010)).toBe('external');
});

it('does not ask for users without an e-mail address, and ends immediately when it is cancelled', async () => {
  const before = service.requests.length;
  const make = defaultImages({
    size: 64,
    pixels: 1e6,
    external: { baseUrl: service.baseUrl },
    onBackgroundError: (error) => expect(error).toBeUndefined(),
  });
  expect((await make({ ...user, email: ' ' })).source).toBe('initials');
  await expect(make(user, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  expect(service.requests.length).toBe(before);
});
