import { commandLine } from '../../base/commandLine.ts';
import type { Lifecycle, StartLine } from '../../kernel/module/Lifecycle.ts';
import type { ServeContext } from '../../kernel/module/Module.ts';
import { type RoleEntry, storeAccess } from './access/storeAccess.ts';
import { type Credentials, findAdministrator, firstAdministrator } from './administrators.ts';
import { createApiKey } from './apiKeys/apiKeys.ts';
import { permittedRoles } from './roles.ts';

declare module '../../kernel/module/Lifecycle.ts' {
  interface Started {
    /** The administrator that the first start created; null at later starts. */
    readonly firstAdministrator: Credentials | null;
  }
}

/** Stores permissions and roles, creates the first administrator, and says who can sign in. */
export function usersLifecycle(roles: Readonly<Record<string, RoleEntry>>): Lifecycle<ServeContext> {
  return {
    permissionsKnown: async ({ db, users }, { names, futurePrefixes }) => {
      await storeAccess(db, { permissions: names, roles, futurePrefixes });
      users.forget();
    },
    ready: async (context) => {
      const credentials = await firstAdministrator(context);
      if (credentials === null) return { firstAdministrator: null };
      const { email, password } = credentials;

      return {
        firstAdministrator: credentials,
        isFirst: true,
        shownOnce: [`Sign in as ${email} with password ${password}`],
      };
    },
    startNotes: async ({ db, users }, { started: { firstAdministrator: first }, isDemo }) => {
      // The demo grants permissions to roles.
      users.forget();
      const [role = 'administrator'] = await permittedRoles(db);
      const apiKey =
        first !== null && isDemo ? await createApiKey(db, { email: first.email, name: 'demo' }) : null;

      return {
        first: first === null ? laterSignIn(await findAdministrator(db)) : firstSignIn(first, apiKey),
        next: [['New user', commandLine(`user:create --email ada@example.com --role ${role}`)]],
      };
    },
  };
}

function firstSignIn({ email, password }: Credentials, apiKey: string | null): readonly StartLine[] {
  return [
    ['Sign in', `${email} with password ${password}`],
    ...(apiKey === null ? [] : [['API key', `${apiKey} (send it as x-api-key)`] as const]),
    ['', 'Store these now: they are shown only once.'],
  ];
}

/** `administrator` is the e-mail address of an active one; null if there is none. */
function laterSignIn(administrator: string | null): readonly StartLine[] {
  if (administrator === null) {
    const command = commandLine('user:create --email admin@example.com --role administrator');

    return [['Sign in', `no active administrator; create one: ${command}`]];
  }

  return [
    ['Sign in', administrator],
    ['', `another password: ${commandLine(`user:password --email ${administrator}`)}`],
  ];
}
