import type { TableController } from '@rowhouse/table-client';
import {
  createDateFormatter,
  type InternalFilter,
  type Interval,
  type RelativeDate,
} from '@rowhouse/table-protocol';

/** First and last day of a date filter, both included, as `YYYY-MM-DD`; empty for an open bound. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The table's date format, set by its server. */
export interface TableDates {
  /** PHP date format. */
  readonly dateFormat: string;
  readonly timeZone: string;
}

/** Without a time zone of the server, the browser's is used. */
export function tableDates({ template }: Pick<TableController, 'template'>): TableDates {
  return {
    dateFormat: template?.dateFormat || 'd-m-Y',
    timeZone: template?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** A day in the format of the table's cells. */
export function dayText(day: string, { dateFormat }: TableDates): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];

  return year === undefined || month === undefined || date === undefined
    ? day
    : createDateFormatter(dateFormat, 'UTC').formatCalendarDate(year, month, date);
}

/** The most common relative dates, with names to be translated. */
export const shortcuts: readonly { readonly name: string; readonly date: RelativeDate }[] = [
  { name: 'Today', date: { kind: 'this', unit: 'day' } },
  { name: 'Last 7 days', date: { kind: 'last', unit: 'day', count: 7 } },
  { name: 'This month', date: { kind: 'this', unit: 'month' } },
  { name: 'Last month', date: { kind: 'previous', unit: 'month' } },
  { name: 'This year', date: { kind: 'this', unit: 'year' } },
  { name: 'Older than 30 days', date: { kind: 'olderThan', unit: 'day', count: 30 } },
];

/** Days of the table's calendar as `YYYY-MM-DD`, both included; null for an open bound. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * The value of a date filter. It contains days, not instants: the server knows the time zone of the column, and so when a
 * day begins and ends. An invalid day becomes an open bound.
 */
export function intervalOfDays({ from, to }: DayRange): Interval {
  return { min: from !== null && isDay(from) ? from : null, max: to !== null && isDay(to) ? to : null };
}

/** The days of a date filter's value: the inverse of `intervalOfDays`. Instants become days of `timeZone`. */
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

/** The error of a typed day, to be translated; undefined for a day that filters support. */
export function dayFault(day: string): string | undefined {
  return isDay(day) ? undefined : 'Choose a day of the years 1 to 9999.';
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
