import { describe, expect, test } from 'vitest';
import { allRows, hasRow, noRows, type RowSet, sizeOf, withRows } from './rowSet.ts';

const matching = [1, 2, 3, 4, 5];
const rowsOf = (set: RowSet) => matching.filter((id) => hasRow(set, id));

describe.each([
  ['rows that are picked', noRows, [2, 4], [2]],
  ['all rows that match', allRows, [1, 2, 3, 4, 5], [1, 2, 3, 5]],
])('of %s', (_name, start, expectedAdded, expectedRemoved) => {
  const added = withRows(start, [2, 4, 2], true);
  const removed = withRows(added, [4, 4], false);

  test('a row is added and removed', () => {
    expect(rowsOf(added)).toEqual(expectedAdded);
    expect(rowsOf(removed)).toEqual(expectedRemoved);
  });

  test('the number is that of the rows', () => {
    for (const set of [start, added, removed]) expect(sizeOf(set, () => 5)).toBe(rowsOf(set).length);
  });

  test('the set before is not changed', () => {
    expect(start.ids.size).toBe(0);
  });
});

test('the number of all rows needs the number of those that match', () => {
  expect(sizeOf(allRows, () => null)).toBeNull();
  expect(sizeOf(withRows(allRows, [1, 2], false), () => 1)).toBe(0);
  expect(sizeOf(noRows, () => null)).toBe(0);
});
