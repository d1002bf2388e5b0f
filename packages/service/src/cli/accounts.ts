import { text as readText } from 'node:stream/consumers';
import { defineCommand } from 'citty';
import type { Kysely } from 'kysely';
import { StartError } from '../base/errors.ts';
import type { Database } from '../kernel/database/Database.ts';
import type { HookCalls } from '../kernel/hooks/createHooks.ts';
import { randomPassword } from '../modules/users/administrators.ts';
import { createApiKey } from '../modules/users/apiKeys/apiKeys.ts';
import type { Auth } from '../modules/users/auth/createAuth.ts';
import { passwordLength } from '../modules/users/auth/passwordLength.ts';
import { createUser } from '../modules/users/createUser.ts';
import { replacePassword } from '../modules/users/password/passwordLinks.ts';
import { permittedRoles } from '../modules/users/roles.ts';
import { normalEmail } from '../modules/users/userForm.ts';
import { report, wholeNumber } from './command.ts';
import { withContext } from './withDatabase.ts';

/** Option of commands that set a password. */
const passwordArgs = {
  'password-stdin': {
    type: 'boolean',
    description: 'Read the password from standard input. By default, one is generated and printed.',
    default: false,
  },
} as const;

interface NewPassword {
  readonly password: string;
  /** Whether the command generated the password and prints it. */
  readonly isGenerated: boolean;
}

async function newPassword(args: { readonly 'password-stdin': boolean }): Promise<NewPassword> {
  const isGenerated = !args['password-stdin'];
  const password = isGenerated ? randomPassword() : (await readText(process.stdin)).trim();
  const { min, max } = passwordLength;
  if (password.length < min || password.length > max) {
    throw new StartError(
      `The password has ${password.length} characters; it must have between ${min} and ${max}.`,
    );
  }

  return { password, isGenerated };
}

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

/** Sets the password of a user, for example a lost one of the first administrator. */
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

/** Sets the password, ends the user's sessions and deletes the API keys. */
async function setPassword(
  { db, auth, hooks }: Parts,
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  const email = normalEmail(account.email);
  const context = await auth.$context;
  const hash = await context.password.hash(account.password);
  await hooks.changing(db, null, async (transaction, announce) => {
    const user = await transaction
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) throw new StartError(`No user has the e-mail address ${email}.`);
    const changes = { password: { from: null, to: null } };
    await announce({ kind: 'users', id: user.id, action: 'updated', changes });
    await replacePassword(transaction, announce, user.id, hash);
  });
}

/** Creates an API key of a user and prints it once. */
export const apiKeyCreate = defineCommand({
  meta: { name: 'api-key:create', description: 'Create an API key for a user.' },
  args: {
    email: { type: 'string', description: 'E-mail address of the user.', required: true },
    name: { type: 'string', description: 'Purpose of the key.', default: 'command line' },
    days: {
      type: 'string',
      description: 'Days until it expires. Without it, the key never expires.',
      valueHint: 'number',
    },
  },
  run: ({ args }) =>
    report(() =>
      withContext(async ({ db, hooks }) => {
        const { email, name, days } = args;
        const key = await createApiKey(
          db,
          { email, name, ...(days !== undefined && { days: wholeNumber('--days', days, 1, 365) }) },
          hooks,
        );
        console.log(`API key, shown only once; send it as x-api-key: ${key}`);
      }),
    ),
});
