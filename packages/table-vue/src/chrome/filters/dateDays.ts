import { createDateFormatter } from '@rowhouse/table-protocol';
import { zonedDay } from '../../state/dateFilter.ts';
import type { TableController } from '../../TableController.ts';

/** First and last day of a date filter, both counted in, as `YYYY-MM-DD`; empty when open. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** How a table shows dates: as its server says. */
export interface TableDates {
  /** PHP date format. */
  readonly dateFormat: string;
  readonly timeZone: string;
}

/** A server that says nothing of the zone is taken to show the browser's. */
export function tableDates({ template }: Pick<TableController, 'template'>): TableDates {
  return {
    dateFormat: template?.dateFormat || 'd-m-Y',
    timeZone: template?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** A day as the table's cells show days. */
export function dayText(day: string, { dateFormat }: TableDates): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];

  return year === undefined || month === undefined || date === undefined
    ? day
    : createDateFormatter(dateFormat, 'UTC').formatCalendarDate(year, month, date);
}

/** Ranges that people ask for most, on the calendar of `timeZone` at the moment `now`. */
export function shortcuts(now: Date, timeZone: string): { readonly name: string; readonly days: Days }[] {
  const [year = 0, month = 0, today = 0] = zonedDay(now, timeZone).split('-').map(Number);

  return [
    { name: 'Today', days: { from: isoDay(year, month, today), to: isoDay(year, month, today) } },
    { name: 'Last 7 days', days: { from: isoDay(year, month, today - 6), to: isoDay(year, month, today) } },
    { name: 'This month', days: { from: isoDay(year, month, 1), to: isoDay(year, month + 1, 0) } },
    { name: 'Last month', days: { from: isoDay(year, month - 1, 1), to: isoDay(year, month, 0) } },
    { name: 'This year', days: { from: isoDay(year, 1, 1), to: isoDay(year, 12, 31) } },
  ];
}

/** A day outside its month, or a month outside its year, carries over. */
function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
