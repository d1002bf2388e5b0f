const pattern =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(?<zone>Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/;

const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** A date or date-time, validated by the calendar. */
export interface CheckedDate {
  /**
   * Milliseconds since 1970 of its first and last moment (of a whole day, or second), as if in UTC if it has no zone.
   */
  readonly first: number;
  readonly last: number;
  readonly zoned: boolean;
}

/**
 * Reads `YYYY-MM-DD` and ISO 8601 date-times (`T` or a blank between, seconds, fraction and zone optional) of the
 * years 0001 to 9999. Null for anything else, impossible dates such as 2026-02-30 included.
 */
export function checkDate(text: string): CheckedDate | null {
  const { day, time, zone } = pattern.exec(text)?.groups ?? {};
  const first = day === undefined ? null : startOf(day);
  if (first === null) {
    return null;
  }
  if (time === undefined) {
    return { first, last: first + 86_399_999, zoned: false };
  }
  const instant = Date.parse(`${day}T${time}${fullZone(zone)}`);
  const outside = instant < firstInstant || instant > lastInstant;
  const last = time.includes('.') ? instant : instant + 999;
  return outside ? null : { first: instant, last, zoned: zone !== undefined };
}

/** Also false if they are not comparable because only one has a zone. */
export function isAfter(min: CheckedDate, max: CheckedDate): boolean {
  return min.zoned === max.zoned && min.first > max.last;
}

/** The first moment of a day in UTC; null for a day that the calendar lacks. */
function startOf(day: string): number | null {
  const instant = Date.parse(`${day}T00:00:00Z`);
  // Date.parse takes 30 February for a day in March.
  return instant >= firstInstant && new Date(instant).getUTCDate() === Number(day.slice(8)) ? instant : null;
}

/** `Date.parse` accepts `+02:00` only, while ISO 8601 also has `+0200` and `+02`. */
function fullZone(zone = 'Z'): string {
  return zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}
