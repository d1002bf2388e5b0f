import { defaultKeyHasher } from '@better-auth/api-key';
import { say } from '@rowhouse/problems';
import { generateRandomString } from 'better-auth/crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { commandLine } from '../../../base/commandLine.ts';
import { ServiceError, StartError } from '../../../base/errors.ts';
import type { User } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import {
  type AnnounceChange,
  changesOf,
  type HookCalls,
  noHooks,
} from '../../../kernel/hooks/createHooks.ts';
import type { ListedKey, NewKey } from '../access/messages.ts';
import { isSessionLive } from '../auth/sessions.ts';
import { normalEmail } from '../email.ts';

export interface ApiKeyDependencies {
  readonly db: Kysely<Database>;
  readonly hooks: HookCalls;
}

/** The maximum number of keys of a user. */
const maxKeys = 100;

/** The newest first. */
export async function listKeys(db: Kysely<Database>, user: number): Promise<ListedKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'start', 'permissions', 'created_at', 'expires_at', 'last_request'])
    .select(sql<boolean>`enabled is not false and (expires_at is null or expires_at > now())`.as('is_active'))
    .where('user_id', '=', user)
    .orderBy('id', 'desc')
    .execute();

  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    start: row.start,
    permissions: readKeyPermissions(row.permissions),
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_request?.toISOString() ?? null,
  }));
}

/**
 * Creates a key and returns it. It is stored hashed, so it cannot be shown again.
 *
 * @throws ServiceError if the user lacks one of the permissions, or has the maximum number of keys.
 */
export async function addKey(
  { db, hooks }: ApiKeyDependencies,
  { user, sessionId }: { readonly user: User; readonly sessionId: number },
  { name, expiresInDays, permissions }: NewKey,
): Promise<string> {
  const missing = (permissions ?? []).filter((permission) => !user.permissions.has(permission));
  if (missing.length > 0) {
    throw new ServiceError(
      'service.forbidden',
      say`You cannot give a key permissions that you do not have yourself: ${missing.slice(0, 20).join(', ')}.`,
    );
  }

  return hooks.changing(db, user, async (transaction, tell) => {
    await checkCount(transaction, user.id);
    // It may have ended since the request began, together with all keys.
    if (!(await isSessionLive(transaction, sessionId))) {
      throw new ServiceError('service.unauthenticated', 'The session has ended. Sign in again.');
    }

    return insertKey(transaction, tell, { userId: user.id, name, expiresInDays, permissions });
  });
}

/** The user is locked until the transaction ends, so that concurrent requests cannot exceed the limit together. */
async function checkCount(db: Transaction<Database>, user: number): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', user).forUpdate().execute();
  await db
    .deleteFrom('api_keys')
    .where('user_id', '=', user)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  if ((await listKeys(db, user)).length < maxKeys) return;
  throw new ServiceError(
    'service.conflict',
    say`You have ${maxKeys} API keys, which is the limit. Revoke one first.`,
  );
}

const prefix = 'rh_';

/** Stores a key as the sign-in library does, which verifies it, but in the transaction. */
async function insertKey(
  db: Transaction<Database>,
  tell: AnnounceChange,
  { userId, name, expiresInDays, permissions }: NewKey & { readonly userId: number },
): Promise<string> {
  const key = `${prefix}${generateRandomString(64, 'a-z', 'A-Z')}`;
  const { id } = await db
    .insertInto('api_keys')
    .values({
      config_id: 'default',
      name,
      prefix,
      start: key.slice(0, 6),
      key: await defaultKeyHasher(key),
      reference_id: `${userId}`,
      enabled: true,
      rate_limit_enabled: false,
      request_count: 0,
      expires_at: expiresInDays === null ? null : sql<Date>`now() + make_interval(days => ${expiresInDays})`,
      permissions: permissions === null ? null : JSON.stringify(toKeyPermissions(permissions)),
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const changes = changesOf({}, { name, expiresInDays, permissions, userId });
  await tell({ kind: 'apiKeys', id, action: 'created', changes });

  return key;
}

/** @throws ServiceError if the user has no such key. */
export async function removeKey(
  { db, hooks }: ApiKeyDependencies,
  { caller, user, key }: { readonly caller: User; readonly user: number; readonly key: number },
): Promise<void> {
  await hooks.changing(db, caller, async (transaction, tell) => {
    const removed = await removeKeys(transaction, tell, { user, key });
    if (removed === 0) throw new ServiceError('service.not_found', say`API key ${key} does not exist.`);
  });
}

/** Removes one key of a user, or all, and returns their number. */
export async function removeKeys(
  db: Kysely<Database>,
  tell: AnnounceChange,
  { user, key }: { readonly user: number; readonly key?: number },
): Promise<number> {
  const removed = await db
    .deleteFrom('api_keys')
    .where('user_id', '=', user)
    .$if(key !== undefined, (query) => query.where('id', '=', key as number))
    .returning('id')
    .execute();
  for (const { id } of removed) {
    await tell({ kind: 'apiKeys', id, action: 'deleted', changes: changesOf({ userId: user }, {}) });
  }

  return removed.length;
}

/** The resource under which the sign-in library stores the permissions of a key. */
const resource = 'routes';

function toKeyPermissions(names: readonly string[]): Record<string, string[]> {
  return { [resource]: [...names] };
}

/** The permissions that a key is limited to; null for all of its user. Invalid values permit nothing. */
export function readKeyPermissions(stored: string | null): readonly string[] | null {
  if (stored === null) return null;
  try {
    const names = (JSON.parse(stored) as Record<string, unknown> | null)?.[resource];

    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

interface NewApiKey {
  /** The owner, whose permissions the key has. */
  readonly email: string;
  readonly name: string;
  /** Days until it expires. Defaults to never. */
  readonly days?: number;
}

/** Creates an API key for a command, and returns it. It is stored hashed, so it cannot be shown again. */
export async function createApiKey(
  db: Kysely<Database>,
  newKey: NewApiKey,
  hooks: HookCalls = noHooks,
): Promise<string> {
  const email = normalEmail(newKey.email);
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (user === undefined) {
    throw new StartError(
      `No user has the e-mail address ${email}. Create one with "${commandLine('user:create')}".`,
    );
  }
  const { name, days: expiresInDays = null } = newKey;

  return hooks.changing(db, null, (transaction, tell) =>
    insertKey(transaction, tell, { userId: user.id, name, expiresInDays, permissions: null }),
  );
}
