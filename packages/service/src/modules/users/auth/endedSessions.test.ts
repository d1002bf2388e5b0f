import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { noHooks } from '../../../kernel/hooks/createHooks.ts';
import {
  cookiesOf,
  type Session,
  startTestService,
  type TestService,
  testPassword,
} from '../../../testing/startTestService.ts';
import { createLink } from '../password/passwordLinks.ts';

/** Two processes on one database. */
let service: TestService;
let second: TestService;
let boss: Record<string, string>;
/** Before the pools connect, since they may wrap it. */
const queries = vi.spyOn(Client.prototype, 'query');
beforeAll(async () => {
  const environment = { ROWHOUSE_WORKERS: 'false', ROWHOUSE_SECRET: 'a secret of both processes, and long' };
  service = await startTestService(environment);
  const { url } = service.database;
  second = await startTestService(environment, { database: { url, destroy: async () => undefined } });
  await service.addUser('boss@example.com', 'administrator');
  boss = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
});
afterAll(async () => {
  queries.mockRestore();
  await second?.destroy();
  await service?.destroy();
});

type Headers = Record<string, string>;
const post = (path: string, headers: Headers, body: object = {}, by = service) =>
  by.call(path, { method: 'POST', headers, body });

interface Person {
  readonly id: number;
  readonly email: string;
  readonly session: Session;
}

let people = 0;
async function administrator(): Promise<Person> {
  const email = `administrator${++people}@example.com`;
  const id = await service.addUser(email, 'administrator');

  return { id, email, session: await service.signIn(email) };
}

const newPassword = 'another long password';
const ends: [string, (person: Person) => Promise<{ readonly status: number }>][] = [
  ['a sign-out', ({ session: { cookie } }) => post('/api/auth/sign-out', { cookie })],
  [
    'a new password',
    ({ session: { cookie } }) =>
      post('/api/auth/change-password', { cookie }, { currentPassword: testPassword, newPassword }),
  ],
  [
    'a password set by an administrator',
    ({ id }) =>
      service.call(`/api/users/${id}`, { method: 'PATCH', headers: boss, body: { password: newPassword } }),
  ],
  ['the end of all own sessions', ({ session: { cookie } }) => post('/api/auth/revoke-sessions', { cookie })],
  [
    'the end of all sessions by an administrator',
    ({ id }) => service.call(`/api/users/${id}/sessions`, { method: 'DELETE', headers: boss }),
  ],
  [
    'a link for a new password',
    async ({ id: user, email }) => {
      const parts = { db: service.database.db, hooks: noHooks };
      const token = await createLink(parts, { user, purpose: 'reset', email, invitedBy: null });

      return post('/api/auth/reset-password', {}, { token, newPassword });
    },
  ],
];

const reads: [method: string, path: string, body?: object][] = [
  ['GET', '/api/core/me'],
  ['GET', '/api/users/init'],
];

/** What would make a session permanent. */
const changes = (of: Person): [method: string, path: string, body?: object][] => [
  ['POST', '/api/core/api-keys', { name: 'kept', expiresInDays: null, permissions: null }],
  [
    'POST',
    '/api/users',
    {
      name: 'Kept',
      email: `kept-${of.email}`,
      password: newPassword,
      roleId: 1,
      language: null,
      isActive: true,
    },
  ],
  ['POST', '/api/roles', { label: `Kept ${of.email}` }],
  ['POST', '/api/core/impersonation/1', {}],
  ['DELETE', `/api/users/1/sessions`],
  ['POST', '/api/auth/change-password', { currentPassword: newPassword, newPassword: testPassword }],
];

describe('A session that was ended', () => {
  it.each(ends)('by %s is refused at the next request, in every process', async (_way, end) => {
    const person = await administrator();
    const { cookie, token } = person.session;
    const credentials: Headers[] = [{ cookie }, { authorization: `Bearer ${token}` }];
    // Each process knows the session.
    for (const headers of credentials) {
      for (const process of [service, second])
        expect((await process.call('/api/core/me', { headers })).status).toBe(200);
    }
    expect((await end(person)).status).toBe(200);
    const statuses = [];
    for (const headers of credentials) {
      for (const process of [second, service]) {
        for (const [method, path, body] of [...reads, ...changes(person)]) {
          const { status } = await process.call(path, { method, headers, ...(body && { body }) });
          statuses.push(`${status} ${method} ${path}`);
        }
      }
    }
    expect(statuses.filter((status) => !status.startsWith('401'))).toEqual([]);
    const session = await service.call('/api/auth/get-session', { headers: { cookie } });
    expect(session.text).toBe('null');
  });

  it('is refused for changes by a process that is not notified of ends', async () => {
    const { id, session } = await administrator();
    const headers = { cookie: session.cookie };
    const me = () => second.call('/api/core/me', { headers });
    expect((await me()).status).toBe(200);
    const { db } = service.database;
    await db.transaction().execute(async (transaction) => {
      // Without the trigger, as if the notification were late.
      await sql`set local session_replication_role = replica`.execute(transaction);
      await transaction.deleteFrom('sessions').where('user_id', '=', id).execute();
    });
    const key = { name: 'kept', expiresInDays: null, permissions: null };
    expect((await post('/api/core/api-keys', headers, key, second)).status).toBe(401);
  });

  it('includes the session that a new password replaces, and not its successor', async () => {
    const { session } = await administrator();
    const body = { currentPassword: testPassword, newPassword };
    const changed = await post('/api/auth/change-password', { cookie: session.cookie }, body);
    const me = (cookie: string) => service.call('/api/core/me', { headers: { cookie } });
    expect((await me(session.cookie)).status).toBe(401);
    expect((await me(cookiesOf(changed))).status).toBe(200);
  });
});

it.each(['cookie', 'bearer'])(
  'A session in use by %s takes no statement for a read, and one for a change',
  async (by) => {
    const { session } = await administrator();
    const headers: Headers =
      by === 'cookie' ? { cookie: session.cookie } : { authorization: `Bearer ${session.token}` };
    const statements = async (method: string, path: string, body?: object) => {
      queries.mockClear();
      expect((await service.call(path, { method, headers, ...(body && { body }) })).status).toBe(200);

      return queries.mock.calls.map(([query]) => textOf(query)).filter((text) => text.includes('"sessions"'));
    };
    await service.call('/api/core/me', { headers });
    expect(await statements('GET', '/api/core/me')).toEqual([]);
    expect(await statements('PATCH', '/api/core/me', { name: 'Ada' })).toHaveLength(1);
  },
);

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '');
}
