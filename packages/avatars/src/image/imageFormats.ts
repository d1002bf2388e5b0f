import { say } from '@rowhouse/problems';
import { AvatarError, invalidImage } from '../errors.ts';

/** Accepted upload formats with their file extensions and media types. */
export const imageFormats = {
  png: { extensions: ['png'], mimeTypes: ['image/png'] },
  jpeg: { extensions: ['jpg', 'jpeg'], mimeTypes: ['image/jpeg'] },
  gif: { extensions: ['gif'], mimeTypes: ['image/gif'] },
  webp: { extensions: ['webp'], mimeTypes: ['image/webp'] },
  svg: { extensions: ['svg'], mimeTypes: ['image/svg+xml'] },
} as const;

export type ImageFormat = keyof typeof imageFormats;

/** Encoding of stored images. */
export const webpOptions = { quality: 85 } as const;

/**
 * Detects the format of an upload by its first bytes.
 *
 * @throws AvatarError `avatars.too_large` for more than `maxBytes`, `avatars.invalid_image` for empty files and other
 *   formats.
 */
export function identifyImage(upload: Buffer, maxBytes: number): ImageFormat {
  if (upload.length === 0) throw invalidImage('avatar is an empty file. Choose the image again.');
  if (upload.length > maxBytes) {
    const message = say`avatar has ${upload.length} bytes; at most ${maxBytes} are accepted. Save it smaller, or as JPEG.`;
    throw new AvatarError('avatars.too_large', message, { fields: { avatar: [message] } });
  }
  const format = formatOf(upload);
  if (format === null) {
    throw invalidImage('avatar is not a supported image. Choose a PNG, JPEG, GIF, WebP or SVG file.');
  }

  return format;
}

/** The format by content; `svg` for any XML, null for other formats. */
export function formatOf(upload: Buffer): ImageFormat | null {
  const beginning = upload.toString('latin1', 0, 1024);
  if (beginning.startsWith('\x89PNG\r\n\x1A\n')) return 'png';
  if (beginning.startsWith('\xFF\xD8\xFF')) return 'jpeg';
  if (/^GIF8[79]a/.test(beginning)) return 'gif';
  if (/^RIFF.{4}WEBP/s.test(beginning)) return 'webp';
  return /^(?:\xEF\xBB\xBF)?\s*<[?!a-zA-Z]/.test(beginning) ? 'svg' : null;
}
