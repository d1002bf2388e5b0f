import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, decimalText, divideDecimals, parseDecimal, shiftDecimal, sumOf } from './decimal.ts';

const decimals: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  scale: fc.integer({ min: 0, max: 20 }),
});
/** By one: the same number at another scale. */
const rounded = (decimal: Decimal, precision: number) =>
  divideDecimals(decimal, { units: 1n, scale: 0 }, precision);
const power = (exponent: number) => 10n ** BigInt(exponent);
const size = (units: bigint) => (units < 0n ? -units : units);

describe('parsing', () => {
  test.each([
    ['12', '12'],
    [' -0.50 ', '-0.50'],
    ['+.5', '0.5'],
    ['5.', '5'],
    ['1e-7', '0.0000001'],
    ['-1.25E+3', '-1250'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    [0.1, '0.1'],
    [-0, '0'],
    ['-0.00', '0.00'],
    [12345678901234567890n, '12345678901234567890'],
  ])('reads %s as %s', (value, text) => {
    expect(decimalText(parseDecimal(value)!)).toBe(text);
  });

  test.each([
    '',
    ' ',
    '.',
    '-',
    'e5',
    '1e',
    '1e99999',
    '1e5000',
    '0x10',
    '1,5',
    '1 2',
    'NaN',
    Number.NaN,
    Infinity,
    null,
    undefined,
    true,
    {},
  ])('refuses %s', (value) => {
    expect(parseDecimal(value)).toBeNull();
  });

  test('reads its own output unchanged', () => {
    fc.assert(
      fc.property(decimals, (decimal) => {
        expect(parseDecimal(decimalText(decimal))).toEqual(decimal);
      }),
    );
  });

  test('reads every double as its shortest decimal', () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (number) => {
        expect(Number(decimalText(parseDecimal(number)!))).toBe(number + 0);
      }),
    );
  });
});

describe('rounding', () => {
  test.each([
    ['0.5', 0, '1'],
    ['-0.5', 0, '-1'],
    ['0.4', 0, '0'],
    ['-0.004', 2, '0.00'],
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['999.995', 2, '1000.00'],
    ['7', 3, '7.000'],
  ])('rounds %s at %i digits to %s', (text, precision, expected) => {
    expect(decimalText(rounded(parseDecimal(text)!, precision))).toBe(expected);
  });

  test('rounds to the nearest, and away from zero when halfway', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 20 }), (decimal, precision) => {
        const { units } = rounded(decimal, precision);
        const scale = Math.max(decimal.scale, precision);
        const exact = decimal.units * power(scale - decimal.scale);
        const error = units * power(scale - precision) - exact;
        const half = power(scale - precision);
        expect(size(error) * 2n <= half).toBe(true);
        if (size(error) * 2n === half && half > 1n) {
          expect(size(exact + error) > size(exact)).toBe(true);
        }
      }),
    );
  });
});

test('divides to the nearest digit', () => {
  expect(decimalText(divideDecimals(parseDecimal('10')!, parseDecimal('3')!, 4))).toBe('3.3333');
  expect(decimalText(divideDecimals(parseDecimal('-2')!, parseDecimal('3')!, 2))).toBe('-0.67');
  expect(decimalText(divideDecimals(parseDecimal('1.23456')!, parseDecimal('1')!, 2))).toBe('1.23');
  expect(() => divideDecimals(parseDecimal('1')!, parseDecimal('0')!, 2)).toThrow(RangeError);
  fc.assert(
    fc.property(decimals, decimals, fc.integer({ min: 0, max: 20 }), (a, b, scale) => {
      fc.pre(b.units !== 0n);
      const quotient = divideDecimals(a, b, scale);
      // |quotient · b − a| is at most half of a last digit of the quotient, times |b|.
      const product = quotient.units * b.units * power(a.scale);
      const wanted = a.units * power(scale + b.scale);
      expect(size(product - wanted) * 2n <= size(b.units) * power(a.scale)).toBe(true);
    }),
  );
});

test('shifts by powers of ten without loss', () => {
  expect(decimalText(shiftDecimal(parseDecimal('12345')!, -2))).toBe('123.45');
  expect(decimalText(shiftDecimal(parseDecimal('-0.5')!, 3))).toBe('-500');
  fc.assert(
    fc.property(decimals, fc.integer({ min: -20, max: 20 }), (decimal, places) => {
      const back = shiftDecimal(shiftDecimal(decimal, places), -places);
      expect(back.units * power(decimal.scale)).toBe(decimal.units * power(back.scale));
    }),
  );
});

test('adds the terms of a sum, and refuses one that is no number', () => {
  const sum = (terms: unknown) => {
    const decimal = sumOf(terms);

    return decimal && decimalText(decimal);
  };

  expect(sum('12e9 -5 3e-8')).toBe('11999999995.00000003');
  expect(sum('1.50')).toBe('1.50');
  expect(sum(2.5)).toBe('2.5');
  expect(sum(null)).toBe('0');
  for (const terms of ['NaN', 'none', 'Infe9 0e0', '', Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(sum(terms)).toBeNull();
  }
});
