import { didYouMean } from '../kernel/config/checkWritten.ts';
import type { Mail } from '../kernel/mail/Mailer.ts';
import type { Notification } from '../modules/notifications/index.ts';
import { createApiKey, createUser, grantPermissions } from '../modules/users/index.ts';
import type { RunningService } from '../startService.ts';
import { type TestCaller, testCaller } from './TestCaller.ts';

export interface SignInOptions {
  /** Name of the role, `user` by default. */
  readonly role?: string;
  /** In place of a role: the user gets a role of his own with these permissions, such as `rooms.init`. */
  readonly permissions?: readonly string[];
  /** `User 1` and so on by default. */
  readonly name?: string;
  /** `user1@example.com` and so on by default. */
  readonly email?: string;
  /** One of the configured languages; that of the service by default. */
  readonly language?: string;
}

/** A user who is signed in. */
export interface TestUser extends TestCaller {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** The same user as a program: with an API key in place of the session. */
  withApiKey(): Promise<TestCaller>;
  /** His list of notifications in his language, the newest first. */
  notifications(): Promise<readonly Notification[]>;
  /** Mails to his address so far, the oldest first. */
  mails(): readonly Mail[];
}

const password = 'correct horse battery';

/** Creates users and signs them in by HTTP. */
export function signer(service: RunningService, mails: readonly Mail[]) {
  let users = 0;

  return async (options: SignInOptions = {}): Promise<TestUser> => {
    const index = ++users;
    const { name = `User ${index}`, email = `user${index}@example.com`, permissions, language } = options;
    const role = permissions === undefined ? (options.role ?? 'user') : `test-role-${index}`;
    if (permissions !== undefined) await createRole(service, role, permissions);
    const { auth, jobs, database, address } = service;
    const parts = { db: database.db, auth, jobs };
    const id = await createUser(parts, { name, email, role, password, ...(language && { language }) });
    const visitor = testCaller(address);
    const { status, body, text } = await visitor.post('/api/auth/sign-in/email', { email, password });
    if (status !== 200) throw new Error(`${email} could not sign in: ${text}`);
    const caller = testCaller(address, { authorization: `Bearer ${body.token}` });

    return {
      ...caller,
      id,
      name,
      email,
      role,
      withApiKey: async () => {
        const key = await createApiKey(database.db, auth, { email, name: 'test' });

        return testCaller(address, { 'x-api-key': key });
      },
      notifications: async () => {
        const page = await caller.get<{ data?: readonly Notification[] }>(
          '/api/core/notifications?limit=100',
        );
        if (page.body.data === undefined) throw new Error(`No notifications of ${email}: ${page.text}`);

        return page.body.data;
      },
      mails: () => mails.filter(({ to }) => to.address === email),
    };
  };
}

async function createRole(service: RunningService, name: string, permissions: readonly string[]) {
  const { db } = service.database;
  const known = (await db.selectFrom('permissions').select('name').execute()).map((row) => row.name);
  const unknown = permissions.filter((permission) => !known.includes(permission));
  if (unknown.length > 0) {
    const faults = unknown.map((permission) => {
      const near = didYouMean(permission, known);
      return near === undefined ? `"${permission}"` : `"${permission}" (did you mean "${near}"?)`;
    });
    throw new Error(`The service has no permission ${faults.join(', ')}.`);
  }
  await db.insertInto('roles').values({ name, label: name }).execute();
  if (permissions.length > 0) await grantPermissions(db, name, permissions);
  service.directory.forget();
}
