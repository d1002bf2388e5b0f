import type { Kysely } from 'kysely';
import type { Auth } from '../auth/createAuth.ts';
import type { Database } from '../database/Database.ts';
import { StartError } from '../StartError.ts';

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  /** In clear; stored hashed. */
  readonly password: string;
  /** Name of a role, for example `user`. */
  readonly role: string;
  readonly language?: string;
}

/** Creates a user who can sign in with e-mail and password, and answers the id. */
export async function createUser(db: Kysely<Database>, auth: Auth, account: NewAccount): Promise<number> {
  const email = account.email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new StartError(`"${account.email}" is not an e-mail address. Give one such as ada@example.com.`);
  }
  const role = await db.selectFrom('roles').select('id').where('name', '=', account.role).executeTakeFirst();
  if (role === undefined) {
    const names = await db.selectFrom('roles').select('name').orderBy('id').execute();
    throw new StartError(
      `There is no role "${account.role}". Choose one of ${names.map(({ name }) => name).join(', ')}.`,
    );
  }
  const { password } = await auth.$context;
  const hash = await password.hash(account.password);
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .insertInto('users')
      .values({
        name: account.name,
        email,
        email_verified: true,
        role_id: role.id,
        language: account.language ?? null,
        auth_role: 'user',
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (user === undefined) throw new StartError(`There is a user with the e-mail address ${email} already.`);
    await transaction
      .insertInto('accounts')
      .values({ account_id: `${user.id}`, provider_id: 'credential', user_id: user.id, password: hash })
      .execute();
    return user.id;
  });
}
