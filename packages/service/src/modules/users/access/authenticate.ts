import { browserTimeZone, chooseLanguage, timeZoneOf } from '../../../kernel/access/locale.ts';
import type { Authenticate, Identify, KnownUser, UserDirectory } from '../../../kernel/access/User.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { mayImpersonate } from './mayImpersonate.ts';

export interface AuthenticateParts {
  readonly identify: Identify;
  readonly directory: UserDirectory;
  readonly endSession: (id: number) => Promise<void>;
  /** Those of the service, for users who have chosen none: the first that the browser accepts, otherwise `language`. */
  readonly languages: readonly string[];
  readonly language: string;
  /** The service's time zone, for users of whom none is known. */
  readonly timeZone: string;
}

export function createAuthenticate(parts: AuthenticateParts): Authenticate {
  const { identify, directory, endSession, languages, language, timeZone } = parts;

  return async (headers, options) => {
    const identity = await identify(headers, options);
    const known = identity === null ? null : await directory.find(identity.userId);
    if (identity === null || known === null) return null;
    const { impersonatedBy, sessionId } = identity;
    if (impersonatedBy !== null && !mayImpersonate(await directory.find(impersonatedBy), known)) {
      if (sessionId !== null) await endSession(sessionId);
      throw new ServiceError(
        'service.unauthenticated',
        `You may no longer impersonate ${known.name}, so the session has ended. Use your own session, or ` +
          'sign in again.',
      );
    }
    const { browserTimeZone: lastZone, timeZone: ownTimeZone, ...rest } = known;
    // A program that uses a key does not follow the browser that its owner happens to use.
    const isBrowser = identity.by === 'cookie';
    const zones = { timeZone: ownTimeZone, browserTimeZone: isBrowser ? lastZone : null };
    const user = Object.freeze({
      ...(identity.permissions == null ? rest : limited(rest, identity.permissions)),
      language: chooseLanguage(languages, language, known.language, headers['accept-language']),
      timeZone: timeZoneOf(zones, timeZone, isBrowser ? browserTimeZone(headers.cookie) : null),
      ownTimeZone,
      isImpersonated: impersonatedBy !== null,
      impersonatedBy,
    });

    return { identity, user };
  };
}

/** With no right but those of the key: neither the role's of an administrator, nor of a superior. */
function limited<Known extends Pick<KnownUser, 'role' | 'permissions'>>(
  user: Known,
  permissions: readonly string[],
): Known {
  return {
    ...user,
    role: { ...user.role, isAdministrator: false, isSuperior: false },
    permissions: new Set(permissions.filter((name) => user.permissions.has(name))),
  };
}
