import { say } from '@rowhouse/problems';
import { browserTimeZone, chooseLanguage, timeZoneOf } from '../../../kernel/access/locale.ts';
import {
  type Authenticate,
  type Identify,
  ImpersonationEnded,
  type KnownUser,
  type UserDirectory,
} from '../../../kernel/access/User.ts';
import { rightsOf } from './readGrant.ts';

interface AuthenticateDependencies {
  readonly identify: Identify;
  readonly users: Pick<UserDirectory, 'find'>;
  readonly endSession: (id: number) => Promise<void>;
  /** For users without a language: the first of these that the browser accepts, otherwise `language`. */
  readonly languages: readonly string[];
  readonly language: string;
  /** For users without a known time zone. */
  readonly timeZone: string;
}

export function createAuthenticate(dependencies: AuthenticateDependencies): Authenticate {
  const { identify, users, endSession, languages, language, timeZone } = dependencies;

  return async (headers, options) => {
    const languageOf = (known: KnownUser | null) =>
      chooseLanguage(languages, language, known?.language ?? null, headers['accept-language']);
    const identity = await identify(headers, options);
    if (identity === null) return null;
    const { userId: id, apiKey, impersonatedBy, sessionId } = identity;
    const known = await rightsOf(users, { id, apiKey, impersonatedBy });
    if (known === 'impersonation') {
      if (sessionId !== null) await endSession(sessionId);
      const [target, impersonator] = await Promise.all([
        users.find(id),
        impersonatedBy === null ? null : users.find(impersonatedBy),
      ]);
      throw noLongerImpersonates(target?.name ?? `user ${id}`, languageOf(impersonator));
    }
    if (typeof known === 'string') return null;
    const { browserTimeZone: lastZone, timeZone: ownTimeZone, ...account } = known;
    // API keys do not follow the browser of their owner.
    const isBrowser = identity.by === 'cookie';
    const zones = { timeZone: ownTimeZone, browserTimeZone: isBrowser ? lastZone : null };
    const user = Object.freeze({
      ...account,
      language: languageOf(known),
      timeZone: timeZoneOf(zones, timeZone, isBrowser ? browserTimeZone(headers.cookie) : null),
      ownTimeZone,
      isImpersonated: impersonatedBy !== null,
      impersonatedBy,
      apiKey,
    });

    return { identity, user };
  };
}

function noLongerImpersonates(name: string, language: string): ImpersonationEnded {
  return new ImpersonationEnded(
    say`You may no longer impersonate ${name}, so the session has ended. Use your own session, or sign in again.`,
    language,
  );
}
