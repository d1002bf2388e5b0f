import { language } from '../i18n/translate.ts';

/** Milliseconds with their unit, as the user's language writes them. Reactive, like the other formats here. */
export function milliseconds(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: digits });

  return `${number.format(value)} ms`;
}

export function count(value: number): string {
  return new Intl.NumberFormat(language.value).format(value);
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
