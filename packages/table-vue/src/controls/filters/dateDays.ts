import type { TableController } from '@rowhouse/table-client';
import { createDateFormatter } from '@rowhouse/table-protocol';
import type { RelativeDate } from '@rowhouse/table-protocol/internal';

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

/**
 * A date of a filter as the form and texts show it: an instant is a day of the table's time zone. Days are sent as they
 * are, since the server knows the time zone of the column, and so when a day begins and ends.
 */
export function dayOf(date: string, { timeZone }: Pick<TableDates, 'timeZone'>): string {
  const isInstant = /^\d{4}-\d\d-\d\dT/.test(date) && !Number.isNaN(Date.parse(date));

  return isInstant ? createDateFormatter('Y-m-d', timeZone).formatInstant(new Date(date)) : date;
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
