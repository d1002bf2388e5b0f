import { say } from '@rowhouse/problems';
import sharp, { type Metadata } from 'sharp';
import type { UploadLimits } from '../Avatars.ts';
import type { AvatarError } from '../errors.ts';
import { invalidImage, invalidSvg } from '../errors.ts';
import type { ImageFormat } from './imageFormats.ts';
import { identifyImage, webpOptions } from './imageFormats.ts';
import { rebuildSvg } from './svg/rebuildSvg.ts';

export interface NormalizeOptions {
  /** Width and height of the result in pixels. */
  readonly size: number;
  readonly limits: UploadLimits;
  /** Refuses images that are not square; otherwise they are cropped to their centre. */
  readonly square: boolean;
}

/**
 * Re-encodes an upload as webp: the first frame, upright, in sRGB and without metadata. It limits neither time nor
 * memory: `drawImage` runs it in a separate process.
 *
 * @throws AvatarError `avatars.too_large` for too many bytes, `avatars.invalid_image` for any other fault.
 */
export async function normalizeImage(upload: Buffer, options: NormalizeOptions): Promise<Buffer> {
  const { size, limits, square } = options;
  const format = identifyImage(upload, limits.bytes);
  if (format === 'svg') return rasterizeSvg(rebuildSvg(upload, { size, square }), size);

  const { width, height } = await measure(upload, format, limits);
  if (square && width !== height) {
    throw invalidImage(say`avatar is ${width} × ${height} pixels. Crop it to a square.`);
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

/** Reads only the header, so that oversized images are not decoded. */
async function measure(upload: Buffer, format: ImageFormat, limits: UploadLimits): Promise<Metadata> {
  const header = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw unreadable(format, error);
    });
  const { width, height, pages = 1 } = header;
  if (header.format !== format) throw unreadable(format);
  if (width * height * pages > limits.pixels) {
    throw invalidImage(
      pages > 1
        ? say`avatar is ${width} × ${height} pixels in ${pages} frames; the limit is ${limits.pixels} in total. Make it smaller.`
        : say`avatar is ${width} × ${height} pixels; the limit is ${limits.pixels} in total. Make it smaller.`,
    );
  }
  return header;
}

function unreadable(format: ImageFormat, cause?: unknown): AvatarError {
  return invalidImage(
    say`avatar looks like a ${format.toUpperCase()} file but is damaged or incomplete. Save the image again, or choose another.`,
    cause,
  );
}

/**
 * Renders an SVG as a webp of `size`×`size` pixels. Only for output of `rebuildSvg`, and in a process with limits: the
 * renderer cannot be interrupted.
 *
 * @throws AvatarError `avatars.invalid_image` if the renderer cannot read it.
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
