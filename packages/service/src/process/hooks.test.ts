import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../base/errors.ts';
import type { HookEvents } from '../kernel/hooks/Hooks.ts';
import { defineModule } from '../kernel/module/Module.ts';
import { startTestService, type TestService, testPassword } from '../testing/startTestService.ts';
import { rooms } from './rooms.fixture.ts';

type Hooks = { readonly [Name in keyof HookEvents]: HookEvents[Name] };
type Reported<Name extends keyof HookEvents> = Hooks[Name]['after'];

/** Hook calls in order: `module name.before`. */
let order: string[] = [];
let reported: { [Name in keyof HookEvents]: Reported<Name>[] };
/** Refuses events of this name, or those that match. */
let refuses: (name: string, event: object) => boolean = () => false;
let fails = false;

function refuse(name: string, event: object): void {
  order.push(name);
  if (refuses(name, event)) throw new ServiceError('service.forbidden', `No {${name}} today.`);
}

function note<Name extends keyof HookEvents>(name: Name, event: Reported<Name>): void {
  (reported[name] as Reported<Name>[]).push(event);
  if (fails) throw new Error(`${name} was not noted`);
}

const trail = defineModule({
  name: 'trail',
  tables: [rooms],
  migrations: {
    '0001_trail': {
      up: async (db) => {
        await sql`create table trail (kind text not null, record int not null, by int)`.execute(db);
        await sql`create table rooms (id int primary key, name text not null, cleaned int not null default 0)`.execute(
          db,
        );
        await sql`insert into rooms values (1, 'Attic'), (2, 'Cellar'), (3, 'Vault')`.execute(db);
      },
    },
  },
  hooks: {
    request: { before: (event) => refuse('request', event), after: (event) => note('request', event) },
    signIn: { before: (event) => refuse('signIn', event), after: (event) => note('signIn', event) },
    recordChange: {
      before: async (event) => {
        const { kind, id, by, db } = event;
        await sql`insert into trail values (${kind}, ${id}, ${by})`.execute(db);
        refuse('recordChange', event);
      },
      after: (event) => note('recordChange', event),
    },
    action: { before: (event) => refuse('action', event), after: (event) => note('action', event) },
    edit: {
      before: async (event) => {
        const { row, by, db } = event;
        await sql`insert into trail values (${'edit'}, ${Number(row)}, ${by})`.execute(db);
        refuse('edit', event);
      },
      after: (event) => note('edit', event),
    },
    export: { before: (event) => refuse('export', event), after: (event) => note('export', event) },
  },
});

/** Called after the other module, with the context of all modules. */
const second = defineModule({
  name: 'second',
  hooks: { request: { before: (_event, { users }) => void order.push(`second ${typeof users.find}`) } },
});

let service: TestService;
let boss: number;
let headers: Record<string, string>;
beforeAll(async () => {
  reported = {
    request: [],
    signIn: [],
    recordChange: [],
    action: [],
    edit: [],
    export: [],
    import: [],
    jobFailure: [],
  };
  service = await startTestService({}, { definition: { modules: [trail, second] } });
  boss = await service.addUser('boss@example.com', 'administrator');
  headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
});
beforeEach(() => {
  order = [];
  reported = {
    request: [],
    signIn: [],
    recordChange: [],
    action: [],
    edit: [],
    export: [],
    import: [],
    jobFailure: [],
  };
});
afterEach(() => {
  refuses = () => false;
  fails = false;
});
afterAll(() => service?.destroy());

const patch = (path: string, body: object) => service.call(path, { method: 'PATCH', headers, body });
const post = (path: string, body: object) => service.call(path, { method: 'POST', headers, body });
const refusing = (name: string, stage?: 'request' | 'work') => {
  refuses = (given, event) =>
    given === name && (stage === undefined || (event as { stage?: string }).stage === stage);
};
const signIn = () =>
  service.call('/api/auth/sign-in/email', {
    method: 'POST',
    body: { email: 'boss@example.com', password: testPassword },
  });

describe('Before a request', () => {
  it('modules are called in order with the context, and again after the response', async () => {
    expect((await service.call('/api/core/me?a=b', { headers })).status).toBe(200);
    expect(order).toEqual(['request', 'second function']);
    await expect.poll(() => reported.request).toHaveLength(1);
    expect(reported.request[0]).toMatchObject({
      by: boss,
      impersonatedBy: null,
      method: 'GET',
      path: '/api/core/me',
      route: 'core.me',
      status: 200,
      milliseconds: expect.any(Number),
    });
  });

  it('a module may refuse it with status and message; later modules are not called', async () => {
    refusing('request');
    const { status, body } = await service.call('/api/core/me', { headers });
    expect([status, body.detail]).toEqual([403, 'No {request} today.']);
    expect(order).toEqual(['request']);
  });

  it('calls no module if the guard refuses it', async () => {
    expect((await service.call('/api/core/me')).status).toBe(401);
    expect(order).toEqual([]);
    await expect.poll(() => reported.request.map(({ status, by }) => [status, by])).toEqual([[401, null]]);
  });

  it('errors after it are logged without further effect', async () => {
    fails = true;
    expect((await service.call('/api/core/me', { headers })).status).toBe(200);
    await expect
      .poll(() => service.log.join('\n'))
      .toContain('The module \\"trail\\" failed after request: Error: request was not noted');
  });
});

