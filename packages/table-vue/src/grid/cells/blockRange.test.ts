import { describe, expect, test } from 'vitest';
import { adjacentPosition, rangeOf, sidesOf } from './blockRange.ts';

const range = rangeOf({ anchor: { row: 4, column: 1 }, head: { row: 2, column: 3 } });

test('a block reaches from one corner to the other, whichever is first', () => {
  expect(range).toEqual({ top: 2, bottom: 4, start: 1, end: 3 });
});

test('cells at the borders of a block have these sides', () => {
  expect(sidesOf(range, { row: 2, column: 1 })).toEqual(['top', 'start']);
  expect(sidesOf(range, { row: 4, column: 3 })).toEqual(['bottom', 'end']);
  expect(sidesOf(range, { row: 3, column: 2 })).toEqual([]);
  expect(
    sidesOf(rangeOf({ anchor: { row: 0, column: 0 }, head: { row: 0, column: 0 } }), { row: 0, column: 0 }),
  ).toEqual(['top', 'bottom', 'start', 'end']);
});

describe('an arrow key', () => {
  const bounds = { rows: 3, columns: 3, isReversed: false };
  const middle = { row: 1, column: 1 };

  test.each([
    ['ArrowUp', { row: 0, column: 1 }, { row: 0, column: 1 }],
    ['ArrowDown', { row: 2, column: 1 }, { row: 2, column: 1 }],
    ['ArrowLeft', { row: 1, column: 0 }, { row: 1, column: 2 }],
    ['ArrowRight', { row: 1, column: 2 }, { row: 1, column: 0 }],
  ])('%s leads to the next cell', (key, expected, reversed) => {
    expect(adjacentPosition(middle, key, bounds)).toEqual(expected);
    expect(adjacentPosition(middle, key, { ...bounds, isReversed: true })).toEqual(reversed);
  });

  test('stays in the table', () => {
    expect(adjacentPosition({ row: 0, column: 0 }, 'ArrowUp', bounds)).toEqual({ row: 0, column: 0 });
    expect(adjacentPosition({ row: 0, column: 2 }, 'ArrowRight', bounds)).toEqual({ row: 0, column: 2 });
  });
});
