import { StartError } from '../../kernel/errors.ts';
import { emailPattern, normalEmail } from './emailAddress.ts';
import { type AccountParts, insertUser } from './insertUser.ts';

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  /** In clear; stored hashed. */
  readonly password: string;
  /** Name of a role, for example `user`. */
  readonly role: string;
  readonly language?: string;
}

/** Creates a user who can sign in with e-mail and password, and answers the id. For commands. */
export async function createUser(parts: AccountParts, account: NewAccount): Promise<number> {
  const { db } = parts;
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
  const id = await insertUser(parts, { name, email, password, language, roleId: role.id, isActive: true });
  if (id === null) throw new StartError(`A user with the e-mail address ${email} already exists.`);
  return id;
}
