import { defaultKeyHasher } from '@better-auth/api-key';
import { type InferResult, type Kysely, sql } from 'kysely';
import { timedCache } from '../../../kernel/access/timedCache.ts';
import type { UserApiKey } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { readKeyPermissions } from '../apiKeys/apiKeys.ts';
import type { Auth } from '../auth/createAuth.ts';
import { orDatabaseError } from '../auth/databaseFailures.ts';

export interface ApiKeyOwners {
  /** The owner of a valid API key; null if the key is unknown, disabled, expired or used up. */
  find(key: string, options?: { readonly use?: boolean }): Promise<KeyOwner | null>;
  /** The same by its id, without a cache and without using it. */
  findById(id: number): Promise<KeyOwner | null>;
  /** Makes changes visible immediately. */
  forget(): void;
}

/** An API key and its owner. */
interface KeyOwner extends UserApiKey {
  readonly userId: number;
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
      if (found === null || hasExpired(found)) return null;
      if (use && found.isLimited && !(await isUsable(auth, key))) return null;

      return ownerOf(found);
    },
    findById: async (id) => {
      const found = await enabledKeys(db).where('id', '=', id).executeTakeFirst();

      return found === undefined || hasExpired(keyOf(found)) ? null : ownerOf(keyOf(found));
    },
    forget: () => keys.forget(),
  };
}

/** Uses the key once. */
async function isUsable(auth: Auth, key: string): Promise<boolean> {
  return (await orDatabaseError(() => auth.api.verifyApiKey({ body: { key } }))).valid;
}

async function loadKey(db: Kysely<Database>, hash: string): Promise<EnabledKey | null> {
  const row = await enabledKeys(db).where('key', '=', hash).executeTakeFirst();
  if (row === undefined) return null;
  if (row.last_request === null || row.last_request.getTime() < Date.now() - 60_000) {
    await db.updateTable('api_keys').set({ last_request: sql`now()` }).where('id', '=', row.id).execute();
  }

  return keyOf(row);
}

function enabledKeys(db: Kysely<Database>) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'user_id', 'expires_at', 'remaining', 'last_request', 'permissions'])
    .where('enabled', 'is not', false);
}

interface EnabledKey extends KeyOwner {
  readonly expiresAt: Date | null;
  /** Whether its number of uses is limited. */
  readonly isLimited: boolean;
}

function keyOf(row: InferResult<ReturnType<typeof enabledKeys>>[number]): EnabledKey {
  return {
    id: row.id,
    userId: row.user_id,
    permissions: readKeyPermissions(row.permissions),
    expiresAt: row.expires_at,
    isLimited: row.remaining !== null,
  };
}

function hasExpired({ expiresAt }: EnabledKey): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}

function ownerOf({ id, userId, permissions }: EnabledKey): KeyOwner {
  return { id, userId, permissions };
}
