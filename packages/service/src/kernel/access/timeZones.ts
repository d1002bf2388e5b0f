import { timeZoneName } from '@rowhouse/table-protocol';

/** Set by the pages to the zone of the browser; kept in the address of no request, so links and streams have it too. */
const cookiePattern = /(?:^|;\s*)rowhouse_time_zone=([^;\s]+)/;

/** What is known of a person's time zone. */
export interface KnownTimeZones {
  /** Chosen in the profile. */
  readonly timeZone: string | null;
  /** Of the browser that the person used last. */
  readonly browserTimeZone: string | null;
}

/** The IANA name of the zone of the browser that sent these cookies; null where it says nothing usable. */
export function browserTimeZone(cookies: string | undefined): string | null {
  return timeZoneName(cookiePattern.exec(cookies ?? '')?.[1] ?? '');
}

/**
 * The zone of a person: the profile's, or the browser's, or the service's. A zone that this release of Node does not
 * know any more counts as none.
 */
export function timeZoneOf(
  { timeZone, browserTimeZone: last }: KnownTimeZones,
  byDefault: string,
  present: string | null = null,
): string {
  return known(timeZone) ?? known(present) ?? known(last) ?? byDefault;
}

function known(name: string | null): string | null {
  return name === null ? null : timeZoneName(name);
}
