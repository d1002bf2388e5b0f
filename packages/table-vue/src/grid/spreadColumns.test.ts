import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spreadColumns } from './spreadColumns.ts';

const sizes = fc.array(
  fc.tuple(fc.integer({ min: 20, max: 200 }), fc.integer({ min: 0, max: 300 })).map(([least, more]) => ({
    least,
    natural: least + more,
  })),
  { minLength: 1, maxLength: 12 },
);
const sum = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 0);

it('fills the room exactly, with no column below its least width', () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 3000 }), (given, room) => {
      const widths = spreadColumns(given, room);
      const least = sum(given.map((one) => one.least));
      expect(sum(widths)).toBeCloseTo(Math.max(room, least), 3);
      for (const [index, width] of widths.entries())
        expect(width).toBeGreaterThanOrEqual((given[index]?.least ?? 0) - 0.001);
    }),
  );
});

it('narrows a column only if the natural widths have no room', () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 3000 }), (given, room) => {
      const isTight = room < sum(given.map(({ natural }) => natural));
      for (const [index, width] of spreadColumns(given, room).entries()) {
        const { natural = 0 } = given[index] ?? {};
        if (isTight) expect(width).toBeLessThanOrEqual(natural + 0.001);
        else expect(width).toBeGreaterThanOrEqual(natural - 0.001);
      }
    }),
  );
});

it('gives no free space to a fixed column', () => {
  const fixed = { least: 90, natural: 90, isFixed: true };
  expect(spreadColumns([fixed, { least: 50, natural: 100 }], 400)).toEqual([90, 310]);
  expect(spreadColumns([fixed], 400)).toEqual([90]);
});
