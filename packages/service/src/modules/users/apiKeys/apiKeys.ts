import { type Kysely, sql } from 'kysely';
import type { User } from '../../../kernel/access/User.ts';
import { commandLine } from '../../../kernel/commandLine.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { changesOf, type HookCalls, noHooks, type TellChange } from '../../../kernel/hooks/createHooks.ts';
import { StartError } from '../../../kernel/StartError.ts';
import { type Auth, orDatabaseError } from '../auth/createAuth.ts';
import { normalEmail } from '../userForm.ts';

/** A key as people see it. The key itself is shown once, when it is made. */
export interface ListedKey {
  readonly id: number;
  readonly name: string | null;
  /** Its first characters. */
  readonly start: string | null;
  /** Names; null for all of its user. */
  readonly permissions: readonly string[] | null;
  readonly isActive: boolean;
  /** ISO 8601, all three. */
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** To the minute. */
  readonly lastUsedAt: string | null;
}

export interface NewKey {
  readonly name: string;
  /** Days; null for a key that does not expire. */
  readonly expiresInDays: number | null;
  /** Names; null for all of the user. */
  readonly permissions: readonly string[] | null;
}

/** What changing keys takes. */
export interface KeyParts {
  readonly db: Kysely<Database>;
  readonly hooks: HookCalls;
}

/** Most keys of a user. */
const most = 100;

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
 * Makes a key, and returns it, which is the only time that it can be seen.
 *
 * @throws ServiceError for permissions that the user does not have, and for more keys than a user may have.
 */
export async function addKey(
  { db, auth, hooks }: KeyParts & { readonly auth: Auth },
  user: User,
  { name, expiresInDays, permissions }: NewKey,
): Promise<string> {
  const foreign = (permissions ?? []).filter((permission) => !user.permissions.has(permission));
  if (foreign.length > 0) {
    throw new ServiceError(
      'service.forbidden',
      `You cannot give a key permissions that you do not have yourself: ${foreign.slice(0, 20).join(', ')}.`,
    );
  }
  if ((await listKeys(db, user.id)).length >= most) {
    throw new ServiceError(
      'service.conflict',
      `You have ${most} API keys, which is the limit. Revoke one first.`,
    );
  }

  return makeKey({ db, auth, hooks }, { user, by: user }, { name, expiresInDays, permissions });
}

/** The same without a look at permissions: for commands, where `by` is null. */
async function makeKey(
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

  // The library makes keys by a connection of its own: one that is refused is removed, before anybody knows it.
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

/** @throws ServiceError when the user has no such key. */
export async function removeKey(
  { db, hooks }: KeyParts,
  { caller, user, key }: { readonly caller: User; readonly user: number; readonly key: number },
): Promise<void> {
  await hooks.changing(db, caller, async (transaction, tell) => {
    const removed = await removeKeys(transaction, tell, { user, key });
    if (removed === 0) throw new ServiceError('service.not_found', `API key ${key} does not exist.`);
  });
}

/** One key of a user, or all, and returns how many there were. */
export async function removeKeys(
  db: Kysely<Database>,
  tell: TellChange,
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

/** Under which the sign-in library stores the names of a key's permissions. */
const resource = 'routes';

/** As the sign-in library takes it. */
function toKeyPermissions(names: readonly string[]): Record<string, string[]> {
  return { [resource]: [...names] };
}

/**
 * Names of the permissions that a key is limited to; null for all of its user. What cannot be read permits nothing.
 */
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
  /** Whose key it is; it can do what that user can. */
  readonly email: string;
  readonly name: string;
  /** Days until it expires; never when absent. */
  readonly days?: number;
}

/** Creates an API key and returns it. It is stored hashed, so this is the only time that it can be seen. */
export async function createApiKey(
  db: Kysely<Database>,
  auth: Auth,
  wanted: NewApiKey,
  hooks: HookCalls = noHooks,
): Promise<string> {
  const email = normalEmail(wanted.email);
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (user === undefined) {
    throw new StartError(
      `No user has the e-mail address ${email}. Create one with "${commandLine('user:create')}".`,
    );
  }
  const { name, days: expiresInDays = null } = wanted;

  return makeKey({ db, auth, hooks }, { user, by: null }, { name, expiresInDays, permissions: null });
}
