import type { CivilDate } from '@rowhouse/table-protocol';
import { parseInstant } from '../format/parseInstant.ts';
import type { ColumnKind } from '../query/dialects/Dialect.ts';

/** Kind of the database column, and how the driver returns dates without a zone: see `Catalogue`. */
export interface StoredColumn {
  readonly kind: ColumnKind;
  readonly datesAreUtc: boolean;
}

/**
 * An instant, as a Date that is never invalid; a day without a time; null for a missing value; undefined for anything
 * but a date.
 *
 * Drivers return a column without a zone as a Date whose parts in UTC or in local time are the stored ones: a `date` is
 * that day, a `timestamp` that time in UTC. Texts are parsed.
 */
export function readDate(value: unknown, stored: StoredColumn): Date | CivilDate | null | undefined {
  if (value === null || value === undefined || value === '') {
    return null;
  }
  if (value instanceof Date) {
    return readDriverDate(value, stored);
  }

  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(value));

  if (day) {
    return { year: Number(day[1]), month: Number(day[2]), day: Number(day[3]) };
  }

  const instant = typeof value === 'number' ? new Date(value) : parseInstant(String(value), 'UTC');

  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** Whether the Dates of a driver are the instants themselves. */
export function isInstant({ kind, datesAreUtc }: StoredColumn): boolean {
  return kind !== 'date' && (kind !== 'timestamp' || datesAreUtc);
}

function readDriverDate(value: Date, stored: StoredColumn): Date | CivilDate | null {
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
