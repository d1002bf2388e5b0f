import { describe, expect, it } from 'vitest';
import type { CellDescription } from './describeCell.ts';
import { totalText } from './totalText.ts';

const plain = { column: {}, text: String } as unknown as CellDescription;
const money = {
  column: { number: {} },
  text: (value: unknown) => `€ ${value}`,
} as unknown as CellDescription;
const format = new Intl.NumberFormat();

describe('a total', () => {
  it('of a number column is what the server formatted, drawn like a cell', () => {
    expect(totalText(money, '1,234.00')).toBe('€ 1,234.00');
  });

  it('of another column is formatted as the page writes numbers', () => {
    expect(totalText(plain, 1234567.5)).toBe(format.format(1234567.5));
  });

  it('beyond what a number can hold keeps every digit', () => {
    const digits = '123456789012345678901234567890';
    expect(totalText(plain, digits)).toBe(format.format(BigInt(digits)));
  });

  it('keeps its decimals, too', () => {
    expect(totalText(plain, '1234.56789')).toBe(
      new Intl.NumberFormat(undefined, { minimumFractionDigits: 5 }).format(1234.56789),
    );
    expect(totalText(plain, '2.50')).toBe(
      new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 }).format(2.5),
    );
  });

  it('that is no number is shown as it is, and nothing where there is none', () => {
    expect(totalText(plain, 'n/a')).toBe('n/a');
    expect(totalText(plain, null)).toBe('');
    expect(totalText(plain, undefined)).toBe('');
  });
});
