import { translate } from '../i18n/translate.ts';
import type { PictureSize, SquareCrop } from './squareCrop.ts';

/** The chosen file cannot be used; the message is for the user. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}

/** Limit of the service for a file. */
export const maxMebibytes = 5;

/** The `accept` of a file field. */
export const acceptedFiles =
  '.png,.jpg,.jpeg,.gif,.webp,.svg,image/png,image/jpeg,image/gif,image/webp,image/svg+xml';

/**
 * Reads the picture in the chosen file.
 *
 * @throws PictureError
 */
export async function pickPicture(files: readonly File[]): Promise<Picture> {
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new PictureError(translate('Choose one image, not several.'));
  }
  if (file.size > maxMebibytes * 2 ** 20) throw new PictureError(tooLarge());
  const picture = await readPicture(file);
  if (picture === null) {
    throw new PictureError(
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

/** A picture that can be drawn. */
export interface Picture extends PictureSize {
  readonly source: ImageBitmap | HTMLCanvasElement;
}

/** Pixels of the shorter side of a rendered SVG, and the limit of the longer one. */
const drawingSide = { shorter: 1024, longer: 8192 };

/**
 * Reads the picture in a file: upright, and the first frame of an animation. Null if the browser cannot read it.
 */
export async function readPicture(file: Blob): Promise<Picture | null> {
  try {
    return file.type === 'image/svg+xml' ? await readDrawing(file) : await readBitmap(file);
  } catch {
    return null;
  }
}

async function readBitmap(file: Blob): Promise<Picture> {
  const source = await createImageBitmap(file);
  return { source, width: source.width, height: source.height };
}

/** As an image, an SVG runs no scripts and loads nothing; drawn here, it uses the fonts of the user's system. */
async function readDrawing(file: Blob): Promise<Picture> {
  const image = new Image();
  image.src = await dataUrl(file);
  await image.decode();
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(
    drawingSide.shorter / Math.min(naturalWidth, naturalHeight),
    drawingSide.longer / Math.max(naturalWidth, naturalHeight),
  );
  const source = document.createElement('canvas');
  source.width = Math.max(Math.round(naturalWidth * scale), 1);
  source.height = Math.max(Math.round(naturalHeight * scale), 1);
  source.getContext('2d')?.drawImage(image, 0, 0, source.width, source.height);
  return { source, width: source.width, height: source.height };
}

/** The Content-Security-Policy permits images from data: URLs, but not from blob: URLs. */
function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

/** Largest side of the uploaded square, in pixels. */
const largestSide = 1024;

/**
 * The part of a picture as a WebP file (PNG in browsers without WebP): square, upright, without metadata.
 *
 * @throws PictureError
 */
export async function cutSquare(picture: Picture, crop: SquareCrop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  drawCrop(canvas, picture, crop, Math.min(Math.max(Math.round(crop.side), 1), largestSide));
  const blob = await toBlob(canvas).catch(() => null);
  if (blob === null) {
    throw new PictureError(translate('The browser could not cut this image. Choose another one.'));
  }
  return blob;
}

/** Fills a canvas of `side` pixels with the part of a picture. */
export function drawCrop(canvas: HTMLCanvasElement, picture: Picture, crop: SquareCrop, side: number): void {
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture.source, crop.left, crop.top, crop.side, crop.side, 0, 0, side, side);
}

function toBlob(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
}
