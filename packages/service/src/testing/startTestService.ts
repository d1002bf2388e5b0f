import { createTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import type { ServiceDefinition } from '../definition/ServiceDefinition.ts';
import type { UserDirectory } from '../kernel/access/User.ts';
import type { Config } from '../kernel/config/Config.ts';
import type { Database } from '../kernel/database/Database.ts';
import type { ServeContext } from '../kernel/module/Module.ts';
import type { StreamTimes } from '../modules/notifications/streamRoutes.ts';
import { createUser } from '../modules/users/createUser.ts';
import type { RunningService } from '../process/openProcess.ts';
import { startOnThrowAwayDatabase } from '../testService/startOnThrowAwayDatabase.ts';
import { demoDefinition, migratedDatabase } from './demoService.ts';

/** A running service with an HTTP server and a database. */
export interface TestService extends RunningService, Pick<ServeContext, 'auth' | 'avatars' | 'calls'> {
  /** Call `forget()` after changing users, roles or permissions in the database. */
  readonly users: UserDirectory;
  /** The lines of the log so far. */
  readonly log: readonly string[];
  readonly config: Config;
  readonly dataDir: string;
  /** Creates a user with `testPassword` and returns the id. */
  addUser(email: string, role?: string): Promise<number>;
  /** Signs in and returns the session's token and cookies. */
  signIn(email: string): Promise<Session>;
  call(path: string, options?: CallOptions): Promise<ReceivedResponse>;
  destroy(): Promise<void>;
}

export interface Session {
  readonly token: string;
  readonly cookie: string;
}

interface CallOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, or an empty object. */
  readonly body: Record<string, unknown>;
}

export const testPassword = 'correct horse battery';

interface TestServiceOptions {
  /** Folder of built pages. Defaults to none. */
  readonly pagesFolder?: string;
  /** Defaults to the demo. */
  readonly definition?: ServiceDefinition;
  /** A PostgreSQL database, destroyed with the service. Defaults to one with the tables of a first start. */
  readonly database?: Pick<TestDatabase<Database>, 'url' | 'destroy'>;
  /** Intervals of event streams, which check their users rarely by default. */
  readonly streamTimes?: StreamTimes;
  readonly reloadsPages?: boolean;
}

export async function startTestService(
  environment: Record<string, string> = {},
  {
    pagesFolder,
    streamTimes,
    reloadsPages,
    definition = demoDefinition,
    database: given,
  }: TestServiceOptions = {},
): Promise<TestService> {
  const isDemo = definition === demoDefinition && environment.ROWHOUSE_DATABASE_SCHEMA === undefined;
  const database =
    given ?? (await createTestDatabase<Database>('postgres', isDemo ? { template: migratedDatabase } : {}));
  const { service, config, log, destroy } = await startOnThrowAwayDatabase({
    definition,
    // One connection for requests and one for access: a route that needs a second one within a transaction fails.
    environment: { ROWHOUSE_DATABASE_POOL_SIZE: '2', ...environment },
    database: { url: database.url ?? '', drop: database.destroy },
    pagesFolder,
    streamTimes,
    ...(reloadsPages !== undefined && { reloadsPages }),
  });
  const call = caller(service.address);
  const { auth, avatars, calls, users } = service.context;
  return {
    ...service,
    ...{ auth, avatars, calls, users },
    get databases() {
      return service.databases;
    },
    log,
    config,
    dataDir: config.dataDir,
    call,
    addUser: (email, role = 'user') =>
      createUser(
        { db: service.database.db, auth, jobs: service.jobs },
        { email, role, name: email, password: testPassword },
      ),
    signIn: async (email) => {
      const response = await call('/api/auth/sign-in/email', {
        method: 'POST',
        body: { email, password: testPassword },
      });
      if (response.status !== 200) throw new Error(`Sign-in of ${email} failed: ${response.text}`);
      return { token: response.body.token as string, cookie: cookiesOf(response) };
    },
    destroy,
  };
}

/** The Cookie header that a browser would send after a response; without deleted cookies. */
export function cookiesOf(response: ReceivedResponse): string {
  const cookies = new Map<string, string>();
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';');
    const [name = ''] = pair.split('=');
    if (/max-age=0/i.test(cookie)) cookies.delete(name);
    else cookies.set(name, pair);
  }
  return [...cookies.values()].join('; ');
}

function caller(address: string) {
  return async (
    path: string,
    { method = 'GET', headers = {}, body }: CallOptions = {},
  ): Promise<ReceivedResponse> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
