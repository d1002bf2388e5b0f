import type { IncomingHttpHeaders } from 'node:http';
import { fromNodeHeaders } from 'better-auth/node';
import type { Kysely } from 'kysely';
import type { Auth } from '../auth/createAuth.ts';
import { orDatabaseError } from '../auth/orDatabaseError.ts';
import type { Database } from '../database/Database.ts';
import { ServiceError } from '../http/errors.ts';
import { apiKeyOwners } from './apiKeyOwners.ts';

/** Whom the credentials of a request belong to. */
export interface Identity {
  readonly userId: number;
  readonly impersonatedBy: number | null;
  readonly by: 'cookie' | 'bearer' | 'api-key';
  /** Cookies to send back: the renewed session. */
  readonly cookies: readonly string[];
}

/** Answers null without credentials, and throws `service.unauthenticated` on an API key or token that is not valid. */
export type Identify = (headers: IncomingHttpHeaders, options?: IdentifyOptions) => Promise<Identity | null>;

export interface IdentifyOptions {
  /** For one who was let in before: asks the database whatever a cookie says, and neither renews nor uses up anything. */
  readonly again?: boolean;
}

/** Reads the API key, the bearer token or the session cookie of a request: the first of them that is there. */
export function createIdentify(db: Kysely<Database>, auth: Auth): Identify {
  const ownerOf = apiKeyOwners(db, auth);
  return async (headers, { again = false } = {}) => {
    const apiKey = headers['x-api-key'];
    if (typeof apiKey === 'string') {
      const userId = await ownerOf(apiKey, { use: !again });
      if (userId === null) throw new ServiceError('service.unauthenticated', invalidKey);
      return { userId, impersonatedBy: null, by: 'api-key', cookies: [] };
    }
    const { authorization } = headers;
    if (authorization !== undefined && /^bearer /i.test(authorization)) {
      const session = await readSession(auth, new Headers({ authorization }), again);
      if (session === null) throw new ServiceError('service.unauthenticated', invalidToken);
      return { ...session, by: 'bearer', cookies: [] };
    }
    if (headers.cookie === undefined) return null;
    const session = await readSession(auth, fromNodeHeaders({ cookie: headers.cookie }), again);
    return session === null ? null : { ...session, by: 'cookie' };
  };
}

const invalidKey =
  'The API key in x-api-key is unknown, disabled or expired. Create one with "rowhouse api-key:create".';
const invalidToken =
  'The bearer token is not valid or has expired. Sign in again at /api/auth/sign-in/email for a new one.';

async function readSession(auth: Auth, headers: Headers, again: boolean) {
  const { response, headers: answered } = await orDatabaseError(() =>
    auth.api.getSession({
      headers,
      returnHeaders: true,
      query: { disableCookieCache: again, disableRefresh: again },
    }),
  );
  if (response === null) return null;
  const { impersonatedBy } = response.session;
  return {
    userId: Number(response.user.id),
    impersonatedBy: impersonatedBy == null ? null : Number(impersonatedBy),
    cookies: answered.getSetCookie(),
  };
}
