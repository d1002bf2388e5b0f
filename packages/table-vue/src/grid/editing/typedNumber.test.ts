import { afterEach, describe, expect, test, vi } from 'vitest';
import { readTypedNumber, typedDecimal } from './typedNumber.ts';

const inLanguage = (lang: string) => vi.stubGlobal('document', { documentElement: { lang } });
afterEach(() => void vi.unstubAllGlobals());

describe('a typed number', () => {
  test.each([
    ['en', '1,234.5', '1234.5'],
    ['en', '1,234', '1234'],
    ['en', '1,5', '1.5'],
    ['en', ' +7 ', '7'],
    ['en', '−12.50', '-12.50'],
    ['en', '007', '7'],
    ['en', '.5', '0.5'],
    ['en', '1e5', '1e5'],
    ['en', '-2.5E−3', '-2.5e-3'],
    ['de', '1.234,5e+2', '1234.5e+2'],
    ['de', '1.234,5', '1234.5'],
    ['de', '1.234', '1234'],
    ['de', '1,234', '1.234'],
    ['de', '1.5', '1.5'],
    ['fr', '1 234,5', '1234.5'],
    ['fr', '1\u202f234,5', '1234.5'],
    ['ar-EG', '١٬٢٣٤٫٥', '1234.5'],
  ])('in %s: %s', (lang, typed, plain) => {
    inLanguage(lang);
    expect(readTypedNumber(typed)).toBe(plain);
  });

  test.each(['', '-', '1.2.3', 'e5', '1e', '1e5.5', 'twelve', '12x', '1,23,4.5'])('%j is none', (typed) => {
    inLanguage('en');
    expect(readTypedNumber(typed)).toBe(undefined);
  });

  test.each([
    ['en', '1234.50'],
    ['de', '1234,50'],
    ['fr', '1234,50'],
  ])('is offered in %s without groups, and read as it was', (lang, typed) => {
    inLanguage(lang);
    expect(typedDecimal('1234.50')).toBe(typed);
    expect(readTypedNumber(typed)).toBe('1234.50');
  });
});
