import fc from 'fast-check';
import { expect, it } from 'vitest';
import { subtractAmounts } from './amounts.ts';

const english = { decimal: '.', thousand: ',', precision: 2 };
const german = { decimal: ',', thousand: '.', precision: 2 };

it('subtracts amounts as they are written, to the last cent', () => {
  expect(subtractAmounts('12,345.67', '345.68', english)).toBe('11,999.99');
  expect(subtractAmounts('12.345,67', '345,68', german)).toBe('11.999,99');
  expect(subtractAmounts('1.00', '2.50', english)).toBe('-1.50');
  expect(subtractAmounts('90,071,992,547,409,930.01', '0.02', english)).toBe('90,071,992,547,409,929.99');
  expect(subtractAmounts('7', '9', { decimal: '.', thousand: '', precision: 0 })).toBe('-2');
});

it('writes amounts in the language that the server has written them in', () => {
  expect(subtractAmounts('1.234,50', '2.345,60', { ...german, locale: 'de' })).toBe('-1.111,10');
  expect(subtractAmounts('12.345,50', '2345,60', { ...german, locale: 'es' })).toBe('9999,90');
  expect(subtractAmounts('\u200e-1.50', '1.00', { ...english, locale: 'ar' })).toBe('\u200e-2.50');
});

it('returns null for anything but an amount', () => {
  for (const text of ['', undefined, null, 5, '1e5', 'a', '1.234', '--1']) {
    expect(subtractAmounts(text, '1.00', english)).toBeNull();
    expect(subtractAmounts('1.00', text, english)).toBeNull();
  }
});

it('returns the original amount when the difference is subtracted', () => {
  const cents = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
  const written = (value: bigint) => subtractAmounts(`${value}`, '0', { ...german, precision: 0 }) ?? '';
  fc.assert(
    fc.property(cents, cents, fc.constantFrom(english, german), (one, other, format) => {
      const whole = { ...format, precision: 0 };
      const amounts = [one, other].map((value) => written(value).replaceAll('.', format.thousand));
      const difference = subtractAmounts(amounts[0], amounts[1], whole);
      expect(subtractAmounts(amounts[0], difference, whole)).toBe(amounts[1]);
    }),
  );
});
