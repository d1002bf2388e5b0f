import { afterEach, expect, test, vi } from 'vitest';
import { numberDecorator } from '../cells/describeCell.ts';
import { numberText } from './numberText.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page of this language. */
function speak(lang: string): void {
  vi.stubGlobal('document', { documentElement: { lang } });
}

test.each([
  ['de', 1234567, '1.234.567'],
  ['en', 1234567, '1,234,567'],
  ['en_US', 1234.5, '1,234.5'],
  ['de_DE.UTF-8', '12.50', '12,50'],
  [' fr ', '1234567', '1\u202f234\u202f567'],
  ['de', '123456789012345678901234567890', '123.456.789.012.345.678.901.234.567.890'],
  ['de', '0.1234567890123', '0,1234567890123'],
])('formats for a page in %j, %s as %s', (lang, value, expected) => {
  speak(lang);
  expect(numberText(value)).toBe(expected);
});

test.each(['', '?', 'not a language', 'xx-invalid-tag-1234567890', '_', 'tlh'])(
  'formats numbers of a page in %j like the browser',
  (lang) => {
    speak(lang);
    expect(numberText(1234.5)).toBe(new Intl.NumberFormat(undefined).format(1234.5));
  },
);

const money = { symbol: '€', decimal: '.', thousand: ',', precision: 2, template: '%v %s' };

test.each([
  ['1,234,567.50', '1.234.567,50 €'],
  ['-0.05', '-0,05 €'],
  ['123,456,789,012,345,678.90', '123.456.789.012.345.678,90 €'],
  ['1,23', '1,23 €'],
  ['n/a', 'n/a €'],
  ['', ''],
])('formats a cell %j with the default separators as %j on a German page', (text, expected) => {
  speak('de');
  expect(numberDecorator(money)(text)).toBe(expected);
});

test.each([
  [{ thousand: ' ' }, '1 234.50'],
  [{ decimal: ',', thousand: '.' }, '1.234,50'],
  [{ thousand: '' }, '1234.50'],
])('separators that a template sets stay on every page (%j)', (separators, text) => {
  speak('de');
  expect(numberDecorator({ ...money, ...separators })(text)).toBe(`${text} €`);
});

test('a number that the server has written in the language of the page stays on every page', () => {
  speak('de');
  const served = { ...money, locale: 'de' };
  expect(numberDecorator({ ...served, decimal: ',', thousand: '.' })('1.234,50')).toBe('1.234,50 €');
  // The template has set these.
  expect(numberDecorator(served)('1,234.50')).toBe('1,234.50 €');
});

test.each([
  ['-5.00', '-$5.00'],
  ['\u221212.00', '-$12.00'],
  ['\u200e-5.00', '-$5.00'],
  ['5.00', '$5.00'],
  ['', ''],
])('the sign of %j is where the language has it', (text, expected) => {
  const dollars = { ...money, symbol: '$', template: '%s%v', negative: '-%s%v', locale: 'en-US' };
  expect(numberDecorator(dollars)(text)).toBe(expected);
});
