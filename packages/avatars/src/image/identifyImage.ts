import { AvatarError } from '../errors.ts';
import { formatOf } from './formatOf.ts';
import type { ImageFormat } from './imageFormats.ts';
import { invalidImage } from './invalidImage.ts';

/**
 * The format of an upload, by its first bytes.
 *
 * @throws AvatarError `avatars.too_large` for more than `mostBytes`, `avatars.invalid_image` when it is empty or none of
 *   the formats.
 */
export function identifyImage(upload: Buffer, mostBytes: number): ImageFormat {
  if (upload.length === 0) throw invalidImage('avatar is an empty file. Choose the image again.');
  if (upload.length > mostBytes) {
    const message = `avatar has ${upload.length} bytes; at most ${mostBytes} are accepted. Save it smaller, or as JPEG.`;
    throw new AvatarError('avatars.too_large', message, { fields: { avatar: [message] } });
  }
  const format = formatOf(upload);
  if (format === null) {
    throw invalidImage(
      'avatar is none of the images that can be read. Choose a PNG, JPEG, GIF, WebP or SVG file.',
    );
  }

  return format;
}
