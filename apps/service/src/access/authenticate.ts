import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../http/errors.ts';
import type { Identify, IdentifyOptions, Identity } from './identify.ts';
import { mayImpersonate } from './mayImpersonate.ts';
import { browserTimeZone, timeZoneOf } from './timeZones.ts';
import type { User } from './User.ts';
import type { UserDirectory } from './userDirectory.ts';

export interface AuthenticateParts {
  readonly identify: Identify;
  readonly directory: UserDirectory;
  readonly endSession: (id: number) => Promise<void>;
  /** Of users who have chosen none. */
  readonly language: string;
  /** The service's time zone, for users of whom none is known. */
  readonly timeZone: string;
}

export interface Authenticated {
  readonly identity: Identity;
  readonly user: User;
}

/**
 * Null without credentials, or when their user is not there. An impersonator is checked against his present rights; if
 * these do not suffice any more, the session ends.
 *
 * @throws ServiceError `service.unauthenticated` on credentials that are not valid.
 */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  options?: IdentifyOptions,
) => Promise<Authenticated | null>;

export function createAuthenticate(parts: AuthenticateParts): Authenticate {
  const { identify, directory, endSession, language, timeZone } = parts;

  return async (headers, options) => {
    const identity = await identify(headers, options);
    const known = identity === null ? null : await directory.find(identity.userId);
    if (identity === null || known === null) return null;
    const { impersonatedBy, sessionId } = identity;
    if (impersonatedBy !== null && !mayImpersonate(await directory.find(impersonatedBy), known)) {
      if (sessionId !== null) await endSession(sessionId);
      throw new ServiceError(
        'service.unauthenticated',
        `You may not act in the name of ${known.name} any more, so that session has ended. Use your own session, or ` +
          'sign in again.',
      );
    }
    const { browserTimeZone: lastZone, timeZone: ownTimeZone, ...rest } = known;
    // A program that uses a key does not follow the browser that its owner happens to use.
    const isBrowser = identity.by === 'cookie';
    const zones = { timeZone: ownTimeZone, browserTimeZone: isBrowser ? lastZone : null };
    const user = Object.freeze({
      ...rest,
      language: known.language ?? language,
      timeZone: timeZoneOf(zones, timeZone, isBrowser ? browserTimeZone(headers.cookie) : null),
      ownTimeZone,
      isImpersonated: impersonatedBy !== null,
      impersonatedBy,
    });

    return { identity, user };
  };
}
