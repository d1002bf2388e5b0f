import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import { noHooks } from '../../kernel/hooks/createHooks.ts';
import { type AccountDependencies, hashPassword, storeUser } from './createUser.ts';

/** A query of the active administrators, the oldest first. */
export function activeAdministrators(db: Kysely<Database>) {
  return db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .where('roles.is_administrator', '=', true)
    .where('users.is_active', '=', true)
    .orderBy('users.id');
}

/** The e-mail address of the oldest active administrator; null without any. */
export async function findAdministrator(db: Kysely<Database>): Promise<string | null> {
  const found = await activeAdministrators(db).select('users.email').limit(1).executeTakeFirst();

  return found?.email ?? null;
}

/** Shown once and not stored. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Creates an administrator with a random password; null if an administrator exists, or the address is taken. */
export async function firstAdministrator(dependencies: AccountDependencies): Promise<Credentials | null> {
  const { db, auth, jobs, hooks = noHooks } = dependencies;
  const credentials = { email: 'admin@example.com', password: randomPassword() };
  const { email, password } = credentials;
  if (await isAdministered(db, email)) return null;
  const hash = await hashPassword(auth, password);

  return hooks.changing(db, null, async (transaction, tell) => {
    // Prevents concurrent processes from creating two.
    await sql`select pg_advisory_xact_lock(hashtext('rowhouse.first_administrator'))`.execute(transaction);
    if (await isAdministered(transaction, email)) return null;
    const { id: roleId } = await transaction
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'administrator')
      .executeTakeFirstOrThrow();
    const account = { email, name: 'Administrator', roleId, language: null, isActive: true };
    await storeUser(transaction, { jobs, tell }, { ...account, hash, invite: undefined });

    return credentials;
  });
}

async function isAdministered(db: Kysely<Database>, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('users.id')
    .where((where) =>
      where.or([where('roles.is_administrator', '=', true), where('users.email', '=', email)]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** 24 letters and digits that are easy to tell apart; about 118 random bits. */
export function randomPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from(randomBytes(24), (byte) => alphabet[byte % alphabet.length]).join('');
}
