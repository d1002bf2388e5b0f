import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { normalizeImage } from './normalizeImage.ts';
import { chunksOf } from './webpChunks.fixture.ts';

const limits = { bytes: 1024 * 1024, pixels: 1_000_000 };
const options = { size: 64, limits, square: true };

type Rgb = readonly [number, number, number];
/** Colours that can be printed, too: `#c82832` and `#283c8c`. */
const red: Rgb = [200, 40, 50];
const blue: Rgb = [40, 60, 140];

describe('a stored image', () => {
  test.each([
    ['png', (picture: Sharp) => picture.png()],
    ['png with 16 bits', (picture: Sharp) => picture.toColourspace('rgb16').png()],
    ['png with a palette', (picture: Sharp) => picture.png({ palette: true })],
    ['jpeg', (picture: Sharp) => picture.jpeg()],
    ['jpeg in CMYK', (picture: Sharp) => picture.toColourspace('cmyk').jpeg()],
    ['jpeg in Display P3', (picture: Sharp) => picture.withIccProfile('p3').jpeg()],
    ['progressive jpeg', (picture: Sharp) => picture.jpeg({ progressive: true })],
    ['gif', (picture: Sharp) => picture.gif()],
    ['webp', (picture: Sharp) => picture.webp({ lossless: true })],
  ])('is a plain WebP of the stored size with unchanged colours for %s', async (_, encode) => {
    const stored = await normalizeImage(await encode(halves(100)).toBuffer(), options);

    expect(chunksOf(stored)).toEqual(['VP8 ']);
    expect(await sharp(stored).metadata()).toMatchObject({
      width: 64,
      height: 64,
      space: 'srgb',
      channels: 3,
    });
    expect(await colourAt(stored, 10, 32)).toBeNear(red);
    expect(await colourAt(stored, 54, 32)).toBeNear(blue);
  });

  test('keeps transparency', async () => {
    const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: '#f000' } });
    const stored = await normalizeImage(await clear.png().toBuffer(), options);

    expect(chunksOf(stored)).toEqual(['VP8X', 'ALPH', 'VP8 ']);
    expect((await sharp(stored).stats()).channels[3]?.max).toBe(0);
  });

  test.each([
    { orientation: 3, redAt: [54, 32], blueAt: [10, 32] },
    { orientation: 6, redAt: [32, 10], blueAt: [32, 54] },
    { orientation: 8, redAt: [32, 54], blueAt: [32, 10] },
  ] as const)(
    'turns the image upright and removes the EXIF orientation ($orientation)',
    async ({ orientation, redAt, blueAt }) => {
      const turned = await halves(100).jpeg().withMetadata({ orientation }).toBuffer();
      const stored = await normalizeImage(turned, options);

      expect(chunksOf(stored)).toEqual(['VP8 ']);
      expect(await colourAt(stored, redAt[0], redAt[1])).toBeNear(red);
      expect(await colourAt(stored, blueAt[0], blueAt[1])).toBeNear(blue);
    },
  );

  test.each(['gif', 'webp'] as const)('is the first frame of an animated %s', async (format) => {
    const frames = [solid('#c82832'), solid('#283c8c')].map((frame) => frame.png().toBuffer());
    const animated = await sharp(await Promise.all(frames), { join: { animated: true } })
      [format]()
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const stored = await normalizeImage(animated, options);

    expect(chunksOf(stored)).toEqual(['VP8 ']);
    expect(await colourAt(stored, 32, 32)).toBeNear(red);
  });

  test('enlarges a single pixel', async () => {
    const stored = await normalizeImage(await solid('#c82832', 1, 1).png().toBuffer(), options);
    expect(await sharp(stored).metadata()).toMatchObject({ width: 64, height: 64 });
  });

  test('is cropped to the centre, after rotation, if it need not be square', async () => {
    // The middle is blue, in a picture that lies on its side.
    const wide = sharp({ create: { width: 300, height: 100, channels: 3, background: '#c82832' } }).composite(
      [{ input: await solid('#283c8c', 100, 100).png().toBuffer(), left: 100, top: 0 }],
    );
    const upload = await wide.jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const stored = await normalizeImage(upload, { ...options, square: false });

    expect(await sharp(stored).metadata()).toMatchObject({ width: 64, height: 64 });
    for (const [x, y] of [
      [8, 8],
      [56, 8],
      [8, 56],
      [56, 56],
    ] as const) {
      expect(await colourAt(stored, x, y)).toBeNear(blue);
    }
  });

  test('draws an SVG at the stored size, regardless of its own size', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="2mm" height="2mm" viewBox="0 0 2 2">' +
      '<style>.a{fill:url(#g)}</style><defs><linearGradient id="g"><stop stop-color="#c82832"/></linearGradient></defs>' +
      '<rect class="a" width="1" height="2"/><use xmlns:l="http://www.w3.org/1999/xlink" l:href="#b" x="1"/>' +
      '<symbol id="b"><rect width="1" height="2" style="fill:#283c8c"/></symbol></svg>';
    const stored = await normalizeImage(Buffer.from(drawing), options);

    expect(await colourAt(stored, 29, 32)).toBeNear(red);
    expect(await colourAt(stored, 34, 32)).toBeNear(blue);
  });

  test('crops an SVG that is not square to its centre', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><rect width="30" height="10" fill="#c82832"/>' +
      '<rect x="10" width="10" height="10" fill="#283c8c"/></svg>';
    const stored = await normalizeImage(Buffer.from(drawing), { ...options, square: false });

    expect(await colourAt(stored, 4, 32)).toBeNear(blue);
    expect(await colourAt(stored, 60, 32)).toBeNear(blue);
  });
});

