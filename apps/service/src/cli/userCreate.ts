import { text as readText } from 'node:stream/consumers';
import { defineCommand } from 'citty';
import { passwordLength } from '../auth/passwordLength.ts';
import { StartError } from '../StartError.ts';
import { createUser } from '../users/createUser.ts';
import { randomPassword } from '../users/firstAdministrator.ts';
import { report } from './report.ts';
import { withDatabase } from './withDatabase.ts';

/** Creates a user who can sign in with e-mail and password. */
export const userCreate = defineCommand({
  meta: { name: 'user:create', description: 'Create a user.' },
  args: {
    email: { type: 'string', description: 'E-mail address to sign in with.', required: true },
    name: { type: 'string', description: 'Name; the e-mail address when left out.' },
    role: { type: 'string', description: 'administrator, supervisor or user.', default: 'user' },
    language: { type: 'string', description: 'Language tag, such as en.' },
    'password-stdin': {
      type: 'boolean',
      description: 'Read the password from standard input; otherwise one is made up and printed.',
      default: false,
    },
  },
  run: ({ args }) =>
    report(() =>
      withDatabase(async ({ db, auth, jobs }) => {
        const fromInput = args['password-stdin'];
        const password = fromInput ? (await readText(process.stdin)).trim() : randomPassword();
        const { min, max } = passwordLength;
        if (password.length < min || password.length > max) {
          throw new StartError(
            `The password has ${password.length} characters; it must have between ${min} and ${max}.`,
          );
        }
        const { email, name = email, role, language } = args;
        await createUser({ db, auth, jobs: await jobs() }, { email, name, role, language, password });
        console.log(`Created ${email} with the role ${role}.`);
        if (!fromInput) console.log(`Password, shown this once: ${password}`);
      }),
    ),
});
