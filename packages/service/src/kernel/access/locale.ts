import { timeZoneName } from '@rowhouse/table-protocol/internal';

/**
 * The language of a response: the user's, else the first accepted by the browser that the service supports, else the
 * service's.
 */
export function chooseLanguage(
  known: readonly string[],
  byDefault: string,
  user: string | null,
  acceptLanguage: string | undefined,
): string {
  if (user !== null && known.includes(user)) return user;
  for (const accepted of byPreference(acceptLanguage ?? '')) {
    const exact = known.find((language) => language.toLowerCase() === accepted);
    const related = known.find((language) => base(language) === base(accepted));
    const found = exact ?? related;
    if (found !== undefined) return found;
  }
  return byDefault;
}

function byPreference(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

function base(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase();
}

/** The pages store the browser's time zone in a cookie, so that links and event streams send it too. */
const cookiePattern = /(?:^|;\s*)rowhouse_time_zone=([^;\s]+)/;

export interface KnownTimeZones {
  /** Set in the profile. */
  readonly timeZone: string | null;
  /** Of the browser that the user used last. */
  readonly browserTimeZone: string | null;
}

/** The browser's IANA time zone from a Cookie header; null if missing or invalid. */
export function browserTimeZone(cookies: string | undefined): string | null {
  return timeZoneName(cookiePattern.exec(cookies ?? '')?.[1] ?? '');
}

/**
 * A user's time zone: the profile's, else that of the current browser (`present`), else the last browser's, else
 * `byDefault`. Zones that this version of Node does not know are ignored.
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
