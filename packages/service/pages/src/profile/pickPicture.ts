import { translate } from '../i18n/translate.ts';
import { PictureRefused } from './PictureRefused.ts';
import { type Picture, readPicture } from './readPicture.ts';

/** Of a file, as the service wants it. */
export const maxMebibytes = 5;

/** For the `accept` of a file field. */
export const acceptedFiles =
  '.png,.jpg,.jpeg,.gif,.webp,.svg,image/png,image/jpeg,image/gif,image/webp,image/svg+xml';

/**
 * The picture in the one file that was chosen.
 *
 * @throws PictureRefused
 */
export async function pickPicture(files: readonly File[]): Promise<Picture> {
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new PictureRefused(translate('Choose one image, not several.'));
  }
  if (file.size > maxMebibytes * 2 ** 20) throw new PictureRefused(tooLarge());
  const picture = await readPicture(file);
  if (picture === null) {
    throw new PictureRefused(
      translate('“{file}” has no image that can be read. Choose a PNG, JPEG, GIF, WebP or SVG file.', {
        file: file.name,
      }),
    );
  }
  return picture;
}

export function tooLarge(): string {
  return translate('The file is too large. Choose one of {limit} MiB at most.', { limit: maxMebibytes });
}
