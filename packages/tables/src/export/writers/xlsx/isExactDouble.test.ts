import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isExactDouble } from './cellForms.ts';

it.each([
  '0',
  '-1',
  '123456789012345',
  '9007199254740992',
  '-9007199254740992',
  '0.1',
  '-1234.50',
  '99999999999999.9',
  '0.0000000000000000123456789012345',
  '12345.678901234500000000',
  '9007199254740992.000',
])('accepts %s, which a double stores unchanged', (number) => {
  expect(isExactDouble(number)).toBe(true);
});

it.each([
  '9007199254740993',
  '-9007199254740993',
  '10000000000000000',
  '1234567890123456789',
  '12345678901234.56',
  '0.1234567890123456',
  '-0.30000000000000004',
  '9007199254740993.0',
])('refuses %s', (number) => {
  expect(isExactDouble(number)).toBe(false);
});

it('accepts only numbers that a double returns unchanged', () => {
  const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,19})(\.[0-9]{1,20})?$/);

  fc.assert(
    fc.property(digits, (number) => {
      fc.pre(isExactDouble(number));
      const significant = Number(number).toPrecision(17);
      const [whole = '', fraction = ''] = number.split('.');
      const wanted = fraction.replace(/0+$/, '') === '' ? whole : number.replace(/0+$/, '');

      // The shortest text of a double is the decimal that was put into it.
      expect(plainText(Number(number)), significant).toBe(wanted);
    }),
    { numRuns: 500 },
  );
});

function plainText(double: number): string {
  const [digits = '', exponent = '0'] = String(double).split('e');
  if (exponent === '0') return digits;

  const size = -Number(exponent);

  return `0.${'0'.repeat(size - 1)}${digits.replace('.', '')}`;
}
