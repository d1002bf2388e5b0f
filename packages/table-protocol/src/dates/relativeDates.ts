import { type CivilDate, civilDate, dayNumber, daysInMonth, weekday } from './civilDate.ts';
import { timeZone } from './timeZone.ts';

export const dateUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type DateUnit = (typeof dateUnits)[number];

/** A range of days that depends on the day on which it is resolved. */
export type RelativeDate =
  | {
      /** One whole unit of the calendar, such as the `previous` month; today is `this` day. Weeks start on Monday. */
      readonly kind: 'previous' | 'this' | 'next';
      readonly unit: DateUnit;
    }
  | {
      /**
       * `last`: the days up to and including today; `coming`: those from today on, written `next 7 days`; `olderThan`:
       * all days before the one that is `count` units before today.
       */
      readonly kind: 'last' | 'coming' | 'olderThan';
      readonly unit: DateUnit;
      readonly count: number;
    };

/** The first and the last day, both inclusive, as `YYYY-MM-DD`; null: no first day. */
export interface DayRange {
  readonly first: string | null;
  readonly last: string;
}

const dayLength = 86_400_000;
/** So that every range is within the years 1 to 9999. */
const mostUnits: Readonly<Record<DateUnit, number>> = {
  day: 9999,
  week: 9999,
  month: 9999,
  quarter: 1000,
  year: 1000,
};

const days: Readonly<Record<string, RelativeDate>> = {
  yesterday: { kind: 'previous', unit: 'day' },
  today: { kind: 'this', unit: 'day' },
  tomorrow: { kind: 'next', unit: 'day' },
};

/**
 * Reads a relative date: `today`, `yesterday`, `tomorrow`; `this`, `previous` or `next` with `day`, `week`, `month`,
 * `quarter` or `year`; `last`, `next` or `older than` with a number and one of these units, as in `last 7 days`. Case
 * and the plural do not matter. The number is at least 1 and at most 9999, for quarters and years 1000. Null for other texts.
 */
export function parseRelativeDate(text: string): RelativeDate | null {
  if (text.length > 40) return null;

  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (Object.hasOwn(days, words)) return days[words] ?? null;

  const [, whole, wholeUnit] = /^(previous|this|next) (\w+)$/.exec(words) ?? [];
  const unit = dateUnits.find((name) => name === wholeUnit);
  if (unit) return { kind: whole === 'previous' ? 'previous' : whole === 'next' ? 'next' : 'this', unit };

  const [, direction, digits, countedUnit] = /^(last|next|older than) (\d{1,4}) (\w+?)s?$/.exec(words) ?? [];
  const name = dateUnits.find((candidate) => candidate === countedUnit);
  const count = Number(digits);
  if (!name || count < 1 || count > mostUnits[name]) return null;

  return {
    kind: direction === 'last' ? 'last' : direction === 'next' ? 'coming' : 'olderThan',
    unit: name,
    count,
  };
}

/** The text that `parseRelativeDate` reads as this, in its shortest form: `today`, `next 7 days`, `last 1 month`. */
export function relativeDateText(date: RelativeDate): string {
  if ('count' in date) {
    const direction = date.kind === 'coming' ? 'next' : date.kind === 'olderThan' ? 'older than' : 'last';

    return `${direction} ${date.count} ${date.unit}${date.count === 1 ? '' : 's'}`;
  }
  const day = Object.entries(days).find(([, { kind, unit }]) => kind === date.kind && unit === date.unit);

  return day ? day[0] : `${date.kind} ${date.unit}`;
}

/** The days that a relative date means at an instant in a time zone. Throws a RangeError for an unknown zone. */
export function resolveRelativeDate(date: RelativeDate, now: Date, zoneName: string): DayRange {
  const instant = now.getTime();
  const today = Math.floor((instant + timeZone(zoneName).offset(instant)) / dayLength);
  const { unit } = date;

  switch (date.kind) {
    case 'last':
      return range(moved(today, unit, -date.count) + 1, today);
    case 'coming':
      return range(today, moved(today, unit, date.count) - 1);
    case 'olderThan':
      return range(null, moved(today, unit, -date.count) - 1);
    default: {
      const offset = { previous: -1, this: 0, next: 1 }[date.kind];
      const first = moved(startOf(today, unit), unit, offset);

      return range(first, moved(first, unit, 1) - 1);
    }
  }
}

function range(first: number | null, last: number): DayRange {
  return { first: first === null ? null : isoDay(first), last: isoDay(last) };
}

/** The first day of the unit that a day is in. */
function startOf(day: number, unit: DateUnit): number {
  const { year, month } = civilDate(day);

  switch (unit) {
    case 'day':
      return day;
    case 'week':
      return day - ((weekday(day) + 6) % 7);
    case 'month':
      return dayNumber({ year, month, day: 1 });
    case 'quarter':
      return dayNumber({ year, month: month - ((month - 1) % 3), day: 1 });
    case 'year':
      return dayNumber({ year, month: 1, day: 1 });
  }
}

const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

/** A number of units later. A day that the month does not have becomes its last: one month after 31 January is 28 February. */
function moved(day: number, unit: DateUnit, count: number): number {
  if (unit === 'day' || unit === 'week') return day + count * (unit === 'week' ? 7 : 1);

  const date = civilDate(day);
  const months = date.year * 12 + date.month - 1 + count * monthsOf[unit];
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;

  return dayNumber({ year, month, day: Math.min(date.day, daysInMonth(year, month)) });
}

function isoDay(days: number): string {
  const { year, month, day }: CivilDate = civilDate(days);
  const digits = (number: number, length: number) => String(number).padStart(length, '0');

  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}
