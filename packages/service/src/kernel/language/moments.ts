import { createDateFormatter } from '@rowhouse/table-protocol';
import type { Translate } from './translate.ts';

/** A moment as a parameter of a text: written in the reader's time zone. ISO 8601. */
export interface Moment {
  readonly instant: string;
}

export type TextParameters = Readonly<Record<string, string | number | Moment>>;

/** Who reads a text of the service's. */
export interface Reader {
  readonly language: string;
  /** IANA name. */
  readonly timeZone: string;
  /** PHP date format. */
  readonly datetimeFormat: string;
  readonly translate: Translate;
}

/** Translates a text as `translate` does, with its moments as the reader's tables show them. */
export function translateFor(reader: Reader, text: string, parameters: TextParameters = {}): string {
  const plain = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'object' ? momentText(new Date(value.instant), reader) : value,
  ]);

  return reader.translate(reader.language, text, Object.fromEntries(plain));
}

/** `21-11-2026 14:30:00 (Europe/Berlin)`. */
export function momentText(
  instant: Date,
  { timeZone, datetimeFormat }: Pick<Reader, 'timeZone' | 'datetimeFormat'>,
): string {
  return `${createDateFormatter(datetimeFormat, timeZone).formatInstant(instant)} (${timeZone})`;
}

/** The calendar day of an instant in a time zone: `2026-11-21`. */
export function isoDay(instant: Date, timeZone: string): string {
  return createDateFormatter('Y-m-d', timeZone).formatInstant(instant);
}
