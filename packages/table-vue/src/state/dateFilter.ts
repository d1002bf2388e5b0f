import { createDateFormatter, type InternalFilter, type Interval } from '@rowhouse/table-protocol';

/** Days of the table's calendar as `YYYY-MM-DD`, both included; null is open. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * What a date filter sends for the days that the user has chosen: the days. The server knows in which time zone it shows
 * the column, and so when they begin and end. What is no day of the calendar is an open bound.
 */
export function intervalOfDays({ from, to }: DayRange): Interval {
  return { min: from !== null && isDay(from) ? from : null, max: to !== null && isDay(to) ? to : null };
}

/** The days of a date filter's value: the way back from `intervalOfDays`. Instants are shown as days of `timeZone`. */
export function daysOfValue(value: InternalFilter['value'], timeZone: string): DayRange {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { from: dayOf(value.min, timeZone), to: dayOf(value.max, timeZone) };
  }

  const day = dayOf(Array.isArray(value) ? value[0] : value, timeZone);

  return { from: day, to: day };
}

/** The calendar day of an instant in a time zone. */
export function zonedDay(instant: Date, timeZone: string): string {
  return createDateFormatter('Y-m-d', timeZone).formatInstant(instant);
}

/** False for anything that is not a day between the years 1 and 9999, such as 2026-02-30. */
function isDay(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);

  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function dayOf(value: unknown, timeZone: string): string | null {
  if (typeof value !== 'string' || value === '') {
    return null;
  }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) {
    return value;
  }

  return zonedDay(new Date(value), timeZone) || null;
}
