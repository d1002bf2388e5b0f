import { createDateFormatter } from '@rowhouse/table-protocol';
import { session, timeZone } from '../session.ts';
import { language } from './translate.ts';

/** A whole number in the format of the user's language. Reactive, like the other formats here. */
export function count(value: number): string {
  return new Intl.NumberFormat(language.value).format(value);
}

/** Milliseconds with their unit. */
export function milliseconds(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: digits });

  return `${number.format(value)} ms`;
}

/** An amount of money. */
export function money(amount: string | number, currency: string): string {
  return new Intl.NumberFormat(language.value, { style: 'currency', currency }).format(
    String(amount) as Intl.StringNumericLiteral,
  );
}

/** A moment in the user's time zone and the service's format, as in tables, files and mails. */
export function moment(iso: string): string {
  return createDateFormatter(session.formats.datetime, timeZone()).formatInstant(new Date(iso));
}

/** `moment` with the name of the time zone. */
export function zonedMoment(iso: string): string {
  return `${moment(iso)} (${timeZone()})`;
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
