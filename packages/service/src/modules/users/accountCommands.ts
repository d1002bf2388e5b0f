import { text as readText } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { wholeNumber } from '../../base/commandLine.ts';
import { StartError } from '../../base/errors.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { HookCalls } from '../../kernel/hooks/createHooks.ts';
import type { Context } from '../../kernel/module/Module.ts';
import type { CommandRun, ModuleCommand } from '../../kernel/module/ModuleCommand.ts';
import { randomPassword } from './administrators.ts';
import { createApiKey } from './apiKeys/apiKeys.ts';
import type { Auth } from './auth/createAuth.ts';
import { createUser } from './createUser.ts';
import { normalEmail } from './email.ts';
import { passwordLength } from './fieldLengths.ts';
import { replacePassword } from './password/passwordLinks.ts';
import { permittedRoles } from './roles.ts';

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

async function newPassword(args: CommandRun<Context>['args']): Promise<NewPassword> {
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
const userCreate: ModuleCommand<Context> = {
  description: 'Create a user.',
  args: {
    email: { type: 'string', description: 'E-mail address to sign in with.', required: true },
    name: { type: 'string', description: 'Name. Defaults to the e-mail address.' },
    role: { type: 'string', description: 'administrator, supervisor or user.', default: 'user' },
    language: { type: 'string', description: 'Language tag, such as en.' },
    ...passwordArgs,
  },
  async run({ args, context: { db, auth, jobs, hooks }, print, warn }) {
    const { password, isGenerated } = await newPassword(args);
    const email = String(args.email);
    const role = String(args.role);
    const language = textOf(args.language);
    await createUser(
      { db, auth, jobs, hooks },
      { email, name: textOf(args.name) ?? email, role, language, password },
    );
    print(`Created ${email} with the role ${role}.`);
    if (isGenerated) print(`Password, shown only once: ${password}`);
    const permitted = await permittedRoles(db);
    if (!permitted.includes(role)) {
      warn(
        `The role ${role} has no permissions yet; an administrator grants them on the roles page. ` +
          `Roles with permissions: ${permitted.join(', ')}.`,
      );
    }
  },
};

/** An option that may be absent. */
function textOf(value: string | boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Sets the password of a user, for example a lost one of the first administrator. */
const userPassword: ModuleCommand<Context> = {
  description: 'Set the password of a user and end all of their sessions.',
  args: {
    email: { type: 'string', description: 'E-mail address of the user.', required: true },
    ...passwordArgs,
  },
  async run({ args, context: { db, auth, hooks }, print }) {
    const { password, isGenerated } = await newPassword(args);
    const email = String(args.email);
    await setPassword({ db, auth, hooks }, { email, password });
    print(`Set the password of ${email} and ended all sessions of the user.`);
    if (isGenerated) print(`Password, shown only once: ${password}`);
  },
};

interface CommandDependencies {
  readonly db: Kysely<Database>;
  readonly auth: Auth;
  readonly hooks: HookCalls;
}

/** Sets the password, ends the user's sessions and deletes the API keys. */
async function setPassword(
  { db, auth, hooks }: CommandDependencies,
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
const apiKeyCreate: ModuleCommand<Context> = {
  description: 'Create an API key for a user.',
  args: {
    email: { type: 'string', description: 'E-mail address of the user.', required: true },
    name: { type: 'string', description: 'Purpose of the key.', default: 'command line' },
    days: {
      type: 'string',
      description: 'Days until it expires. Without it, the key never expires.',
      valueHint: 'number',
    },
  },
  async run({ args, context: { db, hooks }, print }) {
    const days = textOf(args.days);
    const key = await createApiKey(
      db,
      {
        email: String(args.email),
        name: String(args.name),
        ...(days !== undefined && { days: wholeNumber('--days', days, 1, 365) }),
      },
      hooks,
    );
    print(`API key, shown only once; send it as x-api-key: ${key}`);
  },
};

/** The commands of accounts. */
export const accountCommands = {
  'user:create': userCreate,
  'user:password': userPassword,
  'api-key:create': apiKeyCreate,
};
