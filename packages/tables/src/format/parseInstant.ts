import { clockInstant, timeZone } from '@rowhouse/table-protocol';

const pattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(?:(Z)|([+-]\d\d):?(\d\d)?)?$/i;

/**
 * The instant of an ISO 8601 date-time (`T` or a blank between). Without a zone it is a local time in `zoneName`: of a
 * repeated time the first one, and for a skipped time the one later by the length of the gap. An invalid Date for any
 * other text.
 */
export function parseInstant(text: string, zoneName: string): Date {
  const [, day, time = '00:00', utc, hours, minutes = '00'] = pattern.exec(text.trim()) ?? [];

  if (utc || hours) {
    return new Date(`${day}T${time}${hours ? `${hours}:${minutes}` : 'Z'}`);
  }

  const wallClock = Date.parse(`${day}T${time}Z`);

  if (Number.isNaN(wallClock)) {
    return new Date(Number.NaN);
  }

  return new Date(clockInstant(wallClock, timeZone(zoneName)));
}
