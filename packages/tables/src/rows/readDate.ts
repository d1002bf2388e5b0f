import type { CivilDate } from '@rowhouse/table-protocol';
import { parseInstant } from '../format/parseInstant.ts';
import type { ColumnKind } from '../query/dialects/Dialect.ts';

/** What the database column holds, and how the driver gives dates without a zone: see `Catalogue`. */
export interface StoredColumn {
  readonly kind: ColumnKind;
  readonly datesAreUtc: boolean;
}

/**
 * An instant, as a Date that is never invalid; a day without a time; null where there is no value; undefined for what
 * is no date.
 *
 * Drivers give a column without a zone as a Date of which either UTC or the local clock shows what is stored, so its
 * parts are read back from there: a `date` is that day, a `timestamp` that time in UTC. What a driver leaves as text
 * says itself what it is.
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

function readDriverDate(value: Date, { kind, datesAreUtc }: StoredColumn): Date | CivilDate | null {
  // MySQL's zero date.
  if (Number.isNaN(value.getTime())) {
    return null;
  }
  if (kind !== 'date' && kind !== 'timestamp') {
    return value;
  }

  if (kind === 'timestamp') {
    return datesAreUtc ? value : storedClock(value);
  }

  return datesAreUtc
    ? { year: value.getUTCFullYear(), month: value.getUTCMonth() + 1, day: value.getUTCDate() }
    : { year: value.getFullYear(), month: value.getMonth() + 1, day: value.getDate() };
}

/** The instant at which UTC shows what the process's own clock shows at another. */
function storedClock(local: Date): Date {
  const clock = new Date(0);
  clock.setUTCFullYear(local.getFullYear(), local.getMonth(), local.getDate());
  clock.setUTCHours(local.getHours(), local.getMinutes(), local.getSeconds(), local.getMilliseconds());

  return clock;
}
