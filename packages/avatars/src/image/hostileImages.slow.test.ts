import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { takesMinutes } from '../../../../test/takesMinutes.ts';
import { hostileImages } from './hostile.fixture.ts';
import { rasterizeSvg } from './normalizeImage.ts';
import { drawImage } from './process/drawImage.ts';
import { chunksOf } from './webpChunks.fixture.ts';

// Each image is rendered in a process of its own.
takesMinutes(2);

const options = { user: 1, size: 64, limits: { bytes: 5 * 1024 * 1024, pixels: 40_000_000 }, square: true };

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const folder = await mkdtemp(join(tmpdir(), 'avatars-'));
const file = join(folder, 'canary.png');
await writeFile(
  file,
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f00' } })
    .png()
    .toBuffer(),
);

afterAll(async () => {
  await rm(folder, { recursive: true });
  server.close();
});

const images = await hostileImages({ url, file });

describe('hostile images', () => {
  test.each(images.filter(({ accepted }) => accepted))(
    'draws $name again without anything else',
    async ({ bytes }) => {
      const stored = await drawImage(bytes, options);

      expect(chunksOf(stored)).toEqual(['VP8 ']);
      expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 });
      expect(stored.toString('latin1')).not.toMatch(/script|executed|Copyright/);
      // Every one of them is blue, and the file that none may read is red.
      const { data } = await sharp(stored).raw().toBuffer({ resolveWithObject: true });
      expect([data[0], data[1], data[2]].map((value) => Math.round((value ?? 0) / 32))).toEqual([0, 0, 8]);
    },
  );

  test.each(images.filter(({ accepted }) => !accepted))('refuses $name with a message', async ({ bytes }) => {
    await expect(drawImage(bytes, options)).rejects.toMatchObject({
      name: 'AvatarError',
      code: 'avatars.invalid_image',
      message: expect.stringMatching(/^avatar .+\. \p{Lu}[\s\S]+\.$/u),
      fields: { avatar: [expect.stringMatching(/^avatar /)] },
    });
  });

  test('send no requests', async () => {
    expect(requests).toEqual([]);
    await fetch(`${url}/counted`);
    expect(requests).toEqual(['/counted']);
  });
});

describe('the renderer itself', () => {
  const fileUrl = `file://${file}`;
  const svg = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" xmlns:xi="http://www.w3.org/2001/XInclude">${content}</svg>`;

  test.each([
    ['a picture of a file', svg(`<image width="64" height="64" href="${fileUrl}"/>`)],
    ['a picture by its path', svg(`<image width="64" height="64" href="${file}"/>`)],
    ['a picture of an address', svg(`<image width="64" height="64" href="${url}/direct"/>`)],
    ['an entity', `<!DOCTYPE svg [<!ENTITY x SYSTEM "${url}/entity">]>${svg('<text>&x;</text>')}`],
    ['a style sheet', svg(`<style>@import url(${url}/x.css);</style>`)],
  ])('accesses nothing outside, even without the checks: %s', async (_, text) => {
    const before = requests.length;
    const result = await rasterizeSvg(text, 64).catch(() => null);

    if (result !== null) {
      const { channels } = await sharp(result).stats();
      expect(channels[0]?.max).toBe(0);
    }
    expect(requests.length).toBe(before);
  });
});
