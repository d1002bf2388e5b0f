import { language } from '../i18n/translate.ts';

/** An amount of money, as the user's language writes it. Reactive, like the other formats here. */
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
