import fc from 'fast-check';
import { expect, it } from 'vitest';
import { largestSquare, maxZoom, moveCrop, zoomCrop, zoomOf } from './squareCrop.ts';

const landscape = { width: 1200, height: 800 };

it('starts with the largest square, in the middle', () => {
  expect(largestSquare(landscape)).toEqual({ left: 200, top: 0, side: 800 });
  expect(largestSquare({ width: 3, height: 8 })).toEqual({ left: 0, top: 2.5, side: 3 });
});

it('moves to the edge of the picture, and no further', () => {
  const start = largestSquare(landscape);
  expect(moveCrop(landscape, start, 50, 50)).toEqual({ left: 250, top: 0, side: 800 });
  expect(moveCrop(landscape, start, -999, -1)).toEqual({ left: 0, top: 0, side: 800 });
  expect(moveCrop(landscape, start, 999, 0)).toEqual({ left: 400, top: 0, side: 800 });
});

it('zooms around its middle, and keeps within the picture when it grows again', () => {
  const near = zoomCrop(landscape, largestSquare(landscape), 2);
  expect(near).toEqual({ left: 400, top: 200, side: 400 });
  expect(zoomOf(landscape, near)).toBe(2);
  const corner = moveCrop(landscape, near, 999, 999);
  expect(corner).toEqual({ left: 800, top: 400, side: 400 });
  expect(zoomCrop(landscape, corner, 1)).toEqual({ left: 400, top: 0, side: 800 });
});

it('does not zoom into single pixels', () => {
  expect(maxZoom(landscape)).toBe(10);
  expect(maxZoom({ width: 320, height: 128 })).toBe(2);
  expect(maxZoom({ width: 1, height: 1 })).toBe(1);
});

it('stays a square within the picture after any change', () => {
  const length = fc.integer({ min: 1, max: 12_000 });
  const change = fc.oneof(
    fc.record({ zoom: fc.double({ noNaN: true }) }),
    fc.record({ right: fc.integer(), down: fc.integer() }),
  );
  fc.assert(
    fc.property(length, length, fc.array(change), (width, height, changes) => {
      const size = { width, height };
      let crop = largestSquare(size);
      for (const one of changes) {
        crop = 'zoom' in one ? zoomCrop(size, crop, one.zoom) : moveCrop(size, crop, one.right, one.down);
      }
      const rounding = 1e-6;
      expect(crop.side).toBeGreaterThan(0);
      expect(crop.left).toBeGreaterThanOrEqual(-rounding);
      expect(crop.top).toBeGreaterThanOrEqual(-rounding);
      expect(crop.left + crop.side).toBeLessThanOrEqual(width + rounding);
      expect(crop.top + crop.side).toBeLessThanOrEqual(height + rounding);
    }),
  );
});