describe('error messages contain the reason and the remedy', () => {
  test.each([
    [
      'one pixel off square',
      () => solid('#c82832', 301, 300).png().toBuffer(),
      'avatar is 301 × 300 pixels. Crop it to a square.',
    ],
    [
      'an SVG that is not square',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10.5"/>'),
      'avatar is 30 × 10.5 pixels. Crop it to a square.',
    ],
    [
      'too many pixels',
      () => solid('#c82832', 1001, 1000).png().toBuffer(),
      'avatar is 1001 × 1000 pixels; the limit is 1000000 in total. Make it smaller.',
    ],
    ['no bytes', async () => Buffer.alloc(0), 'avatar is an empty file. Choose the image again.'],
    [
      'another kind of file',
      async () => Buffer.from('%PDF-1.7'),
      'avatar is not a supported image. Choose a PNG, JPEG, GIF, WebP or SVG file.',
    ],
    [
      'a damaged file',
      async () => (await halves(100).png().toBuffer()).subarray(0, 100),
      'avatar looks like a PNG file but is damaged or incomplete. Save the image again, or choose another.',
    ],
  ])('%s', async (_, upload, message) => {
    await expect(normalizeImage(await upload(), options)).rejects.toMatchObject({
      code: 'avatars.invalid_image',
      status: 422,
      message,
      fields: { avatar: [message] },
    });
  });

  test('reports too many pixels in all frames together', async () => {
    const frames = Array.from({ length: 5 }, (_, index) => solid(`#${index}00`, 500, 500).png().toBuffer());
    const animated = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();

    await expect(normalizeImage(animated, options)).rejects.toThrow(
      'avatar is 500 × 500 pixels in 5 frames; the limit is 1000000 in total. Make it smaller.',
    );
  });

  test('reports too many bytes, without decoding', async () => {
    await expect(normalizeImage(Buffer.alloc(limits.bytes + 1), options)).rejects.toMatchObject({
      code: 'avatars.too_large',
      status: 413,
      message: 'avatar has 1048577 bytes; at most 1048576 are accepted. Save it smaller, or as JPEG.',
    });
    await expect(normalizeImage(Buffer.alloc(limits.bytes), options)).rejects.toMatchObject({
      code: 'avatars.invalid_image',
    });
  });
});

test('returns an image of the right size or an AvatarError for an upload damaged at any position', async () => {
  const images = await Promise.all([
    halves(40).png().toBuffer(),
    halves(40).jpeg().toBuffer(),
    halves(40).gif().toBuffer(),
    halves(40).webp().toBuffer(),
  ]);
  const damaged = fc
    .record({
      image: fc.constantFrom(...images),
      changes: fc.array(
        fc.record({ at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), byte: fc.nat(255) }),
        { maxLength: 8 },
      ),
      kept: fc.double({ min: 0.2, max: 1, noNaN: true }),
    })
    .map(({ image, changes, kept }) => {
      const copy = Buffer.from(image.subarray(0, Math.ceil(kept * image.length)));
      for (const { at, byte } of changes) copy[Math.floor(at * copy.length)] = byte;
      return copy;
    });

  await fc.assert(
    fc.asyncProperty(damaged, async (upload) => {
      const result = await normalizeImage(upload, options).catch((error: Error) => error);
      if (result instanceof Error) expect(result.name).toBe('AvatarError');
      else expect(await sharp(result).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 });
    }),
    { numRuns: 300 },
  );
});

/** Red on the left, blue on the right. */
function halves(size: number): Sharp {
  const pixels = Buffer.alloc(size * size * 3);
  for (let index = 0; index < size * size; index++) {
    pixels.set(index % size < size / 2 ? red : blue, index * 3);
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } });
}

function solid(background: string, width = 20, height = 20): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

async function colourAt(image: Buffer, x: number, y: number): Promise<Rgb> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [data[at] ?? -1, data[at + 1] ?? -1, data[at + 2] ?? -1];
}

expect.extend({
  /** Compression and colour profiles change colours a little. */
  toBeNear(found: Rgb, wanted: Rgb) {
    const pass = found.every((value, index) => Math.abs(value - (wanted[index] ?? Number.NaN)) < 40);
    return { pass, message: () => `rgb(${found}) is not near rgb(${wanted})` };
  },
});

declare module 'vitest' {
  interface Matchers {
    toBeNear(wanted: Rgb): void;
  }
}
