import type { WritableFields } from '@rowhouse/tables';
import { type Kysely, sql, type Transaction } from 'kysely';
import { StartError } from '../../base/errors.ts';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { type AnnounceChange, changesOf, type HookCalls, noHooks } from '../../kernel/hooks/createHooks.ts';
import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import { sendAvatarJob } from '../avatars/index.ts';
import type { Auth } from './auth/createAuth.ts';
import { emailPattern, normalEmail } from './email.ts';

/** Dependencies of creating and changing users. */
export interface AccountDependencies {
  readonly db: Kysely<Database>;
  readonly auth: Auth;
  readonly jobs: Jobs;
  /** Defaults to none. */
  readonly hooks?: HookCalls;
}

interface NewUser {
  readonly name: string;
  /** As `normalEmail` returns it. */
  readonly email: string;
  /** Plain text; stored hashed. Null for an invited user, who cannot sign in before choosing one. */
  readonly password: string | null;
  readonly roleId: number;
  readonly language: string | null;
  readonly isActive: boolean;
}

interface UserOrigin {
  /** The creator; null for the service itself. */
  readonly by?: User | null;
  readonly invite?: ((transaction: Transaction<Database>, id: number) => Promise<unknown>) | undefined;
  /** Values of fields that modules add to users. Defaults to those of the database. */
  readonly fields?: WritableFields | null;
}

/**
 * Stores a user with a password and returns the id; null if the address is taken. The avatar is created in the
 * background. `invite` sends the invitation, in the same transaction.
 */
export async function insertUser(
  { db, auth, jobs, hooks = noHooks }: AccountDependencies,
  user: NewUser,
  { by = null, invite, fields: added = null }: UserOrigin = {},
): Promise<number | null> {
  const { password, ...fields } = user;
  const hash = password === null ? null : await hashPassword(auth, password);

  return hooks.changing(db, by, (transaction, tell) =>
    storeUser(transaction, { jobs, tell }, { ...fields, hash, invite, fields: added }),
  );
}

/** Hashing is slow by design, so it happens before a transaction. */
export async function hashPassword(auth: Auth, password: string): Promise<string> {
  return (await auth.$context).password.hash(password);
}

/** The same in a transaction, with a hashed password. */
export async function storeUser(
  transaction: Transaction<Database>,
  { jobs, tell }: Pick<AccountDependencies, 'jobs'> & { readonly tell: AnnounceChange },
  {
    hash,
    invite,
    fields = null,
    ...user
  }: Omit<NewUser, 'password'> & Pick<UserOrigin, 'invite' | 'fields'> & { readonly hash: string | null },
): Promise<number | null> {
  const inserted = await transaction
    .insertInto('users')
    .values({
      name: user.name,
      email: user.email,
      email_verified: invite === undefined,
      role_id: user.roleId,
      is_active: user.isActive,
      language: user.language,
      auth_role: 'user',
      ...(invite !== undefined && { invited_at: sql<Date>`now()` }),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return null;
  const { id } = inserted;
  if (hash !== null) {
    await transaction
      .insertInto('accounts')
      .values({ account_id: `${id}`, provider_id: 'credential', user_id: id, password: hash })
      .execute();
  }
  const added = await fields?.write(transaction, `${id}`);
  await tell({ kind: 'users', id, action: 'created', changes: { ...changesOf({}, user), ...added } });
  await invite?.(transaction, id);
  await sendAvatarJob(jobs, { user: id }, transaction);

  return id;
}

interface NewAccount {
  readonly name: string;
  readonly email: string;
  /** Plain text; stored hashed. */
  readonly password: string;
  /** Name of a role, for example `user`. */
  readonly role: string;
  readonly language?: string;
}

/** Creates an active user with a password, and returns the id. For commands. */
export async function createUser(dependencies: AccountDependencies, account: NewAccount): Promise<number> {
  const { db } = dependencies;
  const email = normalEmail(account.email);
  if (!new RegExp(emailPattern).test(email)) {
    throw new StartError(`"${account.email}" is not an e-mail address. Give one such as ada@example.com.`);
  }
  const role = await db.selectFrom('roles').select('id').where('name', '=', account.role).executeTakeFirst();
  if (role === undefined) {
    const names = await db.selectFrom('roles').select('name').orderBy('id').execute();
    throw new StartError(
      `Role "${account.role}" does not exist. Choose one of ${names.map(({ name }) => name).join(', ')}.`,
    );
  }
  const { name, password, language = null } = account;
  const id = await insertUser(dependencies, {
    name,
    email,
    password,
    language,
    roleId: role.id,
    isActive: true,
  });
  if (id === null) throw new StartError(`A user with the e-mail address ${email} already exists.`);
  return id;
}
