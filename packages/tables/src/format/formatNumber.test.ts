import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText, divideDecimals, parseDecimal } from './decimal.ts';
import { formatNumber } from './formatNumber.ts';

const money = { symbol: '$', decimal: '.', thousand: ',', precision: 2, format: '%s%v' };

test.each([
  ['1234.5', '1,234.50'],
  [1234.5, '1,234.50'],
  [-1234567.891, '-1,234,567.89'],
  ['-999.995', '-1,000.00'],
  ['999999.999', '1,000,000.00'],
  ['0', '0.00'],
  ['-0.004', '0.00'],
  ['-0.005', '-0.01'],
  [-0, '0.00'],
  ['.5', '0.50'],
  ['0007', '7.00'],
  ['1e3', '1,000.00'],
  [1e-7, '0.00'],
  [1e21, '1,000,000,000,000,000,000,000.00'],
  [1.005, '1.01'],
  [12345678901234567890n, '12,345,678,901,234,567,890.00'],
  ['99999999999999999999.999', '100,000,000,000,000,000,000.00'],
])('shows %s as %s', (value, text) => {
  expect(formatNumber(value, money)).toBe(text);
});

test.each([null, undefined, '', ' ', true, {}])('shows nothing for %s', (value) => {
  expect(formatNumber(value, money)).toBe('');
});

test('returns text that is not a number unchanged', () => {
  expect(formatNumber('NaN', money)).toBe('NaN');
  expect(formatNumber('n/a', money)).toBe('n/a');
  expect(formatNumber('-', money)).toBe('-');
});

test('uses the separators and the precision of the format', () => {
  expect(formatNumber('-1234567.5', { ...money, decimal: ',', thousand: '.', precision: 3 })).toBe(
    '-1.234.567,500',
  );
  expect(formatNumber('1234567.5', { ...money, thousand: '', precision: 0 })).toBe('1234568');
  expect(formatNumber('0.5', { ...money, precision: 0 })).toBe('1');
  expect(formatNumber('-0.4', { ...money, precision: 0 })).toBe('0');
});

test('agrees with exact rounding for any decimal', () => {
  const texts = fc
    .record({
      units: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
      scale: fc.integer({ min: 0, max: 20 }),
    })
    .map(decimalText);
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 8 }), (text, precision) => {
      const shown = formatNumber(text, { ...money, thousand: ' ', precision });
      const exact = decimalText(divideDecimals(parseDecimal(text)!, { units: 1n, scale: 0 }, precision));
      expect(shown.replaceAll(' ', '')).toBe(exact);
      expect(shown).toMatch(/^-?\d{1,3}( \d{3})*(\.\d+)?$/);
    }),
  );
});
