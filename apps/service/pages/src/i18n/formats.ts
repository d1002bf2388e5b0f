import { language } from './translate.ts';

/** A whole number, as the user's language writes it. Reactive, like the other formats here. */
export function count(value: number): string {
  return new Intl.NumberFormat(language.value).format(value);
}

/** Milliseconds with their unit. */
export function milliseconds(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: digits });

  return `${number.format(value)} ms`;
}

/** A moment to the second, in the user's time zone. */
export function secondOf(iso: string): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(iso),
  );
}

/** The hour of the day, in the user's time zone. */
export function hourOf(iso: string): string {
  return new Intl.DateTimeFormat(language.value, { hour: '2-digit', minute: '2-digit' }).format(
    new Date(iso),
  );
}

/** An amount of money. */
export function money(amount: string | number, currency: string): string {
  return new Intl.NumberFormat(language.value, { style: 'currency', currency }).format(Number(amount));
}

/** A moment in the user's time zone. */
export function moment(iso: string): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(iso),
  );
}

/** A day, which is the same one in every time zone. */
export function day(iso: string): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(iso),
  );
}

/** A country's name in the user's language. */
export function countryName(code: string, otherwise: string): string {
  try {
    return new Intl.DisplayNames([language.value], { type: 'region' }).of(code) ?? otherwise;
  } catch {
    return otherwise;
  }
}
