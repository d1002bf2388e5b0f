import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import {
  hasAuthorityOver,
  type KnownUser,
  permits,
  type RoleRights,
  type UserDirectory,
} from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { type AnnounceChange, changesOf, type HookCalls } from '../../../kernel/hooks/createHooks.ts';
import { removeKeys } from '../apiKeys/apiKeys.ts';
import { endSessions } from '../auth/sessions.ts';
import type { PasswordLinksTable } from '../userTables.ts';

export const linkMinutes = 30;

interface NewLink {
  readonly user: number;
  readonly purpose: PasswordLinksTable['purpose'];
  readonly email: string;
  /** Null for a reset. */
  readonly invitedBy: number | null;
}

/** A valid link. */
interface OpenLink {
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  readonly purpose: PasswordLinksTable['purpose'];
}

export interface PasswordLinkDependencies {
  readonly db: Kysely<Database>;
  /** Without a cache, so that a withdrawn permission of the inviter takes effect immediately. */
  readonly users: Pick<UserDirectory, 'find'>;
}

/** Stores a link, which replaces the user's previous one, and returns its token. Only a hash of the token is stored. */
export async function createLink(
  { db, hooks }: { readonly db: Kysely<Database>; readonly hooks: HookCalls },
  link: NewLink,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const values = {
    purpose: link.purpose,
    token_hash: hashOf(token),
    email: link.email,
    invited_by: link.invitedBy,
    expires_at: sql<Date>`now() + make_interval(mins => ${linkMinutes})`,
    created_at: sql<Date>`now()`,
  };
  const { user: id, purpose, email, invitedBy } = link;
  const by = invitedBy === null ? null : { id: invitedBy, impersonatedBy: null };
  await hooks.changing(db, by, async (transaction, tell) => {
    await transaction
      .insertInto('password_links')
      .values({ user_id: id, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
    const changes = changesOf({}, { purpose, email });
    await tell({ kind: 'passwordLinks', id, action: 'created', changes });
  });

  return token;
}

/** Deletes all links of a user. */
export async function deleteLinks(db: Kysely<Database>, user: number): Promise<void> {
  await db.deleteFrom('password_links').where('user_id', '=', user).execute();
}

export async function deleteLink(db: Kysely<Database>, token: string): Promise<void> {
  await db.deleteFrom('password_links').where('token_hash', '=', hashOf(token)).execute();
}

/**
 * Null for an invalid link: unknown, expired, used or replaced; of a user who is inactive or has another address; or an
 * invitation by a user who may no longer invite to the role.
 */
export async function findLink(
  { db, users }: PasswordLinkDependencies,
  token: string,
): Promise<OpenLink | null> {
  const row = await db
    .selectFrom('password_links as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .select(['users.id', 'users.name', 'users.email', 'link.purpose', 'link.invited_by'])
    .where('link.token_hash', '=', hashOf(token))
    .where('link.expires_at', '>', sql<Date>`now()`)
    .where('users.is_active', '=', true)
    .whereRef('users.email', '=', 'link.email')
    .executeTakeFirst();
  if (row === undefined) return null;
  const { purpose, invited_by: invitedBy, ...user } = row;
  if (purpose === 'reset') return { user, purpose };
  const [invited, inviter] = await Promise.all([
    users.find(user.id),
    invitedBy === null ? null : users.find(invitedBy),
  ]);
  const isValid =
    invited !== null && mayInvite(inviter, { ...invited.role, permissions: invited.permissions });

  return isValid ? { user, purpose } : null;
}

/**
 * Stores the password hash and ends all sessions of the user; null for an invalid link. Of concurrent requests, one
 * succeeds.
 */
export async function acceptLink(
  { db, users, hooks }: PasswordLinkDependencies & { readonly hooks: HookCalls },
  { token, hash }: { readonly token: string; readonly hash: string },
): Promise<OpenLink | null> {
  return hooks.changing(db, null, async (transaction, tell) => {
    const id = await lockUser(transaction, token);
    if (id === null) return null;
    // Checked again after the lock.
    const link = await findLink({ db: transaction, users }, token);
    if (link === null) return null;
    await choosePassword(transaction, tell, id, hash);
    await transaction.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
    const changes = { password: { from: null, to: null } };
    await tell({ kind: 'users', id, action: 'updated', changes });

    return link;
  });
}

/** Locks the user before the link, the same order as in other changes of users. */
async function lockUser(db: Transaction<Database>, token: string): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('password_links').select('user_id').where('token_hash', '=', hashOf(token)),
    )
    .forUpdate()
    .executeTakeFirst();

  return row?.id ?? null;
}

/** Tokens are random, so a plain hash is sufficient. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Checked when an invitation is requested, sent and accepted. */
export const invitationPermission = 'users.invite';

export function mayInvite(inviter: KnownUser | null, role: RoleRights): boolean {
  return inviter !== null && permits(inviter, invitationPermission) && hasAuthorityOver(inviter, role);
}

/** Sets a password on behalf of the user. Ends the sessions, and deletes the API keys, which another person may have created. */
export async function replacePassword(
  db: Transaction<Database>,
  tell: AnnounceChange,
  id: number,
  hash: string,
): Promise<void> {
  await choosePassword(db, tell, id, hash);
  await removeKeys(db, tell, { user: id });
}

/** Sets a password, ends all sessions, and removes links and an open invitation. */
async function choosePassword(
  db: Transaction<Database>,
  tell: AnnounceChange,
  id: number,
  hash: string,
): Promise<void> {
  await storePassword(db, id, hash);
  await deleteLinks(db, id);
  await db
    .updateTable('users')
    .set({ invited_at: null })
    .where('id', '=', id)
    .where('invited_at', 'is not', null)
    .execute();
  await endSessions(db, tell, id);
}

async function storePassword(db: Transaction<Database>, id: number, hash: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password: hash, updated_at: sql`now()` })
    .where('user_id', '=', id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto('accounts')
    .values({ account_id: `${id}`, provider_id: 'credential', user_id: id, password: hash })
    .execute();
}
