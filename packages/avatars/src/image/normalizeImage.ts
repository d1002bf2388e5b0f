import sharp, { type Metadata } from 'sharp';
import type { UploadLimits } from '../Avatars.ts';
import type { AvatarError } from '../errors.ts';
import { identifyImage } from './identifyImage.ts';
import type { ImageFormat } from './imageFormats.ts';
import { invalidImage } from './invalidImage.ts';
import { invalidSvg } from './svg/invalidSvg.ts';
import { rebuildSvg } from './svg/rebuildSvg.ts';
import { webpOptions } from './webpOptions.ts';

export interface NormalizeOptions {
  /** Width and height of the result in pixels. */
  readonly size: number;
  readonly limits: UploadLimits;
  /** Refuses what is not square; otherwise the middle of it is taken. */
  readonly square: boolean;
}

/**
 * Makes the webp that is stored from what was uploaded: its first picture upright, in sRGB, and nothing besides, since
 * it is drawn again from its pixels. Nothing here limits time and memory: `drawImage` runs it in a process of its own.
 *
 * @throws AvatarError `avatars.too_large` for too many bytes, `avatars.invalid_image` for all else.
 */
export async function normalizeImage(upload: Buffer, options: NormalizeOptions): Promise<Buffer> {
  const { size, limits, square } = options;
  const format = identifyImage(upload, limits.bytes);
  if (format === 'svg') return rasterizeSvg(rebuildSvg(upload, { size, square }), size);

  const { width, height } = await measure(upload, format, limits);
  if (square && width !== height) {
    throw invalidImage(`avatar is ${width} × ${height} pixels. Crop it to a square.`);
  }
  return sharp(upload, { failOn: 'error', limitInputPixels: limits.pixels })
    .autoOrient()
    .resize(size, size, { fit: 'cover' })
    .webp(webpOptions)
    .toBuffer()
    .catch((error: unknown) => {
      throw unreadable(format, error);
    });
}

/** Reads the header only, so that nothing is decoded that is too large. */
async function measure(upload: Buffer, format: ImageFormat, limits: UploadLimits): Promise<Metadata> {
  const header = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw unreadable(format, error);
    });
  const { width, height, pages = 1 } = header;
  if (header.format !== format) throw unreadable(format);
  if (width * height * pages > limits.pixels) {
    const frames = pages > 1 ? ` in ${pages} frames` : '';
    throw invalidImage(
      `avatar is ${width} × ${height} pixels${frames}; the limit is ${limits.pixels} in total. Make it smaller.`,
    );
  }
  return header;
}

function unreadable(format: ImageFormat, cause?: unknown): AvatarError {
  return invalidImage(
    `avatar looks like a ${format.toUpperCase()} file but is damaged or incomplete. Save the image again, or choose another.`,
    cause,
  );
}

/**
 * Draws an SVG of `size`×`size` pixels as webp. Only for what `rebuildSvg` has written, in a process that limits end:
 * nothing stops the renderer from inside.
 *
 * @throws AvatarError `avatars.invalid_image` when the renderer cannot read it.
 */
export function rasterizeSvg(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { limitInputPixels: size * size })
    .resize(size, size)
    .webp(webpOptions)
    .toBuffer()
    .catch((error: unknown) => {
      throw invalidSvg('cannot be drawn', error);
    });
}
