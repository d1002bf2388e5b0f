import { defineCommand } from 'citty';
import { setPassword } from '../modules/users/setPassword.ts';
import { newPassword, passwordArgs } from './newPassword.ts';
import { report } from './report.ts';
import { withDatabase } from './withDatabase.ts';

/** Sets another password for a user, for example for the first administrator when it was lost. */
export const userPassword = defineCommand({
  meta: {
    name: 'user:password',
    description: 'Set the password of a user, and end the sessions of that user.',
  },
  args: {
    email: { type: 'string', description: 'E-mail address of the user.', required: true },
    ...passwordArgs,
  },
  run: ({ args }) =>
    report(() =>
      withDatabase(async ({ db, auth }) => {
        const { password, isGenerated } = await newPassword(args);
        await setPassword({ db, auth }, { email: args.email, password });
        console.log(`Set the password of ${args.email}, and ended the sessions of that user.`);
        if (isGenerated) console.log(`Password, shown this once: ${password}`);
      }),
    ),
});
