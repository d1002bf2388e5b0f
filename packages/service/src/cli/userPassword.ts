import { defineCommand } from 'citty';
import type { Kysely } from 'kysely';
import type { Database } from '../kernel/database/Database.ts';
import type { HookCalls } from '../kernel/hooks/createHooks.ts';
import { StartError } from '../kernel/StartError.ts';
import type { Auth } from '../modules/users/auth/createAuth.ts';
import { replacePassword } from '../modules/users/password/passwordLinks.ts';
import { normalEmail } from '../modules/users/userForm.ts';
import { newPassword, passwordArgs } from './newPassword.ts';
import { report } from './report.ts';
import { withContext } from './withContext.ts';

/** Sets another password for a user, for example for the first administrator when it was lost. */
export const userPassword = defineCommand({
  meta: {
    name: 'user:password',
    description: 'Set the password of a user and end all of their sessions.',
  },
  args: {
    email: { type: 'string', description: 'E-mail address of the user.', required: true },
    ...passwordArgs,
  },
  run: ({ args }) =>
    report(() =>
      withContext(async ({ db, auth, hooks }) => {
        const { password, isGenerated } = await newPassword(args);
        await setPassword({ db, auth, hooks }, { email: args.email, password });
        console.log(`Set the password of ${args.email} and ended all sessions of the user.`);
        if (isGenerated) console.log(`Password, shown only once: ${password}`);
      }),
    ),
});

interface Parts {
  readonly db: Kysely<Database>;
  readonly auth: Auth;
  readonly hooks: HookCalls;
}

/** Sets the password of a user, ends the user's sessions and deletes the API keys. For commands. */
async function setPassword(
  { db, auth, hooks }: Parts,
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  const email = normalEmail(account.email);
  const context = await auth.$context;
  const hash = await context.password.hash(account.password);
  await hooks.changing(db, null, async (transaction, tell) => {
    const user = await transaction
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) throw new StartError(`No user has the e-mail address ${email}.`);
    const changes = { password: { from: null, to: null } };
    await tell({ kind: 'users', id: user.id, action: 'updated', changes });
    await replacePassword(transaction, tell, user.id, hash);
  });
}
