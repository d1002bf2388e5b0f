import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { drawImage } from './drawImage.ts';

const limits = { bytes: 5 * 1024 * 1024, pixels: 1_000_000 };
const options = { user: 1, size: 256, square: true, limits };
const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">${content}</svg>`);
const harmless = svg('<rect width="9" height="9"/>');

/** Takes a minute, and nothing in it looks suspicious. */
const slow = svg(
  `<filter id="f">${'<feMorphology operator="dilate" radius="1000"/>'.repeat(200)}</filter>` +
    '<rect width="256" height="256" filter="url(#f)"/>'.repeat(100),
);

describe('an image that exceeds the limits', () => {
  test('stops at the time limit, and draws the next ones', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => drawImage(slow, options, { seconds: 0.5, megabytes: 512 })),
    );

    for (const result of results) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'avatars.invalid_image',
          message: expect.stringContaining('exceeds the limits of time or memory'),
        },
      });
    }
    expect((await drawImage(harmless, options)).length).toBeGreaterThan(0);
  });

  test('stops at the memory limit', async () => {
    await expect(drawImage(harmless, options, { seconds: 3, megabytes: 1 })).rejects.toMatchObject({
      code: 'avatars.invalid_image',
      message: expect.stringContaining('exceeds the limits'),
    });
  });

  test.each([
    ['an SVG that is not well-formed', Buffer.from('<svg'), /^avatar is an SVG that exceeds the limits/],
    [
      'a PNG that is damaged',
      Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
      /^avatar is a PNG file that exceeds the limits/,
    ],
  ])('is read where the limits end it: %s', async (_, upload, message) => {
    await expect(drawImage(upload, options, { seconds: 0, megabytes: 512 })).rejects.toThrow(message);
  });
});

test('errors name the fault of the image, and keep the cause', async () => {
  await expect(drawImage(Buffer.from('<svg'), options)).rejects.toMatchObject({
    code: 'avatars.invalid_image',
    fields: {
      avatar: [expect.stringMatching(/^avatar is an SVG that is not well-formed near character \d+\./)],
    },
  });
  await expect(drawImage(Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), options)).rejects.toMatchObject({
    message: expect.stringMatching(/^avatar looks like a PNG file but is damaged/),
    cause: expect.objectContaining({ message: expect.stringContaining('corrupt') }),
  });
});

test('starts no process for an unsupported format', async () => {
  const now = { seconds: 0, megabytes: 0 };
  await expect(drawImage(Buffer.from('hello'), options, now)).rejects.toThrow('not a supported image');
  await expect(drawImage(Buffer.alloc(limits.bytes + 1), options, now)).rejects.toMatchObject({
    code: 'avatars.too_large',
  });
});

test('uses the compile cache of NODE_COMPILE_CACHE', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'avatars-compiled-'));
  vi.stubEnv('NODE_COMPILE_CACHE', folder);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });
  await drawImage(harmless, options);

  expect(await readdir(folder, { recursive: true })).not.toEqual([]);
});
