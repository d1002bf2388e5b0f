import { isAbove } from '@rowhouse/table-client/internal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText, numberText } from './decimal.ts';

describe('a typed number', () => {
  test.each([
    ['100', '100'],
    [' 12.50 ', '12.50'],
    ['12,5', '12.5'],
    ['-3', '-3'],
    ['−3', '-3'],
    ['+3', '3'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['١٢٣٤٫٥٠', '1234.50'],
    ['-۷', '-7'],
    ['0.10', '0.10'],
    ['9007199254740993', '9007199254740993'],
    [
      '3.14159265358979323846264338327950288419716939937510',
      '3.14159265358979323846264338327950288419716939937510',
    ],
  ])('%j is %j', (typed, decimal) => {
    expect(decimalText(typed)).toBe(decimal);
  });

  test.each([
    '',
    '.',
    '-',
    'abc',
    '1,234',
    '1,234.5',
    '1 000',
    '1e1001',
    '1e',
    '0x10',
    'NaN',
    '1.2.3',
    '9'.repeat(1001),
  ])('%j is none', (typed) => {
    expect(decimalText(typed)).toBeUndefined();
  });

  test('is always accepted by the server, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[-+]?\d{0,900}[.,]?\d{0,900}(e[-+]?\d{0,4})?$/)),
        (typed) => {
          expect(decimalText(typed) ?? '0').toMatch(/^(?=.{1,1000}$)-?\d+(\.\d+)?$/);
        },
      ),
    );
  });
});

test.each([
  ['NaN', 'NaN'],
  [' nan ', 'NaN'],
  ['−Infinity', '-Infinity'],
  ['∞', 'Infinity'],
  ['1e5', '100000'],
  ['-1,5e-3', '-0.0015'],
  ['12', '12'],
  ['Inf1', undefined],
])('%j as a value is %s', (typed, value) => {
  expect(numberText(typed)).toBe(value);
});

test('numbers are compared exactly', () => {
  expect(isAbove('0.30', '0.3')).toBe(false);
  expect(isAbove('9007199254740993', '9007199254740992.9')).toBe(true);
  expect(isAbove('-1', '-0.5')).toBe(false);
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
      expect(isAbove(String(a), String(b))).toBe(a > b);
    }),
  );
});
