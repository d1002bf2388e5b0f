import { translate } from '../i18n/translate.ts';
import { PictureRefused } from './PictureRefused.ts';
import type { Picture } from './readPicture.ts';
import type { SquareCrop } from './squareCrop.ts';

/** Pixels of the square that is sent, at most. */
const largestSide = 1024;

/**
 * The part of a picture, as a WebP file (PNG in browsers that write none): square, upright, without metadata.
 *
 * @throws PictureRefused
 */
export async function cutSquare(picture: Picture, crop: SquareCrop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  drawCrop(canvas, picture, crop, Math.min(Math.max(Math.round(crop.side), 1), largestSide));
  const blob = await toBlob(canvas).catch(() => null);
  if (blob === null) {
    throw new PictureRefused(translate('The browser could not cut this image. Choose another one.'));
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
