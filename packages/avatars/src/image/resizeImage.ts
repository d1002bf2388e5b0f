import sharp from 'sharp';
import { webpOptions } from './webpOptions.ts';

/** Makes a square image of another size from a stored webp, or from initials that were drawn here. */
export function resizeImage(
  image: Buffer,
  options: { readonly size: number; readonly format: 'webp' | 'png' },
): Promise<Buffer> {
  const { size, format } = options;
  const resized = sharp(image).resize(size, size, { fit: 'cover' });
  return (format === 'png' ? resized.png({ compressionLevel: 9 }) : resized.webp(webpOptions)).toBuffer();
}