describe('Before a sign-in', () => {
  it('modules are called before and after it', async () => {
    expect((await signIn()).status).toBe(200);
    expect(reported.signIn).toMatchObject([{ userId: boss, way: 'password', impersonatedBy: null }]);
  });

  it('a module may refuse it; no session is created', async () => {
    refusing('signIn');
    const { status, body } = await signIn();
    expect([status, body.detail]).toEqual([403, 'No {signIn} today.']);
    expect(reported.signIn).toEqual([]);
    refuses = () => false;
    expect((await signIn()).status).toBe(200);
  });

  it('modules receive the impersonator, also for requests', async () => {
    const other = await service.addUser('other@example.com');
    const started = await post(`/api/core/impersonation/${other}`, {});
    expect(reported.signIn).toMatchObject([{ userId: other, way: 'impersonation', impersonatedBy: boss }]);
    reported.request.length = 0;
    await service.call('/api/core/me', { headers: { authorization: `Bearer ${started.body.token}` } });
    await expect
      .poll(() => reported.request.find(({ path }) => path === '/api/core/me'))
      .toMatchObject({ by: other, impersonatedBy: boss });
  });
});

describe('Before a record changes', () => {
  const account = { name: 'Ada', email: 'ada@example.com', password: 'a long enough one', roleId: 3 };
  const trailOf = async (kind: string, id: number) =>
    (
      await sql<{ by: number }>`select by from trail where kind = ${kind} and record = ${id}`.execute(
        service.database.db,
      )
    ).rows;

  it('modules write in its transaction, and receive fields without secrets', async () => {
    const roles = await service.database.db.selectFrom('roles').select(['id', 'name']).execute();
    const roleId = roles.find(({ name }) => name === 'user')?.id ?? 0;
    const stored = await post('/api/users', { ...account, roleId, language: null, isActive: true });
    expect(stored.status).toBe(201);
    const { id } = stored.body.user as { id: number };
    expect(reported.recordChange).toMatchObject([
      {
        kind: 'users',
        id,
        action: 'created',
        by: boss,
        changes: { email: { from: null, to: account.email } },
      },
    ]);
    expect(await trailOf('users', id)).toEqual([{ by: boss }]);
    const changed = await patch(`/api/users/${id}`, { name: 'Ada L.', password: 'another long one' });
    expect(changed.status).toBe(200);
    expect(reported.recordChange[1]?.changes).toEqual({
      name: { from: 'Ada', to: 'Ada L.' },
      password: { from: null, to: null },
    });
    expect(JSON.stringify(reported.recordChange)).not.toContain('long');
  });

  it('a module may refuse it, which rolls back its own writes, too', async () => {
    refusing('recordChange');
    const { status, body } = await patch('/api/core/me', { name: 'Nobody' });
    expect([status, body.detail]).toEqual([403, 'No {recordChange} today.']);
    refuses = () => false;
    const me = await service.call('/api/core/me', { headers });
    expect(me.body.user).toMatchObject({ name: 'boss@example.com' });
    expect(await trailOf('users', boss)).toEqual([]);
    expect(reported.recordChange).toEqual([]);
  });

  it('modules are called for roles, API keys and preferences, too', async () => {
    const role = await post('/api/roles', { label: 'Clerks' });
    const { id } = role.body as { id: number };
    await service.call(`/api/roles/${id}/permissions`, {
      method: 'PUT',
      headers,
      body: { permissions: ['rooms.init'] },
    });
    await service.call(`/api/roles/${id}`, { method: 'DELETE', headers });
    const made = { name: 'CI', expiresInDays: null, permissions: null };
    expect((await post('/api/core/api-keys', made)).status).toBe(201);
    const { body } = await service.call('/api/core/api-keys', { headers });
    const [{ id: key }] = body.keys as [{ id: number }];
    await service.call(`/api/core/api-keys/${key}`, { method: 'DELETE', headers });
    const data = [{ type: 'export.failed', broadcast: false }];
    await service.call('/api/core/notifications/preferences', { method: 'PUT', headers, body: { data } });
    expect(reported.recordChange.map(({ kind, action }) => `${kind} ${action}`)).toEqual([
      'roles created',
      'roles updated',
      'roles deleted',
      'apiKeys created',
      'apiKeys deleted',
      'notificationPreferences updated',
    ]);
    expect(reported.recordChange[1]).toMatchObject({
      id,
      by: boss,
      changes: { permissions: { from: [], to: ['rooms.init'] } },
    });
  });

  it('does not create an API key that a module refuses', async () => {
    refusing('recordChange');
    const made = { name: 'CI', expiresInDays: null, permissions: null };
    const { status, text } = await post('/api/core/api-keys', made);
    expect([status, text]).toEqual([403, expect.not.stringContaining('rh_')]);
    expect((await service.call('/api/core/api-keys', { headers })).body.keys).toEqual([]);
  });
});

