import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDecimal } from '../format/decimal.ts';
import { formatNumber } from '../format/formatNumber.ts';
import { exactNumber } from './exactCell.ts';

const decimal = fc.stringMatching(/^-?\d{1,20}(\.\d{0,30})?$/);

it('is given for exactly those numbers that lose digits by their format', () => {
  fc.assert(
    fc.property(decimal, fc.nat(20), (text, precision) => {
      const shown = formatNumber(text, { symbol: '', format: '%v', decimal: '.', thousand: '', precision });
      const exact = exactNumber(text, { precision, cents: false });

      expect(sameNumber(exact ?? shown, text)).toBe(true);
      expect(exact !== null).toBe(!sameNumber(shown, text));
    }),
  );
});

it.each([
  [1234.6, 0, false, '1234.6'],
  [1e-7, 2, false, '0.0000001'],
  ['1234', 0, true, '12.34'],
  ['1230', 1, true, null],
  ['1234.5', 2, true, '12.345'],
  [1234n, 2, true, null],
  [null, 0, false, null],
  ['n/a', 0, false, null],
  ['NaN', 0, false, null],
] as const)('is, of %s with precision %s, cents %s: %s', (value, precision, cents, exact) => {
  expect(exactNumber(value, { precision, cents })).toBe(exact);
});

function sameNumber(a: string, b: string): boolean {
  const [x, y] = [parseDecimal(a), parseDecimal(b)];
  if (!x || !y) return false;
  const scale = Math.max(x.scale, y.scale);

  return x.units * 10n ** BigInt(scale - x.scale) === y.units * 10n ** BigInt(scale - y.scale);
}
