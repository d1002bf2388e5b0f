import type { Kysely } from 'kysely';
import type { Identify } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import type { Auth } from '../auth/createAuth.ts';
import { orDatabaseError } from '../auth/orDatabaseError.ts';
import { isImpersonationLive } from '../auth/sessions.ts';
import type { ApiKeyOwners } from './apiKeyOwners.ts';
import { readCredentials } from './readCredentials.ts';

/** Reads who sends a request (see readCredentials). */
export function createIdentify(db: Kysely<Database>, auth: Auth, keys: Pick<ApiKeyOwners, 'find'>): Identify {
  return async (headers, { again = false } = {}) => {
    const credentials = readCredentials(headers);
    if (credentials === null) return null;
    const { by } = credentials;
    if (by === 'api-key') {
      const owner = await keys.find(credentials.key, { use: !again });
      if (owner === null) throw new ServiceError('service.unauthenticated', invalidKey);

      return { ...owner, impersonatedBy: null, by, sessionId: null, cookies: [] };
    }
    const session = await readSession(db, auth, credentials.headers, again);
    if (session === null && by === 'bearer') throw new ServiceError('service.unauthenticated', invalidToken);

    return session === null ? null : { ...session, by, cookies: by === 'cookie' ? session.cookies : [] };
  };
}

const invalidKey =
  'The API key in x-api-key is unknown, disabled or expired. Create one with "rowhouse api-key:create".';
const invalidToken =
  'The bearer token is not valid or has expired. Sign in again at /api/auth/sign-in/email for a new one.';

async function readSession(db: Kysely<Database>, auth: Auth, headers: Headers, again: boolean) {
  const { response, headers: answered } = await orDatabaseError(() =>
    auth.api.getSession({
      headers,
      returnHeaders: true,
      query: { disableCookieCache: again, disableRefresh: again },
    }),
  );
  if (response === null) return null;
  const sessionId = Number(response.session.id);
  const { impersonatedBy } = response.session;
  // The signed cookie alone is never enough to act in another user's name.
  if (impersonatedBy != null && !(await isImpersonationLive(db, sessionId))) return null;

  return {
    userId: Number(response.user.id),
    impersonatedBy: impersonatedBy == null ? null : Number(impersonatedBy),
    sessionId,
    cookies: answered.getSetCookie(),
  };
}
