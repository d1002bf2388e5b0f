import { describe, expect, test } from 'vitest';
import { rasterizeSvg } from './rasterizeSvg.ts';

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">${content}</svg>`;
const harmless = svg('<rect width="9" height="9"/>');

/** Takes a minute, and nothing in it looks suspicious. */
const slow = svg(
  `<filter id="f">${'<feMorphology operator="dilate" radius="1000"/>'.repeat(200)}</filter>` +
    '<rect width="256" height="256" filter="url(#f)"/>'.repeat(100),
);

describe('a drawing that takes too much', () => {
  test('time is stopped, and the next ones are drawn', async () => {
    const limits = { seconds: 0.5, megabytes: 512 };
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => rasterizeSvg(slow, 256, limits)),
    );

    for (const result of results) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { code: 'avatars.invalid_image', message: expect.stringContaining('takes too long') },
      });
    }
    expect((await rasterizeSvg(harmless, 256)).length).toBeGreaterThan(0);
  });

  test('memory is stopped', async () => {
    await expect(rasterizeSvg(harmless, 256, { seconds: 3, megabytes: 1 })).rejects.toMatchObject({
      code: 'avatars.invalid_image',
      message: expect.stringContaining('too much memory'),
    });
  });
});

test('what the renderer cannot read is refused', async () => {
  await expect(rasterizeSvg('<svg', 256)).rejects.toThrow('avatar is an SVG that cannot be drawn.');
});

test('when too many are waiting, more are turned away', async () => {
  const limits = { seconds: 0.0001, megabytes: 512 };
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => rasterizeSvg(harmless, 256, limits)),
  );
  const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'drawn'));

  expect(codes.filter((code) => code === 'avatars.unavailable')).toHaveLength(8);
  expect(codes.filter((code) => code === 'avatars.invalid_image')).toHaveLength(22);
});
