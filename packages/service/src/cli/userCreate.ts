import { defineCommand } from 'citty';
import { createUser } from '../modules/users/createUser.ts';
import { permittedRoles } from '../modules/users/roles.ts';
import { newPassword, passwordArgs } from './newPassword.ts';
import { report } from './report.ts';
import { withContext } from './withContext.ts';

/** Creates a user who can sign in with e-mail and password. */
export const userCreate = defineCommand({
  meta: { name: 'user:create', description: 'Create a user.' },
  args: {
    email: { type: 'string', description: 'E-mail address to sign in with.', required: true },
    name: { type: 'string', description: 'Name. Defaults to the e-mail address.' },
    role: { type: 'string', description: 'administrator, supervisor or user.', default: 'user' },
    language: { type: 'string', description: 'Language tag, such as en.' },
    ...passwordArgs,
  },
  run: ({ args }) =>
    report(() =>
      withContext(async ({ db, auth, jobs, hooks }) => {
        const { password, isGenerated } = await newPassword(args);
        const { email, name = email, role, language } = args;
        await createUser({ db, auth, jobs, hooks }, { email, name, role, language, password });
        console.log(`Created ${email} with the role ${role}.`);
        if (isGenerated) console.log(`Password, shown only once: ${password}`);
        const permitted = await permittedRoles(db);
        if (!permitted.includes(role)) {
          console.error(
            `The role ${role} has no permissions yet; an administrator grants them on the roles page. ` +
              `Roles with permissions: ${permitted.join(', ')}.`,
          );
        }
      }),
    ),
});
