import { randomUUID } from 'node:crypto';
import type { DataResponse, InitResponse, TableJob } from '@rowhouse/table-protocol';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../testing/startTestService.ts';
import { grantPermissions } from '../../users/access/storeAccess.ts';
import type { ApiLogsTable } from './apiLogs.ts';

/** Everything is called long before the test runs, so that what the service itself logs is not among it. */
const minute = (count: number) => new Date(Date.UTC(2026, 0, 15, 10, count));
const interval = { min: '2026-01-15T00:00:00Z', max: '2026-01-15T23:59:59Z' };
const deleted = 2_000_000_000;
const callId = '0b8f7a52-3a53-4f1e-9d0c-6a1d5b7f3c11';
const reset = 'reset: read ECONNRESET';
const french = 'Connexion interrompue : read ECONNRESET';

let service: TestService;
let boss: Record<string, string>;
let viewer: Record<string, string>;
let stranger: Record<string, string>;
let clerk: number;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_LANGUAGES: 'en,fr' });
  boss = await person('boss@example.com', 'administrator');
  viewer = await person('viewer@example.com', 'supervisor');
  stranger = await person('stranger@example.com', 'user');
  clerk = await service.addUser('clerk@example.com');
  await grantPermissions(service.database.db, 'supervisor', ['system.apiLogs.index']);
  service.users.forget();
  await service.database.db
    .insertInto('api_logs')
    .values([
      call({ created_at: minute(0), user_id: clerk, route: 'users.tableData', direction: 'Inbound' }),
      call({ created_at: minute(1), method: 'POST', route: 'nobody.knows', status: 422 }),
      call({ created_at: minute(2), method: 'DELETE', user_id: deleted }),
      call({
        ...{ created_at: minute(3), call_id: callId, try: 1, user_id: clerk, status: null, error: reset },
        fault: JSON.stringify({ code: 'reset', parameters: { message: 'read ECONNRESET' } }),
      }),
      call({ created_at: minute(4), call_id: callId, try: 2, user_id: clerk, duration: '0.125' }),
      call({ created_at: minute(-60), payload: null, method: 'PATCH' }),
    ])
    .execute();
});
afterAll(() => service?.destroy());

