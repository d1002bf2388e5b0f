/** Width and height of a picture in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The square part of a picture that is kept, in its pixels. */
export interface SquareCrop {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** The least that is kept of a picture, unless it is smaller itself. */
const leastSide = 64;

/** How often the picture's shorter side may be as long as the crop. */
const greatestZoom = 10;

/** The largest square there is, in the middle. */
export function largestSquare({ width, height }: PictureSize): SquareCrop {
  const side = Math.min(width, height);
  return { left: (width - side) / 2, top: (height - side) / 2, side };
}

/** Moves it, to the picture's edge at most. */
export function moveCrop(size: PictureSize, crop: SquareCrop, right: number, down: number): SquareCrop {
  return within(size, { ...crop, left: crop.left + right, top: crop.top + down });
}

/** Makes it as large as `zoom` wants, from 1 to `maxZoom`; its middle stays where the picture's edge permits. */
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
