import type { IncomingHttpHeaders } from 'node:http';

/** The one credential that a request counts as sent with. */
export type Credentials =
  | { readonly by: 'api-key'; readonly key: string }
  /** `headers` has this credential and no other, as the sign-in library reads it. */
  | { readonly by: 'bearer' | 'cookie'; readonly headers: Headers };

/**
 * The API key, the bearer token or the cookies of a request: the first of them that it has. Everything that acts on a
 * session reads it here. Other schemes of `authorization`, such as the Basic of a proxy, are not the service's.
 */
export function readCredentials(headers: IncomingHttpHeaders): Credentials | null {
  const { authorization, cookie, 'x-api-key': key } = headers;
  if (typeof key === 'string') return { by: 'api-key', key };
  if (authorization !== undefined && /^bearer /i.test(authorization)) {
    return { by: 'bearer', headers: new Headers({ authorization }) };
  }

  return cookie === undefined ? null : { by: 'cookie', headers: new Headers({ cookie }) };
}
