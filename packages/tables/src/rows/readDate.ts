import type { CivilDate } from '@rowhouse/table-protocol/internal';
import { parseDay, parseInstant } from '../format/parseInstant.ts';
import type { ColumnKind } from '../query/ColumnKind.ts';

/** Kind of the database column, and how the driver returns dates without a zone: see `Catalogue`. */
export interface StoredDates {
  readonly kind: ColumnKind;
  readonly datesAreUtc: boolean;
}

/**
 * An instant, as a Date that is never invalid; a day without a time; null for a missing value; the text of a value that
 * is no date of the calendar, such as `infinity`, `2024-05-00` or `0044-03-15 BC`; undefined for other types.
 *
 * Drivers return a column without a zone as a Date whose parts in UTC or in local time are the stored ones: a `date` is
 * that day, a `timestamp` that time in UTC. Texts are parsed.
 */
export function readDate(value: unknown, stored: StoredDates): Date | CivilDate | string | null | undefined {
  if (value === null || value === undefined || value === '') {
    return null;
  }
  if (value instanceof Date) {
    return afterChrist(readDriverDate(value, stored));
  }
  if (typeof value === 'number') {
    return readNumber(value, stored);
  }
  if (typeof value !== 'string') {
    return undefined;
  }

  const instant = parseDay(value) ?? parseInstant(value, 'UTC');

  return instant instanceof Date && Number.isNaN(instant.getTime()) ? value : instant;
}

/** Computed values may be milliseconds. SQLite stores any number in a column of dates, and does not say its meaning. */
function readNumber(value: number, { kind }: StoredDates): Date | string | null {
  if (Number.isNaN(value)) return null;
  // PostgreSQL's infinite dates.
  if (!Number.isFinite(value)) return value > 0 ? 'infinity' : '-infinity';
  const instant = new Date(value);

  return kind === 'other' && !Number.isNaN(instant.getTime()) ? instant : String(value);
}

/** Years before the first are written as PostgreSQL writes them: the formats of dates have only a sign for them. */
function afterChrist(date: Date | CivilDate | null): Date | CivilDate | string | null {
  if (date === null) return null;
  const year = date instanceof Date ? date.getUTCFullYear() : date.year;
  if (year > 0) return date;
  const pair = (part: number) => String(part).padStart(2, '0');
  const day =
    date instanceof Date
      ? `${pair(date.getUTCMonth() + 1)}-${pair(date.getUTCDate())} ${date.toISOString().slice(-13, -5)}`
      : `${pair(date.month)}-${pair(date.day)}`;

  return `${String(1 - year).padStart(4, '0')}-${day} BC`;
}

/** Whether the Dates of a driver are the instants themselves. */
export function isInstant({ kind, datesAreUtc }: StoredDates): boolean {
  return kind !== 'date' && (kind !== 'timestamp' || datesAreUtc);
}

function readDriverDate(value: Date, stored: StoredDates): Date | CivilDate | null {
  // MySQL's zero date.
  if (Number.isNaN(value.getTime())) {
    return null;
  }
  if (isInstant(stored)) {
    return value;
  }
  if (stored.kind === 'timestamp') {
    return storedClock(value);
  }

  return stored.datesAreUtc
    ? { year: value.getUTCFullYear(), month: value.getUTCMonth() + 1, day: value.getUTCDate() }
    : { year: value.getFullYear(), month: value.getMonth() + 1, day: value.getDate() };
}

/** The instant whose time in UTC equals the local time of another instant. */
function storedClock(local: Date): Date {
  const clock = new Date(0);
  clock.setUTCFullYear(local.getFullYear(), local.getMonth(), local.getDate());
  clock.setUTCHours(local.getHours(), local.getMinutes(), local.getSeconds(), local.getMilliseconds());

  return clock;
}
