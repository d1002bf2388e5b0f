import type { ImageFormat } from './imageFormats.ts';

/** What the content says that it is, whatever its name is. `svg` is any XML so far. Null when it is nothing of these. */
export function formatOf(upload: Buffer): ImageFormat | null {
  const beginning = upload.toString('latin1', 0, 1024);
  if (beginning.startsWith('\x89PNG\r\n\x1A\n')) return 'png';
  if (beginning.startsWith('\xFF\xD8\xFF')) return 'jpeg';
  if (/^GIF8[79]a/.test(beginning)) return 'gif';
  if (/^RIFF.{4}WEBP/s.test(beginning)) return 'webp';
  return /^(?:\xEF\xBB\xBF)?\s*<[?!a-zA-Z]/.test(beginning) ? 'svg' : null;
}
