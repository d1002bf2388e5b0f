import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { chunksOf } from '../image/webpChunks.fixture.ts';
import { initialsImage } from '../initials/initialsImage.ts';
import { resizeImage } from './shownImages.ts';

const stored = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#f00' } })
  .webp()
  .toBuffer();
const initials = initialsImage({ id: 1, name: 'Ada Lovelace' }, 256);

describe.each([
  ['a stored webp', stored],
  ['initials', initials],
])('%s', (_, image) => {
  test.each([
    [32, 'webp'],
    [128, 'png'],
    [512, 'png'],
  ] as const)('becomes %i pixels of %s', async (size, format) => {
    const resized = await resizeImage(image, { size, format });

    const { exif, xmp, icc, ...header } = await sharp(resized).metadata();
    expect(header).toMatchObject({ format, width: size, height: size });
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined]);
    if (format === 'webp') expect(chunksOf(resized)).not.toContain('EXIF');
  });
});

test('initials are redrawn sharply above their own size', async () => {
  // As initials are, but for their text: a machine may have no fonts.
  const tiny = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 100 100">' +
      '<rect width="100" height="100" fill="#036"/><rect x="45" width="10" height="100" fill="#fff"/></svg>',
  );
  const large = await resizeImage(tiny, { size: 256, format: 'png' });
  const { data } = await sharp(large).greyscale().raw().toBuffer({ resolveWithObject: true });

  // The line across the middle has two edges, of a pixel or two each.
  const middle = [...data.subarray(128 * 256, 129 * 256)];
  const [dark, bright] = [Math.min(...middle), Math.max(...middle)];
  const between = middle.filter((value) => value > dark + 8 && value < bright - 8);
  expect(bright - dark).toBeGreaterThan(100);
  expect(between.length).toBeLessThanOrEqual(4);
});
