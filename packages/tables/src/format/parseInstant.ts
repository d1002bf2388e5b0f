import { type CivilDate, clockInstant, timeZone } from '@rowhouse/table-protocol/internal';

const pattern =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?!24)\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(?:(Z)|([+-]\d\d):?(\d\d)?)?$/i;

/**
 * The instant of an ISO 8601 date-time (`T` or a blank between). Without a zone it is a local time in `zoneName`: of a
 * repeated time the first one, and for a skipped time the one later by the length of the gap. An invalid Date for any
 * other text.
 */
export function parseInstant(text: string, zoneName: string): Date {
  const [, day, time = '00:00', utc, hours, minutes = '00'] = pattern.exec(text.trim()) ?? [];

  // JavaScript would count on to the next month.
  if (day === undefined || !parseDay(day)) return new Date(Number.NaN);
  if (utc || hours) {
    return new Date(`${day}T${time}${hours ? `${hours}:${minutes}` : 'Z'}`);
  }

  const wallClock = Date.parse(`${day}T${time}Z`);

  if (Number.isNaN(wallClock)) {
    return new Date(Number.NaN);
  }

  return new Date(clockInstant(wallClock, timeZone(zoneName)));
}

/** A day as `YYYY-MM-DD` that the calendar has; null for any other text. */
export function parseDay(text: string): CivilDate | null {
  const [year = 0, month = 0, day = 0] = /^\d{4}-\d\d-\d\d$/.test(text) ? text.split('-').map(Number) : [];
  // JavaScript counts a day that the month lacks on to the next month.
  const instant = new Date(`${text}T00:00Z`);
  const exists = year > 0 && !Number.isNaN(instant.getTime()) && instant.getUTCDate() === day;

  return exists ? { year, month, day } : null;
}
