import sharp from 'sharp';
import { Turns } from '../Turns.ts';
import { webpOptions } from './webpOptions.ts';

/** The other threads of the pool stay free for what else the application does with them: files, passwords. */
const turns = new Turns({ atOnce: 2 });

/** Makes a square image of another size from a stored webp, or from initials that were drawn here. */
export function resizeImage(
  image: Buffer,
  options: { readonly size: number; readonly format: 'webp' | 'png' },
): Promise<Buffer> {
  const { size, format } = options;
  const resized = sharp(image).resize(size, size, { fit: 'cover' });
  const encoded = format === 'png' ? resized.png({ compressionLevel: 9 }) : resized.webp(webpOptions);

  return turns.run(Symbol(), () => encoded.toBuffer());
}
