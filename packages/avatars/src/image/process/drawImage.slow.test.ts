import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawImage } from './drawImage.ts';

test('the most expensive image of 40 million pixels stays within the limits', async () => {
  const side = 6324;
  const upload = await sharp({ create: { width: side, height: side, channels: 4, background: '#123' } })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();
  const limits = { bytes: upload.length, pixels: 40_000_000 };

  expect((await drawImage(upload, { user: 1, size: 256, square: true, limits })).length).toBeGreaterThan(0);
});
