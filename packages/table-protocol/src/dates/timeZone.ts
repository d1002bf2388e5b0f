import { civilDate, dayNumber } from './civilDate.ts';

const dayLength = 86_400_000;
/** About 137 years; a day without a change of offset takes one number. */
const cachedDays = 50_000;

/** A day of UTC on which the zone's offset changes. */
interface ChangeDay {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** A time zone. Offsets are milliseconds to add to UTC; instants are milliseconds since 1970. */
export interface TimeZone {
  readonly name: string;
  offset(instant: number): number;
  isDaylightSaving(instant: number): boolean;
  /** For example `EET` or `EDT`; `+03` if there is no abbreviation. */
  abbreviation(instant: number): string;
}

const zones = new Map<string, TimeZone>();
/** Users choose zones, so the cache is bounded. */
const cachedZones = 100;

/** The zone of an IANA name, cached. Throws a RangeError for an unknown name. */
export function timeZone(name: string): TimeZone {
  let zone = zones.get(name);
  if (!zone) {
    zone = name === 'UTC' || name === 'Etc/UTC' ? utc(name) : localZone(name);
    if (zones.size >= cachedZones) {
      zones.clear();
    }
    zones.set(name, zone);
  }
  return zone;
}

/** The first instant of a calendar day (`YYYY-MM-DD`) in a zone; if clocks skip midnight, the instant that they skip to. */
export function startOfDay(isoDate: string, zoneName: string): Date {
  return new Date(firstInstant(parseDay(isoDate), timeZone(zoneName)));
}

/** The first instant after a calendar day in a zone: 23, 24 or 25 hours after its start. */
export function startOfNextDay(isoDate: string, zoneName: string): Date {
  return new Date(firstInstant(parseDay(isoDate) + 1, timeZone(zoneName)));
}

/** The instant at which a day (counted from 1970-01-01) starts in `zone`. */
export function firstInstant(days: number, zone: TimeZone): number {
  const midnight = days * dayLength;
  const { before, after } = offsetsAround(midnight, zone);

  return (
    shownFirst(midnight, before, after, zone) ??
    changeBetween(midnight - after, midnight - before, zone.offset)
  );
}

/**
 * The instant at which the clocks of `zone` show a time, given in milliseconds as if it were UTC. A repeated time gives the
 * first instant; a skipped time is moved forward by the length of the gap. Temporal calls this `compatible`.
 */
export function clockInstant(clock: number, zone: TimeZone): number {
  const { before, after } = offsetsAround(clock, zone);

  return shownFirst(clock, before, after, zone) ?? clock - before;
}

/** No zone is a day or more from UTC, or changes twice in two days. */
function offsetsAround(clock: number, { offset }: TimeZone): { before: number; after: number } {
  return { before: offset(clock - dayLength), after: offset(clock + dayLength) };
}

/** When clocks go back both offsets are valid, and the larger one gives the earlier instant; null in a gap. */
function shownFirst(clock: number, before: number, after: number, zone: TimeZone): number | null {
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (zone.offset(clock - offset) === offset) {
      return clock - offset;
    }
  }
  return null;
}

function utc(name: string): TimeZone {
  return { name, offset: () => 0, isDaylightSaving: () => false, abbreviation: () => 'UTC' };
}

function localZone(name: string): TimeZone {
  const readOffset = offsetReader(name);
  const days = new Map<number, number | ChangeDay>();

  function offset(instant: number): number {
    const day = Math.floor(instant / dayLength);
    let known = days.get(day);
    if (known === undefined) {
      known = readDay(day, readOffset);
      if (days.size >= cachedDays) {
        days.clear();
      }
      days.set(day, known);
    }
    if (typeof known === 'number') {
      return known;
    }
    return instant < known.at ? known.before : known.after;
  }

  function isDaylightSaving(instant: number): boolean {
    const { year } = civilDate(Math.floor(instant / dayLength));
    const january = offset(dayNumber({ year, month: 1, day: 1 }) * dayLength);
    const july = offset(dayNumber({ year, month: 7, day: 1 }) * dayLength);
    return offset(instant) > Math.min(january, july);
  }

  return { name, offset, isDaylightSaving, abbreviation: abbreviationReader(name, offset) };
}

/** Offsets change at any second, but at most once a day: equal at both ends means equal throughout. */
function readDay(day: number, readOffset: (instant: number) => number): number | ChangeDay {
  const start = day * dayLength;
  const before = readOffset(start);
  const after = readOffset(start + dayLength);
  if (before === after) {
    return before;
  }
  return { at: changeBetween(start, start + dayLength, readOffset), before, after };
}

/** The first instant in (low, high] with the offset of `high`; `low` has another. */
function changeBetween(low: number, high: number, offset: (instant: number) => number): number {
  const target = offset(high);
  let outside = low;
  let inside = high;
  while (inside - outside > 1) {
    const middle = Math.floor((outside + inside) / 2);
    if (offset(middle) === target) {
      inside = middle;
    } else {
      outside = middle;
    }
  }
  return inside;
}

function offsetReader(name: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  return (instant) => {
    const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(instant));
    const [, sign, hours = 0, minutes = 0, seconds = 0] = match ?? [];
    const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -size : size;
  };
}

/** Intl has each abbreviation only in the regions that use it. */
const abbreviationLocales = ['en-US', 'en-GB', 'en-AU', 'en-CA', 'en-IN', 'en-ZA', 'ja'];

function abbreviationReader(name: string, offset: (instant: number) => number): (instant: number) => string {
  // Created on first use: few formats show an abbreviation.
  let formats: Intl.DateTimeFormat[] | undefined;
  return (instant) => {
    formats ??= abbreviationLocales.map(
      (locale) => new Intl.DateTimeFormat(locale, { timeZone: name, timeZoneName: 'short' }),
    );
    for (const format of formats) {
      const text = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      if (/^[A-Z]{2,5}$/.test(text)) {
        return text;
      }
    }
    return numericAbbreviation(offset(instant));
  };
}

function numericAbbreviation(offset: number): string {
  const minutes = Math.trunc(Math.abs(offset) / 60_000);
  const pair = (number: number) => String(number).padStart(2, '0');
  const rest = minutes % 60 === 0 ? '' : pair(minutes % 60);
  return `${offset < 0 ? '-' : '+'}${pair(Math.trunc(minutes / 60))}${rest}`;
}

function parseDay(isoDate: string): number {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(isoDate) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) {
    throw new RangeError(`"${isoDate}" is not a calendar day; use YYYY-MM-DD.`);
  }
  return dayNumber({ year, month, day });
}
