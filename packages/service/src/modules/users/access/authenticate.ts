import type { IncomingHttpHeaders } from 'node:http';
import { defaultKeyHasher } from '@better-auth/api-key';
import { type Kysely, sql } from 'kysely';
import { browserTimeZone, chooseLanguage, timeZoneOf } from '../../../kernel/access/locale.ts';
import { timedCache } from '../../../kernel/access/timedCache.ts';
import type { Authenticate, Identify, KnownUser, UserDirectory } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { readKeyPermissions } from '../apiKeys/apiKeys.ts';
import { type Auth, orDatabaseError } from '../auth/createAuth.ts';
import { isImpersonationLive } from '../auth/sessions.ts';
import { mayImpersonate } from '../userRules.ts';

interface AuthenticateParts {
  readonly identify: Identify;
  readonly directory: UserDirectory;
  readonly endSession: (id: number) => Promise<void>;
  /** For users without a language: the first of these that the browser accepts, otherwise `language`. */
  readonly languages: readonly string[];
  readonly language: string;
  /** For users without a known time zone. */
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
    // API keys do not follow the browser of their owner.
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

/** The user limited to the permissions of a key, without the rights of administrators and superiors. */
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

export function createIdentify(db: Kysely<Database>, auth: Auth, keys: Pick<ApiKeyOwners, 'find'>): Identify {
  return async (headers, { again = false, background = false } = {}) => {
    const credentials = readCredentials(headers);
    if (credentials === null) return null;
    const { by } = credentials;
    if (by === 'api-key') {
      const owner = await keys.find(credentials.key, { use: !again });
      if (owner === null) throw new ServiceError('service.unauthenticated', invalidKey);

      return { ...owner, impersonatedBy: null, by, sessionId: null, cookies: [] };
    }
    const session = await readSession(db, auth, credentials.headers, {
      disableCookieCache: again,
      disableRefresh: again || background,
    });
    if (session === null && by === 'bearer') throw new ServiceError('service.unauthenticated', invalidToken);

    return session === null ? null : { ...session, by, cookies: by === 'cookie' ? session.cookies : [] };
  };
}

const invalidKey =
  'The API key in x-api-key is unknown, disabled or expired. Create one with "rowhouse api-key:create".';
const invalidToken =
  'The bearer token is not valid or has expired. Sign in again at /api/auth/sign-in/email for a new one.';

async function readSession(
  db: Kysely<Database>,
  auth: Auth,
  headers: Headers,
  query: { readonly disableCookieCache: boolean; readonly disableRefresh: boolean },
) {
  const { response, headers: responseHeaders } = await orDatabaseError(() =>
    auth.api.getSession({
      headers,
      returnHeaders: true,
      query,
    }),
  );
  if (response === null) return null;
  const sessionId = Number(response.session.id);
  const { impersonatedBy } = response.session;
  // The signed cookie alone is not sufficient for an impersonation.
  if (impersonatedBy != null && !(await isImpersonationLive(db, sessionId))) return null;

  return {
    userId: Number(response.user.id),
    impersonatedBy: impersonatedBy == null ? null : Number(impersonatedBy),
    sessionId,
    cookies: responseHeaders.getSetCookie(),
  };
}

type Credentials =
  | { readonly by: 'api-key'; readonly key: string }
  /** `headers` has this credential and no other, as the sign-in library reads it. */
  | { readonly by: 'bearer' | 'cookie'; readonly headers: Headers };

/**
 * The credential of a request: the API key, else the bearer token, else the cookies. Everything that acts on a session
 * uses this. Other schemes of `authorization`, such as the Basic of a proxy, are ignored.
 */
export function readCredentials(headers: IncomingHttpHeaders): Credentials | null {
  const { authorization, cookie, 'x-api-key': key } = headers;
  if (typeof key === 'string') return { by: 'api-key', key };
  if (authorization !== undefined && /^bearer /i.test(authorization)) {
    return { by: 'bearer', headers: new Headers({ authorization }) };
  }

  return cookie === undefined ? null : { by: 'cookie', headers: new Headers({ cookie }) };
}

interface ApiKeyOwners {
  /** The owner of a valid API key; null if the key is unknown, disabled, expired or used up. */
  find(key: string, options?: { readonly use?: boolean }): Promise<KeyOwner | null>;
  /** Makes changes visible immediately. */
  forget(): void;
}

interface KeyOwner {
  readonly userId: number;
  /** Names of the permissions that the key is limited to; null for all of the user. */
  readonly permissions: readonly string[] | null;
}

/**
 * Finds keys by their hash, and caches them for up to five seconds (see EventBus.onAccessChange). Only keys with a limited
 * number of uses go through the sign-in library, which writes to the database each time; not if `use` is false.
 */
export function apiKeyOwners(db: Kysely<Database>, auth: Auth): ApiKeyOwners {
  const keys = timedCache({ milliseconds: 5_000, load: (hash: string) => loadKey(db, hash) });

  return {
    find: async (key, { use = true } = {}) => {
      const found = await keys.get(await defaultKeyHasher(key));
      if (found === null || (found.expiresAt !== null && found.expiresAt.getTime() <= Date.now()))
        return null;
      if (use && found.isLimited && !(await isUsable(auth, key))) return null;

      return { userId: found.userId, permissions: found.permissions };
    },
    forget: () => keys.forget(),
  };
}

/** Uses the key once. */
async function isUsable(auth: Auth, key: string): Promise<boolean> {
  return (await orDatabaseError(() => auth.api.verifyApiKey({ body: { key } }))).valid;
}

async function loadKey(db: Kysely<Database>, hash: string) {
  const row = await db
    .selectFrom('api_keys')
    .select(['id', 'user_id', 'expires_at', 'remaining', 'last_request', 'permissions'])
    .where('key', '=', hash)
    .where('enabled', 'is not', false)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.last_request === null || row.last_request.getTime() < Date.now() - 60_000) {
    await db.updateTable('api_keys').set({ last_request: sql`now()` }).where('id', '=', row.id).execute();
  }
  return {
    userId: row.user_id,
    permissions: readKeyPermissions(row.permissions),
    expiresAt: row.expires_at,
    isLimited: row.remaining !== null,
  };
}
