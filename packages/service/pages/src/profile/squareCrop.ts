/** Width and height of a picture in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A square part of a picture, in its pixels. */
export interface SquareCrop {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** Smallest side of a part, unless the picture is smaller. */
const leastSide = 64;

/** Largest ratio of the picture's shorter side to the part. */
const greatestZoom = 10;

/** The largest square, in the middle of the picture. */
export function largestSquare({ width, height }: PictureSize): SquareCrop {
  const side = Math.min(width, height);
  return { left: (width - side) / 2, top: (height - side) / 2, side };
}

/** Moves the part, within the picture. */
export function moveCrop(size: PictureSize, crop: SquareCrop, right: number, down: number): SquareCrop {
  return within(size, { ...crop, left: crop.left + right, top: crop.top + down });
}

/** Zooms the part, from 1 to `maxZoom`, around its middle and within the picture. */
export function zoomCrop(size: PictureSize, crop: SquareCrop, zoom: number): SquareCrop {
  const side = Math.min(size.width, size.height) / Math.min(Math.max(zoom, 1), maxZoom(size));
  const shift = (crop.side - side) / 2;
  return within(size, { left: crop.left + shift, top: crop.top + shift, side });
}

export function zoomOf({ width, height }: PictureSize, { side }: SquareCrop): number {
  return Math.min(width, height) / side;
}

export function maxZoom({ width, height }: PictureSize): number {
  return Math.min(Math.max(Math.min(width, height) / leastSide, 1), greatestZoom);
}

function within({ width, height }: PictureSize, { left, top, side }: SquareCrop): SquareCrop {
  return {
    left: Math.min(Math.max(left, 0), width - side),
    top: Math.min(Math.max(top, 0), height - side),
    side,
  };
}