async function person(email: string, role: string) {
  await service.addUser(email, role);
  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

function call(
  values: Partial<Omit<Insertable<ApiLogsTable>, 'created_at'> & Pick<ApiLogsTable, 'created_at'>>,
) {
  const created_at = values.created_at ?? minute(0);
  return {
    call_id: randomUUID(),
    user_id: null,
    route: null,
    url: 'https://api.example/parcels?page=1',
    payload: {
      request: { headers: { accept: 'application/json' }, body: { parcel: '<b>7</b>' } },
      response: { headers: { 'content-type': 'application/json' }, body: [1, { nested: true }] },
    },
    method: 'GET',
    status: 200,
    error: null,
    try: 1,
    direction: 'Outbound' as const,
    duration: '12.5',
    updated_at: created_at,
    ...values,
    created_at,
  };
}

const table = '/api/system/apiLogs';
const get = (path: string, headers = boss) => service.call(`${table}${path}`, { headers });

async function data(payload: object = {}): Promise<DataResponse> {
  const response = await service.call(`${table}/tableData`, {
    method: 'POST',
    headers: boss,
    body: { meta: { length: 10 }, intervals: { api_logs: { created_at: interval } }, ...payload },
  });
  expect([response.status, response.text]).toEqual([200, expect.anything()]);
  return response.body as unknown as DataResponse;
}

const minutes = async (payload: object) =>
  (await data(payload)).data.map(({ created_at }) => String(created_at).slice(-8, -3));

describe('The table of API logs', () => {
  it('is read-only, sorted by time downwards, and offers its filters', async () => {
    const { template, meta } = (await get('/initTable')).body as unknown as InitResponse;
    expect(template.readPath).toBe('/api/system/apiLogs/tableData');
    expect(template.buttons).toEqual({
      global: [expect.objectContaining({ name: 'excel', path: '/api/system/apiLogs/exportExcel' })],
      row: [],
      dropdown: [],
    });
    expect(template.columns.filter((column) => column.meta.sortable).map(({ name }) => name)).toEqual([
      'created_at',
    ]);
    expect(template.columns[0]?.meta).toMatchObject({ sort: 'DESC', datetime: true, filterable: true });
    expect(meta.searchable).toBe(true);
    expect(template.columns.filter(({ meta: { searchable } }) => searchable).map(({ name }) => name)).toEqual(
      ['permission', 'url', 'error'],
    );
    expect(template.filters?.map(({ name, data, type, path }) => [name, data, type, path])).toEqual([
      ['user', 'api_logs.user_id', 'select', '/api/system/apiLogs/users/options'],
      ['permission', 'api_logs.route', 'select', '/api/system/apiLogs/permissions/options'],
      ['apiLogMethod', 'api_logs.method', 'enum', undefined],
      ['direction', 'api_logs.direction', 'enum', undefined],
    ]);
  });

  it('shows users and permissions by name, deleted users and unknown routes as they were logged', async () => {
    const { data: rows, filtered } = await data();
    expect(filtered).toBe(6);
    expect(rows.map(({ user, user_id, permission, status }) => [user, user_id, permission, status])).toEqual([
      ['clerk@example.com', clerk, null, 200],
      ['clerk@example.com', clerk, null, null],
      [null, deleted, null, 200],
      [null, null, 'nobody.knows', 422],
      ['clerk@example.com', clerk, 'users.tableData', 200],
      [null, null, null, 200],
    ]);
    expect(rows.map(({ permission_id }) => typeof permission_id)).toEqual([
      'object',
      'object',
      'object',
      'object',
      'number',
      'object',
    ]);
    expect(rows.every((row) => !('payload' in row))).toBe(true);
  });

  it.each([
    ['a user', { filters: { api_logs: { user_id: ['CLERK'] } } }, ['10:04', '10:03', '10:00']],
    ['a deleted user', { filters: { api_logs: { user_id: deleted } } }, ['10:02']],
    ['a permission', { filters: { api_logs: { route: ['users.tableData'] } } }, ['10:00']],
    ['a route without a permission', { filters: { api_logs: { route: 'nobody.knows' } } }, ['10:01']],
    ['methods', { filters: { api_logs: { method: ['POST', 'DELETE'] } } }, ['10:02', '10:01']],
    ['the param apiLogMethod', { params: { apiLogMethod: 'POST' } }, ['10:01']],
    ['a list of it', { params: { apiLogMethod: ['POST', 'DELETE'] } }, ['10:02', '10:01']],
    ['no method', { params: { apiLogMethod: null } }, ['10:04', '10:03', '10:02', '10:01', '10:00', '09:00']],
    ['a direction', { filters: { api_logs: { direction: 'Inbound' } } }, ['10:00']],
    [
      'a time',
      {
        intervals: { api_logs: { created_at: { min: '2026-01-15T10:01:00Z', max: '2026-01-15T10:02:00Z' } } },
      },
      ['10:02', '10:01'],
    ],
    [
      'a user and a direction',
      { filters: { api_logs: { user_id: 'CLERK', direction: 'Inbound' } } },
      ['10:00'],
    ],
  ])('filters by %s', async (_name, payload, expected) => {
    // The id is not known before the test runs.
    expect(await minutes(JSON.parse(JSON.stringify(payload).replaceAll('"CLERK"', String(clerk))))).toEqual(
      expected,
    );
  });

  it.each([
    ['a URL', 'PARCELS?page', ['10:04', '10:03', '10:02', '10:01', '10:00', '09:00']],
    ['a permission', 'users.table', ['10:00']],
    ['an error', 'Reset', ['10:03']],
    ['nothing in a payload', 'nested', []],
  ])('searches %s', async (_name, search, expected) => {
    expect(await minutes({ meta: { length: 10, search } })).toEqual(expected);
  });

  it('accepts apiLogMethod in the query string, and refuses an unknown method', async () => {
    const bounds = `intervals[api_logs][created_at][min]=${interval.min}&intervals[api_logs][created_at][max]=${interval.max}`;
    const found = await get(`/tableData?meta[length]=10&params[apiLogMethod][]=PATCH&${bounds}`);
    expect((found.body as unknown as DataResponse).data.map(({ method }) => method)).toEqual(['PATCH']);
    const refused = await get('/tableData?params[apiLogMethod]=get');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('params.apiLogMethod');
  });

  it('shows and exports errors in the language of the user, except for what is from outside', async () => {
    const headers = { ...boss, 'accept-language': 'fr' };
    const only = { meta: { length: 10, search: 'reset' } };
    const shown = async (as: Record<string, string>) => {
      const { body } = await service.call(`${table}/tableData`, { method: 'POST', headers: as, body: only });

      return (body as unknown as DataResponse).data.map(({ error, fault }) => [error, fault]);
    };
    expect(await shown(boss)).toEqual([[reset, undefined]]);
    expect(await shown(headers)).toEqual([[french, undefined]]);

    const started = await service.call(`${table}/exportExcel`, {
      method: 'POST',
      headers,
      body: { ...only, format: 'csv', exported: ['method', 'error'] },
    });
    const { path } = started.body.export as TableJob;
    const job = async () => (await service.call(path, { headers })).body as unknown as TableJob;
    await expect.poll(async () => (await job()).status).toBe('finalized');
    const { text } = await service.call((await job()).download ?? '', { headers });
    expect(text).toMatch(new RegExp(`GET[,;]${french}`));
  });
});

describe('A call', () => {
  it('has all its attempts in order, with requests and responses', async () => {
    const { status, body } = await get(`/calls/${callId}`);
    expect(status).toBe(200);
    expect(body.call).toMatchObject({
      id: callId,
      direction: 'Outbound',
      method: 'GET',
      permission: null,
      user: { id: clerk, name: 'clerk@example.com' },
      attempts: [
        { try: 1, status: null, error: reset, duration: 12.5, createdAt: '2026-01-15T10:03:00.000Z' },
        {
          try: 2,
          status: 200,
          error: null,
          duration: 0.125,
          request: { headers: { accept: 'application/json' }, body: { parcel: '<b>7</b>' } },
          response: { headers: { 'content-type': 'application/json' }, body: [1, { nested: true }] },
        },
      ],
    });
  });

  it('has the reason of each failed attempt in the language of the user, except for what is from outside', async () => {
    const reasons = async (headers: Record<string, string>) => {
      const { call: found } = (await get(`/calls/${callId}`, headers)).body as {
        call: { attempts: { reason: string | null }[] };
      };

      return found.attempts.map(({ reason }) => reason);
    };

    expect(await reasons(boss)).toEqual([reset, null]);
    expect(await reasons({ ...boss, 'accept-language': 'fr' })).toEqual([french, null]);
  });

  it('is shown without a payload, and with a deleted user', async () => {
    const [old, orphan] = await Promise.all(
      (['PATCH', 'DELETE'] as const).map(async (method) => {
        const { data: rows } = await data({ params: { apiLogMethod: method } });
        return (await get(`/calls/${rows[0]?.call_id}`)).body.call;
      }),
    );
    expect(old).toMatchObject({ user: null, attempts: [{ request: null, response: null }] });
    expect(orphan).toMatchObject({ user: { id: deleted, name: null } });
  });

  it('has its bodies as they were received, with all digits', async () => {
    const exact = '00000000-0000-4000-8000-00000000e8ac';
    const received = '{"id": 12345678901234567890, "2": 1.10, "1": "\\u00e9"}';
    const payload = `{"request":{"headers":{},"body":"as \\"text\\""},"response":{"headers":{},"body":${received}}}`;
    const { db } = service.database;
    await sql`insert into api_logs (call_id, url, payload, method, "try", direction, duration, created_at)
      values (${exact}, '/exact', ${payload}::json, 'GET', 1, 'Inbound', 1, '2020-01-01')`.execute(db);
    const { body } = await get(`/calls/${exact}`);
    await sql`delete from api_logs where call_id = ${exact}`.execute(db);

    expect(body.call).toMatchObject({
      attempts: [{ request: { text: 'as "text"' }, response: { body: { 2: 1.1, 1: 'é' }, text: received } }],
    });
  });

  it('is not found if it does not exist', async () => {
    const missing = await get('/calls/00000000-0000-4000-8000-000000000000');
    expect(missing.status).toBe(404);
    expect(missing.body.message).toMatch(/^The log has no call 00000000-/);
    for (const malformed of ['7', 'x', `${callId}0`, '%00']) {
      expect((await get(`/calls/${malformed}`)).status).toBe(422);
    }
  });
});

describe('The figures by hour', () => {
  it('cover 1 to 168 hours, 24 by default', async () => {
    expect((await get('/statistics')).body.hours).toHaveLength(24);
    expect((await get('/statistics?hours=168')).body.hours).toHaveLength(168);
    for (const hours of ['0', '169', '1.5', 'x', '']) {
      expect([hours, (await get(`/statistics?hours=${hours}`)).status]).toEqual([hours, 422]);
    }
  });
});

describe('The options of the filters', () => {
  it('are searched by name', async () => {
    expect((await get('/users/options?paginate=100&query=CLERK&searchMode=full&trackBy=id')).body).toEqual([
      { id: clerk, name: 'clerk@example.com' },
    ]);
    expect((await get('/users/options?query=%25')).body).toEqual([]);
    expect((await get('/users/options?paginate=2')).body).toHaveLength(2);
    expect((await get('/permissions/options?query=users.table')).body).toEqual([
      { id: 'users.tableData', name: 'users.tableData' },
    ]);
  });
});

it('keeps its paths and permissions where tables are configured to have others', async () => {
  const other = await startTestService({ ROWHOUSE_TABLES_DATA_ROUTE_SUFFIX: 'rows' });
  try {
    await other.addUser('boss@example.com', 'administrator');
    const headers = { authorization: `Bearer ${(await other.signIn('boss@example.com')).token}` };
    for (const path of ['initTable', 'tableData'])
      expect([path, (await other.call(`${table}/${path}`, { headers })).status]).toEqual([path, 200]);
    const { permissions } = (await other.call('/api/core/me', { headers })).body as { permissions: string[] };
    expect(permissions).toContain('system.apiLogs.tableData');
    expect(permissions).toContain('users.rows');
  } finally {
    await other.destroy();
  }
});

describe('Permissions', () => {
  const others = [`/calls/${callId}`, '/statistics', '/users/options', '/permissions/options'];
  const ofTable = ['/initTable', '/tableData', '/exportExcel'];

  it('are four: one for each route of the table, and one for everything else', async () => {
    const { body } = await service.call('/api/core/me', { headers: boss });
    expect((body.permissions as string[]).filter((name) => name.startsWith('system.apiLogs.'))).toEqual([
      'system.apiLogs.exportExcel',
      'system.apiLogs.index',
      'system.apiLogs.initTable',
      'system.apiLogs.tableData',
    ]);
  });

  it('are required', async () => {
    for (const path of [...others, ...ofTable]) {
      const refused = await get(path, stranger);
      expect([path, refused.status]).toEqual([path, 403]);
      expect(refused.text).toContain(`system.apiLogs.${others.includes(path) ? 'index' : path.slice(1)}`);
    }
    for (const path of others) expect([path, (await get(path, viewer)).status]).toEqual([path, 200]);
    for (const path of ofTable) expect([path, (await get(path, viewer)).status]).toEqual([path, 403]);
  });

  it('include the filters of the page', async () => {
    await grantPermissions(service.database.db, 'supervisor', ['system.apiLogs.initTable']);
    service.users.forget();
    const { template } = (await get('/initTable', viewer)).body as unknown as InitResponse;
    expect(template.filters).toHaveLength(4);
    expect(template.buttons.global).toEqual([]);
  });
});