describe('Before an action', () => {
  const request = { meta: { start: 0, length: 10 } };
  const jobOf = ({ body }: { body: Record<string, unknown> }) => (body.job as { id: string }).id;
  const untilReported = () => expect.poll(() => reported.action).toHaveLength(1);

  it('modules are called before it, and after it with the number of rows', async () => {
    const response = await patch('/api/rooms/clean', request);
    expect([response.status, response.body.processed]).toEqual([200, 2]);
    await untilReported();
    expect(reported.action[0]).toMatchObject({
      ...{ by: boss, table: 'rooms', action: 'clean', isBackground: false, payload: request },
      ...{ state: 'finalized', done: 2, failed: 1 },
    });
  });

  it('a module may refuse it; no row is changed', async () => {
    refusing('action');
    const count = () => sql`select sum(cleaned) from rooms`.execute(service.database.db);
    const { rows: before } = await count();
    const { status, body } = await patch('/api/rooms/clean', request);
    expect([status, body.detail]).toEqual([403, 'No {action} today.']);
    expect((await patch('/api/rooms/scrub', request)).status).toBe(403);
    expect((await count()).rows).toEqual(before);
  });

  it('modules are called again by the worker of a background action', async () => {
    const job = jobOf(await patch('/api/rooms/scrub', request));
    await untilReported();
    expect(order.filter((name) => name === 'action')).toHaveLength(2);
    expect(reported.action[0]).toMatchObject({
      ...{ job, table: 'rooms', action: 'scrub', isBackground: true, stage: 'work' },
      ...{ done: 2, failed: 1 },
    });
  });

  it('ends it with the reason of a refusal in the worker, without a retry', async () => {
    refusing('action', 'work');
    const job = jobOf(await patch('/api/rooms/scrub', request));
    await untilReported();
    expect(reported.action[0]).toMatchObject({ job, state: 'failed', done: 0 });
    const { body } = await service.call(`/api/actions/${job}`, { headers });
    expect(body).toMatchObject({ status: 'failed', message: 'No {action} today.' });
    const { attempt } = await service.database.db
      .selectFrom('table_jobs')
      .select('attempt')
      .where('id', '=', job)
      .executeTakeFirstOrThrow();
    expect(attempt).toBe(1);
  });
});

describe('Before a cell is edited', () => {
  const edit = (value: string) => patch('/api/rooms/edit', { row: 1, column: 'name', value });
  const trail = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from trail where kind = 'edit'`.execute(
        service.database.db,
      )
    ).rows[0]?.n;

  it('modules write in its transaction, and are called after it', async () => {
    expect(await edit('Loft')).toMatchObject({ status: 200, body: { row: { name: 'Loft' } } });
    const change = { table: 'rooms', row: '1', column: 'name', from: 'Attic', to: 'Loft', requestId: null };
    expect(reported.edit).toEqual([{ by: boss, impersonatedBy: null, ...change }]);
    expect(await trail()).toBe(1);
    // It is so already.
    expect((await edit('Loft')).status).toBe(200);
    expect(reported.edit).toHaveLength(1);
  });

  it('a module may refuse it, which rolls back its own writes, too', async () => {
    refusing('edit');
    const { status, body } = await edit('Garret');
    expect([status, body.detail]).toEqual([403, 'No {edit} today.']);
    expect(await trail()).toBe(1);
    refuses = () => false;
    fails = true;
    expect((await edit('Attic')).status).toBe(200);
  });
});

describe('Before an export', () => {
  const request = { meta: { start: 0, length: 10 }, columns: [{ name: 'name', meta: { visible: true } }] };

  it('modules are called before it, and after it with the file', async () => {
    const response = await post('/api/rooms/exportExcel', request);
    expect(response.status).toBe(202);
    await expect.poll(() => reported.export).toHaveLength(1);
    expect(reported.export[0]).toMatchObject({
      ...{ by: boss, table: 'rooms', format: 'xlsx', state: 'finalized', done: 3 },
      file: expect.stringMatching(/\.xlsx$/),
    });
  });

  it('a module may refuse it', async () => {
    refusing('export');
    const { status, body } = await post('/api/rooms/exportExcel', request);
    expect([status, body.detail]).toEqual([403, 'No {export} today.']);
  });
});
