import { didYouMean } from '../kernel/config/checkWritten.ts';
import type { Mail } from '../kernel/mail/Mailer.ts';
import type { Notification } from '../modules/notifications/index.ts';
import { createApiKey, createUser, grantPermissions } from '../modules/users/index.ts';
import type { RunningService } from '../process/openProcess.ts';

/** The response of a route. */
export interface TestResponse<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; an empty object if it is not JSON. */
  readonly body: Body;
}

/** Calls routes over HTTP, as a user or a visitor. Paths start with a slash, for example `/api/rooms/init`. */
export interface TestCaller {
  /** Headers of each call. */
  readonly headers: Readonly<Record<string, string>>;
  get<Body = Record<string, unknown>>(path: string): Promise<TestResponse<Body>>;
  /** The body is sent as JSON. */
  post<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<TestResponse<Body>>;
  put<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<TestResponse<Body>>;
  patch<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<TestResponse<Body>>;
  delete<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<TestResponse<Body>>;
  /** `fetch` with the base URL and credentials, for files, streams and other methods. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export function testCaller(address: string, headers: Readonly<Record<string, string>> = {}): TestCaller {
  const call: TestCaller['fetch'] = (path, init = {}) => {
    const all = new Headers(headers);
    for (const [name, value] of new Headers(init.headers)) all.set(name, value);

    return fetch(`${address}${path}`, { ...init, headers: all });
  };
  const send = async <Body>(method: string, path: string, body?: unknown): Promise<TestResponse<Body>> => {
    const response = await call(path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await response.text();

    return { status: response.status, headers: response.headers, text, body: parse(text) as Body };
  };

  return {
    headers,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path, body) => send('DELETE', path, body),
    fetch: call,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export interface SignInOptions {
  /** Name of the role. Defaults to `user`. */
  readonly role?: string;
  /** Instead of a role: creates a role with these permissions, such as `rooms.init`. */
  readonly permissions?: readonly string[];
  /** Defaults to `User 1` and so on. */
  readonly name?: string;
  /** `user1@example.com` and so on by default. */
  readonly email?: string;
  /** One of the configured languages. Defaults to the service's. */
  readonly language?: string;
}

/** A signed-in user. */
export interface TestUser extends TestCaller {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** The same user with an API key instead of the session. */
  withApiKey(): Promise<TestCaller>;
  /** The user's notifications in the user's language, newest first. */
  notifications(): Promise<readonly Notification[]>;
  /** Mails to the user so far, oldest first. */
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
    const { context, jobs, database, address } = service;
    const parts = { db: database.db, auth: context.auth, jobs };
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
        const key = await createApiKey(database.db, { email, name: 'test' });

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
  service.context.users.forget();
}
