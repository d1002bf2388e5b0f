import { expect, test } from 'vitest';
import { translator } from '../language/translator.ts';
import { dataResponse } from '../responses/responses.fixture.ts';
import { describeResults, describeSort, sayAgain } from './announcement.ts';

const translate = translator();

test.each([
  [dataResponse({ rows: [], count: 0, pages: 0 }), 'No results'],
  [dataResponse({ rows: [{}], count: 1, pages: 1 }), '1 result'],
  [{ ...dataResponse({ pages: null }), filtered: 1 }, '1 result'],
  [{ ...dataResponse({ page: 2 }), filtered: 1234 }, '1,234 results, page 2 of 10'],
  [dataResponse({ page: 3, pages: null }), '100 results, page 3'],
  [{ ...dataResponse({ page: 3, pages: null }), filters: true }, 'Page 3'],
])('results are told as far as they are known (%#)', (response, text) => {
  expect(describeResults(response, translate)).toBe(text);
});

test('a sort order is announced from the first column to the last', () => {
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

test('an announcement differs from the previous one when it is repeated', () => {
  let said = '';
  const saying = Array.from({ length: 4 }, () => {
    const before = said;
    said = sayAgain(before, 'No results');
    return said !== before && said.trim() === 'No results';
  });
  expect(saying).toEqual([true, true, true, true]);
});
