import { expect, test } from 'vitest';
import { describeResults, describeSort, sayAgain, translator } from './messages.ts';
import { dataAnswer } from './responses/responses.fixture.ts';

const translate = translator();

test.each([
  [dataAnswer({ rows: [], count: 0, pages: 0 }), 'No results'],
  [dataAnswer({ rows: [{}], count: 1, pages: 1 }), '1 result'],
  [{ ...dataAnswer({ pages: null }), filtered: 1 }, '1 result'],
  [{ ...dataAnswer({ page: 2 }), filtered: 1234 }, '1,234 results, page 2 of 10'],
  [dataAnswer({ page: 3, pages: null }), '100 results, page 3'],
  [{ ...dataAnswer({ page: 3, pages: null }), filters: true }, 'Page 3'],
])('results are told as far as they are known (%#)', (answer, text) => {
  expect(describeResults(answer, translate)).toBe(text);
});

test('a sort order is told from the first column to the last', () => {
  const labelOf = (name: string) => name.toUpperCase();
  const order = [
    { name: 'a', direction: 'ASC' },
    { name: 'b', direction: 'DESC' },
    { name: 'c', direction: 'ASC' },
  ] as const;
  expect(describeSort(order, labelOf, translate)).toBe(
    'Sorted by A ascending, then B descending, then C ascending',
  );
  expect(describeSort([], labelOf, translate)).toBe('Not sorted');
});

test('a text that was said last is another when it is said again, however often', () => {
  let said = '';
  const saying = Array.from({ length: 4 }, () => {
    const before = said;
    said = sayAgain(before, 'No results');
    return said !== before && said.trim() === 'No results';
  });
  expect(saying).toEqual([true, true, true, true]);
});
