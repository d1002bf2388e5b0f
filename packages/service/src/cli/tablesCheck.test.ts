import { expect, it } from 'vitest';
import { checkedJson, checkedText } from './tablesCheck.ts';

const right = { table: 'orders', source: 'orders.json', faults: [] };
const wrong = {
  table: 'cities',
  source: 'cities.json',
  faults: [
    {
      path: 'columns[0].data',
      code: 'unknown_column' as const,
      problem: 'The query does not know the column "cities.nmae".',
      remedy: 'Did you mean "cities.name"?',
    },
    { path: '', code: 'query' as const, problem: 'It threw.', remedy: 'Fix it.' },
  ],
};

it('reports that there are no faults', () => {
  expect(checkedText([right])).toBe('One table was checked: no faults.');
  expect(checkedText([right, right])).toBe('2 tables were checked: no faults.');
  expect(checkedJson([right])).toMatchObject({ state: 'right', tables: 1, faults: 0 });
});

it('reports each fault with file, path, problem and remedy', () => {
  expect(checkedText([right, wrong])).toBe(
    [
      '2 tables were checked: 2 faults.',
      '1. cities.json: columns[0].data',
      '   The query does not know the column "cities.nmae".',
      '   Did you mean "cities.name"?',
      '2. cities.json',
      '   It threw.',
      '   Fix it.',
    ].join('\n'),
  );
  expect(checkedJson([right, wrong])).toEqual({
    state: 'faulty',
    tables: 2,
    faults: 2,
    checked: [right, wrong],
  });
});
