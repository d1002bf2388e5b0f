import { describe, expect, it } from 'vitest';
import { fillIn, pluralCategories } from './fillIn.ts';

const rows = '{count|# row|# rows}';

describe('fillIn', () => {
  it('chooses the plural form of a number and inserts the number for #', () => {
    expect([0, 1, 2, 12_000].map((count) => fillIn(rows, { count }, 'en'))).toEqual([
      '0 rows',
      '1 row',
      '2 rows',
      '12,000 rows',
    ]);
  });

  it('has the six forms of Arabic', () => {
    expect(pluralCategories('ar')).toEqual(['zero', 'one', 'two', 'few', 'many', 'other']);
    const arabic = '{n|zero|one|two|few|many|other}';
    expect([0, 1, 2, 3, 11, 100].map((n) => fillIn(arabic, { n }, 'ar'))).toEqual(pluralCategories('ar'));
  });

  it('inserts other parameters in a form', () => {
    const text = '{count|# row, not here|# rows, {elsewhere} of them not here}';
    expect(fillIn(text, { count: 1, elsewhere: 1 }, 'en')).toBe('1 row, not here');
    expect(fillIn(text, { count: 3000, elsewhere: 2000 }, 'en')).toBe('3,000 rows, 2,000 of them not here');
  });

  it('never looks into a value', () => {
    const params = { name: '{count|x|y} {count} # $&', count: 2 };
    expect(fillIn('{name}: {count|one|# of {name}}', params, 'en')).toBe(
      `${params.name}: 2 of ${params.name}`,
    );
  });

  it('formats numbers with the formatter of the caller', () => {
    expect(fillIn(`{n} of ${rows}`, { n: 1, count: 2 }, 'en', (value) => `<${value}>`)).toBe(
      '<1> of <2> rows',
    );
  });

  it('keeps text without parameters, and accepts any language tag', () => {
    expect(fillIn(`{a} ${rows}`, {}, 'en')).toBe(`{a} ${rows}`);
    expect(fillIn(rows, { count: 1 }, 'not a tag')).toBe('1 row');
  });
});
