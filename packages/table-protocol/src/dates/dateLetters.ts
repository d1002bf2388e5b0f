import { dayOfYear, daysInMonth, isLeapYear, isoWeek, weekday } from './civilDate.ts';
import type { TimeZone } from './timeZone.ts';

/** The parts of a date and time. */
export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** The date as days since 1970-01-01. */
  readonly days: number;
  /** Milliseconds since local midnight. */
  readonly clock: number;
  /** Milliseconds since 1970 in UTC. */
  readonly instant: number;
  /** Milliseconds to add to UTC. */
  readonly offset: number;
  readonly zone: TimeZone;
}

/** Literal text, or a function that writes one letter of a format. */
export type DateToken = string | ((parts: DateParts) => string);

/** Letters whose text depends on the zone. */
export const zoneLetters = 'BeIOPpTZcrU';

/** The piece for a letter of PHP's `date()`; undefined for other characters, which are literal. */
export function tokenOf(letter: string): DateToken | undefined {
  return Object.hasOwn(letters, letter) ? letters[letter] : undefined;
}

const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const pairs = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

const letters: Record<string, (parts: DateParts) => string> = {
  // Day
  d: ({ day }) => pair(day),
  D: (parts) => weekdayName(parts).slice(0, 3),
  j: ({ day }) => String(day),
  l: (parts) => weekdayName(parts),
  N: ({ days }) => String(weekday(days) || 7),
  S: ({ day }) => ordinalSuffix(day),
  w: ({ days }) => String(weekday(days)),
  z: (parts) => String(dayOfYear(parts)),
  // Week
  W: (parts) => pair(isoWeek(parts).week),
  o: (parts) => String(isoWeek(parts).year),
  // Month
  F: (parts) => monthName(parts),
  m: ({ month }) => pair(month),
  M: (parts) => monthName(parts).slice(0, 3),
  n: ({ month }) => String(month),
  t: ({ year, month }) => String(daysInMonth(year, month)),
  // Year
  L: ({ year }) => (isLeapYear(year) ? '1' : '0'),
  Y: ({ year }) => fullYear(year),
  y: ({ year }) => pair(Math.abs(year) % 100),
  X: ({ year }) => (year < 0 ? '' : '+') + fullYear(year),
  x: ({ year }) => (year > 9999 ? '+' : '') + fullYear(year),
  // Time
  a: ({ clock }) => (hour(clock) < 12 ? 'am' : 'pm'),
  A: ({ clock }) => (hour(clock) < 12 ? 'AM' : 'PM'),
  B: ({ instant }) => swatchBeat(instant),
  g: ({ clock }) => String(hour(clock) % 12 || 12),
  G: ({ clock }) => String(hour(clock)),
  h: ({ clock }) => pair(hour(clock) % 12 || 12),
  H: ({ clock }) => pair(hour(clock)),
  i: ({ clock }) => pair(Math.floor(clock / 60_000) % 60),
  s: ({ clock }) => pair(Math.floor(clock / 1000) % 60),
  u: ({ clock }) => `${milliseconds(clock)}000`,
  v: ({ clock }) => milliseconds(clock),
  // Zone
  e: ({ zone }) => zone.name,
  I: ({ zone, instant }) => (zone.isDaylightSaving(instant) ? '1' : '0'),
  O: ({ offset }) => offsetText(offset, ''),
  P: ({ offset }) => offsetText(offset, ':'),
  p: (parts) => (zoneAbbreviation(parts) === 'UTC' ? 'Z' : offsetText(parts.offset, ':')),
  T: (parts) => zoneAbbreviation(parts),
  Z: ({ offset }) => String(offset / 1000),
  // Whole dates
  c: (parts) => `${isoDate(parts)}T${time(parts)}${offsetText(parts.offset, ':')}`,
  r: (parts) =>
    `${weekdayName(parts).slice(0, 3)}, ${pair(parts.day)} ${monthName(parts).slice(0, 3)} ${fullYear(parts.year)} ` +
    `${time(parts)} ${offsetText(parts.offset, '')}`,
  U: ({ instant }) => String(Math.floor(instant / 1000)),
};

function pair(number: number): string {
  return pairs[number] ?? String(number);
}

function hour(clock: number): number {
  return Math.floor(clock / 3_600_000);
}

function milliseconds(clock: number): string {
  return String(clock % 1000).padStart(3, '0');
}

function weekdayName({ days }: DateParts): string {
  return weekdayNames[weekday(days)]!;
}

function monthName({ month }: DateParts): string {
  return monthNames[month - 1]!;
}

function ordinalSuffix(day: number): string {
  const last = day >= 11 && day <= 13 ? 0 : day % 10;
  return ['th', 'st', 'nd', 'rd'][last] ?? 'th';
}

function fullYear(year: number): string {
  return (year < 0 ? '-' : '') + String(Math.abs(year)).padStart(4, '0');
}

function isoDate({ year, month, day }: DateParts): string {
  return `${fullYear(year)}-${pair(month)}-${pair(day)}`;
}

function time({ clock }: DateParts): string {
  return `${pair(hour(clock))}:${pair(Math.floor(clock / 60_000) % 60)}:${pair(Math.floor(clock / 1000) % 60)}`;
}

function offsetText(offset: number, separator: string): string {
  const minutes = Math.trunc(Math.abs(offset) / 60_000);
  return `${offset < 0 ? '-' : '+'}${pair(Math.floor(minutes / 60))}${separator}${pair(minutes % 60)}`;
}

function zoneAbbreviation({ zone, instant }: DateParts): string {
  return zone.abbreviation(instant);
}

/** Thousandths of a day in Biel, one hour ahead of UTC all year. */
function swatchBeat(instant: number): string {
  const seconds = Math.floor(instant / 1000) + 3600;
  const ofDay = ((seconds % 86_400) + 86_400) % 86_400;
  return String(Math.floor((ofDay * 10) / 864)).padStart(3, '0');
}
