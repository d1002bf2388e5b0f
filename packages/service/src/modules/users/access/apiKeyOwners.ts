import { defaultKeyHasher } from '@better-auth/api-key';
import { type Kysely, sql } from 'kysely';
import { timedCache } from '../../../kernel/access/timedCache.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { readKeyPermissions } from '../apiKeys/keyPermissions.ts';
import type { Auth } from '../auth/createAuth.ts';
import { orDatabaseError } from '../auth/orDatabaseError.ts';

export interface ApiKeyOwners {
  /** Whose a valid API key is; null when the key is unknown, disabled, expired or used up. */
  find(key: string, options?: { readonly use?: boolean }): Promise<KeyOwner | null>;
  /** Makes changes visible immediately. */
  forget(): void;
}

export interface KeyOwner {
  readonly userId: number;
  /** Names of the permissions that the key is limited to; null for all of the user. */
  readonly permissions: readonly string[] | null;
}

/**
 * Looks keys up by their hash, and keeps what it found for up to five seconds (see EventBus.onAccessChange). Only keys with a
 * limited number of uses go through the sign-in library each time, since that writes to the database; not when `use` is
 * false.
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

/** Uses it up by one. */
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
