import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalText,
  divideDecimals,
  parseDecimal,
  roundDecimal,
  shiftDecimal,
} from './decimal.ts';

const decimals: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  scale: fc.integer({ min: 0, max: 20 }),
});
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
  ])('%s is %s', (value, text) => {
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
  ])('%s is not a decimal', (value) => {
    expect(parseDecimal(value)).toBeNull();
  });

  test('reads back what is written', () => {
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
  ])('%s at %i digits is %s', (text, precision, rounded) => {
    expect(decimalText(roundDecimal(parseDecimal(text)!, precision))).toBe(rounded);
  });

  test('is nearest, and away from zero when halfway', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 20 }), (decimal, precision) => {
        const rounded = roundDecimal(decimal, precision);
        const scale = Math.max(decimal.scale, precision);
        const exact = decimal.units * power(scale - decimal.scale);
        const error = rounded.units * power(scale - precision) - exact;
        const half = power(scale - precision);
        expect(size(error) * 2n <= half).toBe(true);
        if (size(error) * 2n === half && half > 1n) {
          expect(size(exact + error) > size(exact)).toBe(true);
        }
      }),
    );
  });
});

test('adds exactly', () => {
  expect(decimalText(addDecimals(parseDecimal('0.1')!, parseDecimal('0.2')!))).toBe('0.3');
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const { units, scale } = addDecimals(a, b);
      expect(units * power(40)).toBe(
        (a.units * power(40 - a.scale) + b.units * power(40 - b.scale)) * power(scale),
      );
    }),
  );
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
      expect(compareDecimals(shiftDecimal(shiftDecimal(decimal, places), -places), decimal)).toBe(0);
    }),
  );
});

test('compares by value, whatever the scale', () => {
  expect(compareDecimals(parseDecimal('1.50')!, parseDecimal('1.5')!)).toBe(0);
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const difference = addDecimals(a, { units: -b.units, scale: b.scale }).units;
      expect(Math.sign(compareDecimals(a, b))).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1);
    }),
  );
});
