import { type Kysely, sql } from 'kysely';
import type { User } from '../../../kernel/access/User.ts';
import { commandLine } from '../../../kernel/commandLine.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { ServiceError, StartError } from '../../../kernel/errors.ts';
import {
  type AnnounceChange,
  changesOf,
  type HookCalls,
  noHooks,
} from '../../../kernel/hooks/createHooks.ts';
import { type Auth, orDatabaseError } from '../auth/createAuth.ts';
import { normalEmail } from '../userForm.ts';

/** A key without its secret, which is shown once, when it is created. */
export interface ListedKey {
  readonly id: number;
  readonly name: string | null;
  /** Its first characters. */
  readonly start: string | null;
  /** Names; null for all permissions of its user. */
  readonly permissions: readonly string[] | null;
  readonly isActive: boolean;
  /** ISO 8601, like the other two. */
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** To the minute. */
  readonly lastUsedAt: string | null;
}

export interface NewKey {
  readonly name: string;
  /** Days; null for a key that does not expire. */
  readonly expiresInDays: number | null;
  /** Names; null for all permissions of the user. */
  readonly permissions: readonly string[] | null;
}

export interface KeyParts {
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
  { db, auth, hooks }: KeyParts & { readonly auth: Auth },
  user: User,
  { name, expiresInDays, permissions }: NewKey,
): Promise<string> {
  const missing = (permissions ?? []).filter((permission) => !user.permissions.has(permission));
  if (missing.length > 0) {
    throw new ServiceError(
      'service.forbidden',
      `You cannot give a key permissions that you do not have yourself: ${missing.slice(0, 20).join(', ')}.`,
    );
  }
  if ((await listKeys(db, user.id)).length >= maxKeys) {
    throw new ServiceError(
      'service.conflict',
      `You have ${maxKeys} API keys, which is the limit. Revoke one first.`,
    );
  }

  return insertKey({ db, auth, hooks }, { user, by: user }, { name, expiresInDays, permissions });
}

/** The same without checks. For commands, `by` is null. */
async function insertKey(
  { db, auth, hooks }: KeyParts & { readonly auth: Auth },
  { user, by }: { readonly user: Pick<User, 'id'>; readonly by: User | null },
  { name, expiresInDays, permissions }: NewKey,
): Promise<string> {
  const { id, key } = await orDatabaseError(() =>
    auth.api.createApiKey({
      body: {
        userId: `${user.id}`,
        name,
        ...(expiresInDays !== null && { expiresIn: expiresInDays * 24 * 60 * 60 }),
        ...(permissions !== null && { permissions: toKeyPermissions(permissions) }),
      },
    }),
  );

  // The library creates keys on its own connection, so a refused key is removed.
  try {
    const changes = changesOf({}, { name, expiresInDays, permissions, userId: user.id });
    await hooks.changing(db, by, (_, tell) =>
      tell({ kind: 'apiKeys', id: Number(id), action: 'created', changes }),
    );
  } catch (error) {
    await db.deleteFrom('api_keys').where('id', '=', Number(id)).execute();
    throw error;
  }

  return key;
}

/** @throws ServiceError if the user has no such key. */
export async function removeKey(
  { db, hooks }: KeyParts,
  { caller, user, key }: { readonly caller: User; readonly user: number; readonly key: number },
): Promise<void> {
  await hooks.changing(db, caller, async (transaction, tell) => {
    const removed = await removeKeys(transaction, tell, { user, key });
    if (removed === 0) throw new ServiceError('service.not_found', `API key ${key} does not exist.`);
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
  /** Days until it expires; never by default. */
  readonly days?: number;
}

/** Creates an API key for a command, and returns it. It is stored hashed, so it cannot be shown again. */
export async function createApiKey(
  db: Kysely<Database>,
  auth: Auth,
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

  return insertKey({ db, auth, hooks }, { user, by: null }, { name, expiresInDays, permissions: null });
}
