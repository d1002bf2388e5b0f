import { createDateFormatter } from '@rowhouse/table-protocol';
import { session, timeZone } from '../session.ts';
import { direction, language } from './translate.ts';

/** A whole number in the format of the user's language. Reactive, like the other formats here. */
export function count(value: number): string {
  return new Intl.NumberFormat(language.value).format(value);
}

/** Milliseconds with their unit. */
export function milliseconds(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;

  return new Intl.NumberFormat(language.value, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: digits,
  }).format(value);
}

/** Milliseconds as a label of an axis: from one second on in seconds. */
export function duration(value: number): string {
  const isLong = value >= 1000;

  return new Intl.NumberFormat(language.value, {
    style: 'unit',
    unit: isLong ? 'second' : 'millisecond',
    unitDisplay: isLong ? 'narrow' : 'short',
  }).format(isLong ? value / 1000 : value);
}

/** An amount of money. */
export function money(amount: string | number, currency: string): string {
  return new Intl.NumberFormat(language.value, { style: 'currency', currency }).format(
    String(amount) as Intl.StringNumericLiteral,
  );
}

/** A moment in the user's time zone and the service's format, as in tables, files and mails. */
export function moment(iso: string): string {
  return isolated(plainMoment(iso));
}

/** `moment` with the name of the time zone. */
export function zonedMoment(iso: string): string {
  return isolated(`${plainMoment(iso)} (${timeZone()})`);
}

function plainMoment(iso: string): string {
  return createDateFormatter(session.formats.datetime, timeZone()).formatInstant(new Date(iso));
}

/** Keeps the order of a date's parts in a sentence that runs from right to left: U+2066 to U+2069 isolate. */
function isolated(text: string): string {
  return direction.value === 'rtl' ? `\u2066${text}\u2069` : text;
}

/** A day, `YYYY-MM-DD`, independent of the time zone. */
export function day(iso: string): string {
  const [year = 0, month = 0, date = 0] = iso.split('-').map(Number);

  return createDateFormatter(session.formats.date, 'UTC').formatCalendarDate(year, month, date);
}

/** A country's name in the user's language. */
export function countryName(code: string, otherwise: string): string {
  try {
    return new Intl.DisplayNames([language.value], { type: 'region' }).of(code) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** The name of a language in itself: `de` is Deutsch. The tag for a language that the browser does not know. */
export function languageName(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}
