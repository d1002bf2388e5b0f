import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import { StartError } from '../../kernel/StartError.ts';
import type { Auth } from './auth/createAuth.ts';
import { normalEmail } from './emailAddress.ts';
import { replacePassword } from './replacePassword.ts';

/** Sets the password of a user, ends the user's sessions and deletes the API keys. For commands. */
export async function setPassword(
  { db, auth }: { readonly db: Kysely<Database>; readonly auth: Auth },
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  const email = normalEmail(account.email);
  const context = await auth.$context;
  const hash = await context.password.hash(account.password);
  await db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) throw new StartError(`There is no user with the e-mail address ${email}.`);
    await replacePassword(transaction, user.id, hash);
  });
}
