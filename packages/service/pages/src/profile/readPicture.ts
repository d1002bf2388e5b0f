import type { PictureSize } from './squareCrop.ts';

/** A picture that can be drawn. */
export interface Picture extends PictureSize {
  readonly source: ImageBitmap | HTMLCanvasElement;
}

/** Pixels of the shorter side into which drawings are turned, and most of the longer one. */
const drawingSide = { shorter: 1024, longer: 8192 };

/**
 * Reads a picture out of a file: upright, of animations the first frame. Null when the browser finds none in it.
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

/** As an image, an SVG runs nothing and loads nothing; drawn here, it has the fonts of whoever chose it. */
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

/** The Content-Security-Policy permits images from data: addresses, not from blob: ones. */
function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
