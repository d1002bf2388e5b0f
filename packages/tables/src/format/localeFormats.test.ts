import { createDateFormatter } from '@rowhouse/table-protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText } from './decimal.ts';
import { formatNumber, type ShownNumber } from './formatNumber.ts';
import { knownLocale, type LocaleFormats, localeFormats } from './localeFormats.ts';

const locales = [
  ...[
    'de',
    'fr',
    'es',
    'ro',
    'ar',
    'en-US',
    'en-GB',
    'nl',
    'pt-BR',
    'ja',
    'sv',
    'hi',
    'pl',
    'hu',
    'bg',
    'he',
  ],
  ...['de-AT', 'de-CH', 'fa', 'ar-EG', 'th', 'tr', 'ko', 'zh', 'fi', 'en-IN'],
];
const tagOf = (locale: string) => `${locale}-u-ca-gregory-nu-latn`;
const withoutMarks = (text: string) => text.replace(/[\u061c\u200e\u200f]/g, '');

function formatsOf(locale: string): LocaleFormats {
  const formats = localeFormats(locale);
  if (formats === null) throw new Error(`No formats of ${locale}.`);

  return formats;
}

/** The format of numbers without a symbol. */
function plainNumber(locale: string, precision: number): ShownNumber {
  const { negative: _, ...number } = formatsOf(locale).number('');

  return { ...number, symbol: '', precision };
}

/** A value in the manner of a language, as a page shows it. */
function shown(value: string, locale: string, symbol: string, precision = 2): string {
  const { negative, ...number } = formatsOf(locale).number(symbol);
  const text = formatNumber(value, { ...number, symbol, precision });
  const format = negative !== null && value.startsWith('-') ? negative : number.format;
  const digits = format === negative ? formatNumber(value.slice(1), { ...number, symbol, precision }) : text;

  return format.replace('%v', digits).replace('%s', symbol);
}

const decimals = fc
  .record({
    units: fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
    scale: fc.integer({ min: 0, max: 8 }),
  })
  .map(decimalText);
const isZero = (text: string) => !/[1-9]/.test(text);

describe('formats of a language', () => {
  test.each([
    ['de', '01.07.2026', '01.07.2026 15:04:05', '87,39\u00a0€', '-1.234,50\u00a0€'],
    ['fr', '01/07/2026', '01/07/2026 15:04:05', '87,39\u00a0€', '-1\u202f234,50\u00a0€'],
    ['es', '01/07/2026', '01/07/2026 15:04:05', '87,39\u00a0€', '-1234,50\u00a0€'],
    ['ro', '01.07.2026', '01.07.2026 15:04:05', '87,39\u00a0€', '-1.234,50\u00a0€'],
    ['ar', '01/07/2026', '01/07/2026 15:04:05', '\u200f87.39\u00a0€', '\u200f\u200e-1,234.50\u00a0€'],
    ['en-US', '07/01/2026', '07/01/2026 03:04:05 PM', '€87.39', '-€1,234.50'],
    ['nl', '01-07-2026', '01-07-2026 15:04:05', '€\u00a087,39', '€\u00a0-1.234,50'],
    ['hi', '01/07/2026', '01/07/2026 03:04:05 pm', '€87.39', '-€1,234.50'],
  ])('of %s are those that its readers know', (locale, day, moment, money, negative) => {
    const { dateFormat, datetimeFormat } = formatsOf(locale);
    expect(createDateFormatter(dateFormat, 'UTC').formatCalendarDate(2026, 7, 1)).toBe(day);
    expect(createDateFormatter(datetimeFormat, 'UTC').formatInstant(new Date('2026-07-01T15:04:05Z'))).toBe(
      moment,
    );
    expect(shown('87.39', locale, '€')).toBe(money);
    expect(shown('-1234.5', locale, '€')).toBe(negative);
  });

  test('separate a symbol of letters from the digits', () => {
    expect(shown('5', 'en-US', 'lei')).toBe('lei\u00a05.00');
    expect(shown('5', 'en-US', '£')).toBe('£5.00');
    expect(shown('5', 'ro', 'lei')).toBe('5,00\u00a0lei');
  });

  test.each(locales)('of %s write any number as Intl does, with all its digits', (locale) => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 6 }), (text, precision) => {
        fc.pre(!isZero(formatNumber(text, plainNumber('de', precision))));
        const digits = { minimumFractionDigits: precision, maximumFractionDigits: precision };
        const format = new Intl.NumberFormat(tagOf(locale), digits);
        expect(shown(text, locale, '', precision)).toBe(format.format(text as Intl.StringNumericLiteral));
      }),
    );
  });

  test.each(locales)('of %s write any amount as Intl does', (locale) => {
    const format = new Intl.NumberFormat(tagOf(locale), {
      ...{ style: 'currency', currency: 'EUR', currencyDisplay: 'narrowSymbol' },
    });
    const [symbol = ''] = format
      .formatToParts(1)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : []));
    fc.assert(
      fc.property(decimals, (text) => {
        const written = shown(text, locale, withoutMarks(symbol));
        fc.pre(!isZero(written));
        expect(written).toBe(format.format(text as Intl.StringNumericLiteral));
      }),
    );
  });

  test.each(locales)('of %s can be read: text and value are the same number', (locale) => {
    const number = formatsOf(locale).number('');
    fc.assert(
      fc.property(decimals, (text) => {
        const scale = text.split('.')[1]?.length ?? 0;
        const written = formatNumber(text, plainNumber(locale, scale));
        const read = withoutMarks(written)
          .replace(/^\u2212/, '-')
          .replaceAll(number.thousand, '')
          .replace(number.decimal, '.');
        expect(read).toBe(isZero(text) ? text.replace('-', '') : text);
      }),
    );
  });

  test.each(locales)('of %s write days and times as Intl does, without marks of direction', (locale) => {
    const { dateFormat, datetimeFormat } = formatsOf(locale);
    const isHalf = /[hg]/.test(datetimeFormat);
    const [day, clock] = [
      { year: 'numeric', month: '2-digit', day: '2-digit' } as const,
      { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: isHalf ? 'h12' : 'h23' } as const,
    ].map((options) => new Intl.DateTimeFormat(tagOf(locale), { ...options, timeZone: 'UTC' }));
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (instant) => {
          const written = (format: string) => createDateFormatter(format, 'UTC').formatInstant(instant);
          const shownDay = withoutMarks(day?.format(instant) ?? '');
          expect(written(dateFormat)).toBe(shownDay);
          expect(written(datetimeFormat)).toBe(`${shownDay} ${clock?.format(instant)}`);
        },
      ),
    );
  });

  test.each(['en', 'xx', 'tlh', '', 'not a tag', 'de_DE'])('are the defaults for %j', (locale) => {
    expect(localeFormats(locale)).toBe(null);
  });

  test.each([
    ['de-DE-u-nu-arab', 'de-DE'],
    ['PT-br', 'pt-BR'],
    ['xx', null],
    ['?', null],
  ])('belong to %j as %j', (tag, locale) => {
    expect(knownLocale(tag)).toBe(locale);
  });
});
