import { AvatarError } from '../errors.ts';
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
    throw invalidImage('avatar is not a supported image. Choose a PNG, JPEG, GIF, WebP or SVG file.');
  }

  return format;
}

/** What the content says that it is, whatever its name is. `svg` is any XML so far. Null when it is nothing of these. */
export function formatOf(upload: Buffer): ImageFormat | null {
  const beginning = upload.toString('latin1', 0, 1024);
  if (beginning.startsWith('\x89PNG\r\n\x1A\n')) return 'png';
  if (beginning.startsWith('\xFF\xD8\xFF')) return 'jpeg';
  if (/^GIF8[79]a/.test(beginning)) return 'gif';
  if (/^RIFF.{4}WEBP/s.test(beginning)) return 'webp';
  return /^(?:\xEF\xBB\xBF)?\s*<[?!a-zA-Z]/.test(beginning) ? 'svg' : null;
}
