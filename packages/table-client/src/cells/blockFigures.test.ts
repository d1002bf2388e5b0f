import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TableColumn } from '../table/TableColumn.ts';
import { blockFigures } from './blockFigures.ts';

const column = (name: string, more: object = {}) =>
  ({ name, label: name, meta: {}, ...more }) as unknown as TableColumn;
const plain = { symbol: '', decimal: '.', thousand: ',', precision: 2, template: '%v' };
const amount = column('amount', { number: plain });
const figures = (values: readonly unknown[]) =>
  blockFigures(
    values.map((value, index) => ({ dtRowId: index, amount: value, key: index })),
    [amount, column('key', { type: 'number' })],
    (text) => text,
  );

it('counts values and adds up amounts, not keys', () => {
  expect(figures(['1,234.50', null, '-0.75', 'n/a'])).toEqual({
    filled: 7,
    sums: [{ label: 'amount', sum: '1,233.75' }],
  });
  expect(figures([null]).sums).toEqual([]);
});

it('is exact for numbers beyond those of JavaScript', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), { minLength: 1 }), (cents) => {
      const texts = cents.map((value) => {
        const digits = String(value < 0n ? -value : value).padStart(3, '0');

        return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      });
      const sum = cents.reduce((all, value) => all + value, 0n);
      const shown = figures(texts).sums[0]?.sum.replaceAll(/[,.]/g, '');
      expect(BigInt(shown ?? '')).toBe(sum);
    }),
  );
});
