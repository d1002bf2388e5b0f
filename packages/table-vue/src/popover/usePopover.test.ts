import fc from 'fast-check';
import { expect, test } from 'vitest';
import { popoverPosition } from './usePopover.ts';

const button = { left: 300, top: 100, right: 380, bottom: 140 };
const desktop = { width: 1280, height: 800 };

test('is placed below its button, in line with its start', () => {
  expect(popoverPosition(button, { width: 200, height: 300 }, desktop, false)).toEqual({
    left: 300,
    top: 144,
    maxHeight: 648,
  });
  expect(popoverPosition(button, { width: 200, height: 300 }, desktop, true).left).toBe(180);
});

test('is placed above its button where there is more room', () => {
  const low = { ...button, top: 700, bottom: 740 };

  expect(popoverPosition(low, { width: 200, height: 300 }, desktop, false)).toEqual({
    left: 300,
    top: 396,
    maxHeight: 688,
  });
});

test('never leaves the screen', () => {
  const size = fc.record({
    width: fc.integer({ min: 50, max: 340 }),
    height: fc.integer({ min: 20, max: 3000 }),
  });
  const corner = fc.record({
    left: fc.integer({ min: -500, max: 900 }),
    top: fc.integer({ min: -2000, max: 3000 }),
  });

  fc.assert(
    fc.property(size, corner, fc.boolean(), (content, { left, top }, fromRight) => {
      const at = { left, top, right: left + 60, bottom: top + 40 };
      const place = popoverPosition(at, content, { width: 390, height: 844 }, fromRight);
      const height = Math.min(content.height, place.maxHeight);

      expect(place.left).toBeGreaterThanOrEqual(8);
      expect(place.left + content.width).toBeLessThanOrEqual(382);
      expect(place.top).toBeGreaterThanOrEqual(8);
      expect(place.top + height).toBeLessThanOrEqual(836);
    }),
  );
});
