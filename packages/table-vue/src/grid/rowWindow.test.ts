import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsBetween, rowsToDraw } from './rowWindow.ts';

const even = () => 40;

describe('rowsBetween', () => {
  it('finds the rows that lie between two distances', () => {
    expect(rowsBetween(1000, even, 0, 400)).toEqual({ first: 0, end: 10 });
    expect(rowsBetween(1000, even, 4010, 4390)).toEqual({ first: 100, end: 110 });
  });

  it('is the end of the page for a distance after it, and the start for one before it', () => {
    expect(rowsBetween(200, even, 99_999, 100_399)).toEqual({ first: 199, end: 200 });
    expect(rowsBetween(200, even, -500, -100)).toEqual({ first: 0, end: 0 });
  });

  it('follows rows of different heights', () => {
    expect(rowsBetween(300, (index) => (index < 10 ? 400 : 40), 4000, 4400)).toEqual({ first: 9, end: 20 });
  });
});

describe('rowsToDraw', () => {
  it('draws the range, the ends of the page and the rows around the focus', () => {
    const drawn = rowsToDraw(1000, { first: 500, end: 520 }, [99, 100, 101], even);
    const rows = drawn.filter((part) => typeof part === 'number');

    expect(rows.slice(0, 5)).toEqual([0, 99, 100, 101, 488]);
    expect(rows.at(-1)).toBe(999);
    expect(drawn[1]).toEqual({ first: 1, end: 99, height: 98 * 40 });
  });

  it('names every row once, drawn or in a gap, in order, for any range and focus', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 101, max: 5000 }),
        fc.nat(5000),
        fc.nat(60),
        fc.nat(6000),
        (count, start, size, focused) => {
          const first = Math.min(start, count);
          const drawn = rowsToDraw(
            count,
            { first, end: Math.min(first + size, count) },
            [focused - 1, focused, 7],
            even,
          );
          let next = 0;
          for (const part of drawn) {
            const isRow = typeof part === 'number';
            expect(isRow ? part : part.first).toBe(next);
            if (!isRow) expect(part.height).toBe((part.end - part.first) * 40);
            next = isRow ? part + 1 : part.end;
          }
          expect(next).toBe(count);
        },
      ),
    );
  });
});
