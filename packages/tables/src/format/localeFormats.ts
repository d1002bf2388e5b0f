import { defaultLocale, tokenOf } from '@rowhouse/table-protocol/internal';
import { LRUCache } from 'lru-cache';
import type { NumberNotation } from './formatNumber.ts';

/** How a language writes dates and numbers, in the terms of a template. */
export interface LocaleFormats {
  /** PHP date format of a day. */
  readonly dateFormat: string;
  /** PHP date format of a day with its time, to the second. */
  readonly datetimeFormat: string;
  /** How numbers are written next to a symbol; without one for an empty text. */
  number(symbol: string): LocaleNumber;
}

export interface LocaleNumber extends NumberNotation {
  readonly decimal: string;
  readonly thousand: string;
  /** `%s` is the symbol and `%v` the value. */
  readonly format: string;
  /** The same for the digits of a negative number; null where the value has the sign. */
  readonly negative: string | null;
}

/** Most languages that are kept. */
const mostLocales = 100;
const known = new LRUCache<string, { readonly formats: LocaleFormats | null }>({ max: mostLocales });

/**
 * The formats of a language by its BCP 47 tag, with Latin digits and the Gregorian calendar, which every client parses.
 * Null where the defaults of the configuration apply: for `en` alone, whose regions write dates in different orders, and for
 * languages that Intl does not know.
 */
export function localeFormats(locale: string): LocaleFormats | null {
  const found = known.get(locale) ?? { formats: createFormats(locale) };
  known.set(locale, found);

  return found.formats;
}

/** A tag without its extensions, in canonical form; null if Intl does not know the language, or it is no tag. */
export function knownLocale(tag: string): string | null {
  try {
    const [supported] = Intl.NumberFormat.supportedLocalesOf(tag);

    return supported === undefined ? null : new Intl.Locale(supported).baseName;
  } catch {
    return null;
  }
}

function createFormats(locale: string): LocaleFormats | null {
  const name = knownLocale(locale);
  if (name === null || name === defaultLocale) return null;
  const tag = `${name}-u-ca-gregory-nu-latn`;
  const minus = minusSign(tag);
  const plain = { ...separators(tag, {}), minus, format: '%s%v', negative: null };
  const ofSign = lazily(() => moneyFormat(tag, minus, 'narrowSymbol'));
  const ofWord = lazily(() => moneyFormat(tag, minus, 'code'));

  return {
    ...dateFormats(tag),
    number(symbol) {
      if (symbol === '') return plain;
      // As between digits and letters: `EUR 5`, but `€5`.
      return /\p{L}/u.test(symbol) ? ofWord() : ofSign();
    },
  };
}

function lazily<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined;

  return () => {
    created ??= { value: create() };

    return created.value;
  };
}

/** 15:04:05, so that no hour is one of both clocks. */
const sample = Date.UTC(2026, 6, 1, 15, 4, 5);
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
/** Dates are numbers and separators, which keep their order without these, and are read in sentences and files, too. */
const marks = /[\u061c\u200e\u200f]/g;

/** A space between day and time, whatever the language has there: spreadsheets read a CSV file with that. */
function dateFormats(tag: string): Pick<LocaleFormats, 'dateFormat' | 'datetimeFormat'> {
  const half = partsOf(tag, clock).find(({ type }) => type === 'dayPeriod')?.value;
  // PHP's letters know AM and PM only.
  const hourCycle = half === undefined || /^pm$/i.test(half) ? undefined : 'h23';
  const dateFormat = pattern(partsOf(tag, day));

  return {
    dateFormat,
    datetimeFormat: `${dateFormat} ${pattern(partsOf(tag, { ...clock, ...(hourCycle && { hourCycle }) }))}`,
  };
}

function partsOf(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormatPart[] {
  return new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).formatToParts(sample);
}

const letters: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
  year: 'Y',
  month: 'm',
  day: 'd',
  minute: 'i',
  second: 's',
};

function pattern(parts: readonly Intl.DateTimeFormatPart[]): string {
  const isHalf = parts.some(({ type }) => type === 'dayPeriod');

  return parts
    .map(({ type, value }) => {
      if (type === 'hour') return isHalf ? 'h' : 'H';
      if (type === 'dayPeriod') return value === value.toUpperCase() ? 'A' : 'a';

      return letters[type] ?? literal(value.replace(marks, '').replaceAll('\u202f', ' '));
    })
    .join('')
    .trim();
}

/** Text that no letter of a format replaces. */
function literal(text: string): string {
  return [...text].map((one) => (one === '\\' || tokenOf(one) !== undefined ? `\\${one}` : one)).join('');
}

/** Has as many digits as two groups of the widest need. */
const long = -1_234_567_890.5;

function separators(tag: string, style: Intl.NumberFormatOptions) {
  const format = new Intl.NumberFormat(tag, { ...style, minimumFractionDigits: 1 });
  const parts = format.formatToParts(long);
  const textOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  const groups = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length);
  const isGrouped = format.formatToParts(1234).some(({ type }) => type === 'group');

  return {
    decimal: textOf('decimal'),
    thousand: textOf('group'),
    grouping: { last: groups.at(-1) ?? 3, others: groups.at(-2) ?? 3, least: isGrouped ? 1 : 2 },
  };
}

/** With marks of direction, without which a page from right to left shows it after the digits. */
function minusSign(tag: string): string {
  const parts = new Intl.NumberFormat(tag).formatToParts(-1);

  return parts.flatMap(({ type, value }) => (type === 'integer' ? [] : [value])).join('');
}

function moneyFormat(tag: string, minus: string, currencyDisplay: 'code' | 'narrowSymbol'): LocaleNumber {
  const style = { style: 'currency', currency: 'EUR', currencyDisplay } as const;
  const around = (value: number) =>
    new Intl.NumberFormat(tag, { ...style, maximumFractionDigits: 0 })
      .formatToParts(value)
      .map(({ type, value: text }) =>
        type === 'integer' ? '%v' : type === 'currency' ? symbolIn(text) : text,
      )
      .join('');
  const format = around(1);
  const negative = around(-1);

  return {
    ...separators(tag, style),
    minus,
    format,
    negative: negative === format.replace('%v', `${minus}%v`) ? null : negative,
  };
}

/** Some languages have marks of direction next to the symbol. */
const symbolIn = (text: string) => text.replace(/[^\u061c\u200e\u200f]+/, '%s');
