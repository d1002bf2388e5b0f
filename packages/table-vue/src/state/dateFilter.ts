import type { InternalFilter, Interval } from '@rowhouse/table-protocol';

/** Days of the user's calendar as `YYYY-MM-DD`, both included; null is open. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * What a date filter sends for the days that the user has chosen. A column with a time of day is compared with
 * instants: from the first millisecond of the first day to the last of the last, in the user's time zone. A column of
 * dates has no zone, and gets the days as they are. What is no day of the calendar is an open bound.
 */
export function intervalOfDays({ from, to }: DayRange, withTime: boolean): Interval {
  const first = readDay(from);
  const last = readDay(to);

  if (!withTime) {
    return { min: first && from, max: last && to };
  }

  return {
    min: first && startOfDay(first).toISOString(),
    max: last && new Date(startOfDay({ ...last, day: last.day + 1 }).getTime() - 1).toISOString(),
  };
}

/** The days, in the user's calendar, of a date filter's value: the way back from `intervalOfDays`. */
export function daysOfValue(value: InternalFilter['value']): DayRange {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { from: dayOf(value.min), to: dayOf(value.max) };
  }

  const day = dayOf(Array.isArray(value) ? value[0] : value);

  return { from: day, to: day };
}

interface CalendarDay {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
}

/** Null for anything that is not a day between the years 1 and 9999, such as 2026-02-30. */
function readDay(text: string | null): CalendarDay | null {
  const [, year = 0, month = 0, day = 0] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '')?.map(Number) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);

  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? { year, month: month - 1, day }
    : null;
}

/**
 * The first instant of a day in the time zone of this computer; a day past the month's end is one of the next month.
 * Where the clocks leave out midnight, it is the first instant after the gap.
 */
function startOfDay({ year, month, day }: CalendarDay): Date {
  const date = new Date(2000, 0, 1);
  // The constructor takes a year below 100 for one of the last century.
  date.setFullYear(year, month, day);

  return date;
}

/** The user's day of an instant; that of a day without a time is itself. */
function dayOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') {
    return null;
  }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) {
    return value;
  }

  const date = new Date(value);

  return Number.isNaN(date.getTime())
    ? null
    : [
        String(date.getFullYear()).padStart(4, '0'),
        String(date.getMonth() + 1).padStart(2, '0'),
        String(date.getDate()).padStart(2, '0'),
      ].join('-');
}
