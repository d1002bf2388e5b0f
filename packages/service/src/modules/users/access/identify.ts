import type { IncomingHttpHeaders } from 'node:http';
import type { Kysely } from 'kysely';
import { ServiceError } from '../../../base/errors.ts';
import { timedCache } from '../../../kernel/access/timedCache.ts';
import type { Identify } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import type { Auth } from '../auth/createAuth.ts';
import { orDatabaseError } from '../auth/databaseFailures.ts';
import { isSessionLive } from '../auth/sessions.ts';
import type { ApiKeyOwners } from './apiKeyOwners.ts';

interface IdentifyDependencies {
  readonly db: Kysely<Database>;
  readonly keys: Pick<ApiKeyOwners, 'find'>;
  readonly sessions: Sessions;
  /** Whether this process is notified of ended sessions. If not, each request looks its session up. */
  readonly isNotified: () => boolean;
}

export function createIdentify({ db, keys, sessions, isNotified }: IdentifyDependencies): Identify {
  return async (headers, { again = false, background = false, changes = false } = {}) => {
    const credentials = readCredentials(headers);
    if (credentials === null) return null;
    const { by } = credentials;
    if (by === 'api-key') {
      const owner = await keys.find(credentials.key, { use: !again });
      if (owner === null) throw new ServiceError('service.unauthenticated', invalidKey);
      const { userId, ...apiKey } = owner;

      return { userId, apiKey, impersonatedBy: null, by, sessionId: null, cookies: [] };
    }
    const session = await sessions.find(credentials, { renews: !again && !background });
    const looksUp = again || changes || !isNotified();
    if (session === null || (looksUp && !(await isSessionLive(db, session.sessionId)))) {
      if (by === 'bearer') throw new ServiceError('service.unauthenticated', invalidToken);

      return null;
    }
    const { expiresAt: _, cookies, ...identity } = session;

    return { ...identity, apiKey: null, by, cookies: by === 'cookie' ? cookies : [] };
  };
}

const invalidKey =
  'The API key in x-api-key is unknown, disabled or expired. Create one with "rowhouse api-key:create".';
const invalidToken =
  'The bearer token is not valid or has expired. Sign in again at /api/auth/sign-in/email for a new one.';

interface Session {
  readonly userId: number;
  readonly impersonatedBy: number | null;
  readonly sessionId: number;
  readonly expiresAt: Date;
  /** `Set-Cookie` headers that renew it. */
  readonly cookies: readonly string[];
}

interface Sessions {
  /** Null if the session has ended or does not exist. */
  find(
    credentials: SessionCredentials,
    options: { /** Extends it, if it is old enough. */ readonly renews: boolean },
  ): Promise<Session | null>;
  /** Makes ends of sessions visible immediately. */
  forget(): void;
}

/**
 * Sessions by their credential, cached for up to five seconds. The database notifies all processes of each end (see
 * EventBus.onAccessChange).
 */
export function sessionReader(db: Kysely<Database>, auth: Auth): Sessions {
  const cache = (renews: boolean) =>
    timedCache({
      milliseconds: 5_000,
      load: (key: string) => readSession(db, auth, credentialsOf(key), { renews }),
    });
  const [renewing, reading] = [cache(true), cache(false)];

  return {
    find: async ({ by, value }, { renews }) => {
      const session = await (renews ? renewing : reading).get(`${by} ${value}`);

      return session !== null && session.expiresAt.getTime() > Date.now() ? session : null;
    },
    forget: () => {
      renewing.forget();
      reading.forget();
    },
  };
}

function credentialsOf(key: string): SessionCredentials {
  const [, by, value = ''] = /^(bearer|cookie) (.*)$/s.exec(key) ?? [];

  return { by: by as SessionCredentials['by'], value };
}

async function readSession(
  db: Kysely<Database>,
  auth: Auth,
  credentials: SessionCredentials,
  { renews }: { readonly renews: boolean },
): Promise<Session | null> {
  const { response, headers } = await orDatabaseError(() =>
    auth.api.getSession({
      headers: sessionHeaders(credentials),
      returnHeaders: true,
      query: { disableRefresh: !renews },
    }),
  );
  if (response === null) return null;
  const { session, user } = response;
  const sessionId = Number(session.id);
  const impersonatedBy = session.impersonatedBy == null ? null : Number(session.impersonatedBy);
  // The library does not know that an impersonation ends with the session that started it.
  if (impersonatedBy !== null && !(await isSessionLive(db, sessionId))) return null;

  return {
    userId: Number(user.id),
    impersonatedBy,
    sessionId,
    expiresAt: new Date(session.expiresAt),
    cookies: headers.getSetCookie(),
  };
}

interface SessionCredentials {
  readonly by: 'bearer' | 'cookie';
  /** Of the header. */
  readonly value: string;
}

type Credentials = { readonly by: 'api-key'; readonly key: string } | SessionCredentials;

/** Headers with this credential and no other, as the sign-in library reads it. */
export function sessionHeaders({ by, value }: SessionCredentials): Headers {
  return new Headers({ [by === 'bearer' ? 'authorization' : 'cookie']: value });
}

/**
 * The credential of a request: the API key, else the bearer token, else the cookies. Everything that acts on a session
 * uses this. Other schemes of `authorization`, such as the Basic of a proxy, are ignored.
 */
export function readCredentials(headers: IncomingHttpHeaders): Credentials | null {
  const { authorization, cookie, 'x-api-key': key } = headers;
  if (typeof key === 'string') return { by: 'api-key', key };
  if (authorization !== undefined && /^bearer /i.test(authorization)) {
    return { by: 'bearer', value: authorization };
  }

  return cookie === undefined ? null : { by: 'cookie', value: cookie };
}
