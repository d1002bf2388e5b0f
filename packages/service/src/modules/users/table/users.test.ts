import type { DataResponse, InitResponse } from '@rowhouse/table-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../testing/startTestService.ts';
import { grantPermissions } from '../access/storeAccess.ts';

let service: TestService;
let boss: Record<string, string>;
let lead: Record<string, string>;
let clerk: number;
beforeAll(async () => {
  service = await startTestService();
  boss = await person('boss@example.com', 'administrator');
  lead = await person('lead@example.com', 'supervisor');
  clerk = await service.addUser('clerk@example.com');
  const gone = await service.addUser('gone@example.com');
  const { db } = service.database;
  await db.updateTable('users').set({ is_active: false }).where('id', '=', gone).execute();
  await grantPermissions(db, 'supervisor', [
    'users.init',
    'users.tableData',
    'users.edit',
    'core.impersonation.start',
  ]);
  service.users.forget();
});
afterAll(() => service?.destroy());

async function person(email: string, role: string) {
  await service.addUser(email, role);
  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

async function init(headers: Record<string, string>) {
  return (await service.call('/api/users/init', { headers })).body as unknown as InitResponse;
}

async function rows(headers: Record<string, string>, payload: object = {}) {
  const body = { meta: { start: 0, length: 10 }, ...payload };
  const response = await service.call('/api/users/tableData', { method: 'POST', body, headers });
  return (response.body as unknown as DataResponse).data;
}

/** E-mail address → the buttons of the row. */
const actions = async (headers: Record<string, string>) =>
  Object.fromEntries((await rows(headers)).map(({ email, _actions }) => [email, _actions]));

describe('The users table', () => {
  it('has buttons to create, edit and impersonate', async () => {
    const { template } = await init(boss);
    expect(template.buttons.global).toEqual([
      expect.objectContaining({ name: 'create', route: 'users.create' }),
      expect.objectContaining({ name: 'excel', action: 'export', path: '/api/users/exportExcel' }),
    ]);
    expect(template.buttons.row).toEqual([
      expect.objectContaining({ name: 'edit', route: 'users.edit' }),
      expect.objectContaining({
        name: 'impersonate',
        method: 'POST',
        path: '/api/core/impersonation/dtRowId',
        event: 'impersonate',
        postEvent: 'impersonated',
        confirmation: true,
        tooltip: 'Act as this user',
      }),
    ]);
    expect(template.model).toBe('user');
  });

  it('offers the permitted actions on each row', async () => {
    expect(await actions(boss)).toEqual({
      'admin@example.com': ['edit', 'impersonate'],
      'boss@example.com': ['edit'],
      'clerk@example.com': ['edit', 'impersonate'],
      'gone@example.com': ['edit'],
      'lead@example.com': ['edit', 'impersonate'],
    });
    expect(await actions(lead)).toEqual({
      'admin@example.com': [],
      'boss@example.com': [],
      'clerk@example.com': ['edit', 'impersonate'],
      'gone@example.com': ['edit'],
      'lead@example.com': ['edit'],
    });
  });

  it('does not offer impersonation while impersonating', async () => {
    const started = await service.call('/api/core/impersonation/3', { method: 'POST', headers: boss });
    const acting = { authorization: `Bearer ${started.body.token}` };
    expect((await actions(acting))['clerk@example.com']).toEqual([]);
  });

  it('has buttons that work', async () => {
    const { template } = await init(boss);
    const path = template.buttons.row[1]?.path?.replace('dtRowId', `${clerk}`) ?? '';
    const response = await service.call(path, { method: 'POST', headers: boss });
    expect(response.body.message).toBe('You now act as clerk@example.com.');
  });

  it('returns only the columns that it shows', async () => {
    const [row] = await rows(boss);
    expect(Object.keys(row ?? {}).sort()).toEqual([
      '_actions',
      'avatar',
      'created_at',
      'dtRowId',
      'email',
      'invited_at',
      'is_active',
      'language',
      'name',
      'role',
    ]);
  });

  it('is filtered by role, with options from the service', async () => {
    const { template } = await init(boss);
    const filter = template.filters?.[0];
    expect(filter).toMatchObject({ label: 'Role', data: 'users.role_id', type: 'select', multiple: true });
    const options = await service.call(`${filter?.path}?paginate=100&query=&searchMode=full&trackBy=id`, {
      headers: boss,
    });
    expect(options.body).toEqual([
      { id: 1, name: 'Administrator' },
      { id: 2, name: 'Supervisor' },
      { id: 3, name: 'User' },
    ]);
    expect((await service.call(`${filter?.path}?query=visor`, { headers: boss })).body).toEqual([
      { id: 2, name: 'Supervisor' },
    ]);
    const found = await rows(boss, { filters: { users: { role_id: [2, 3] } } });
    expect(found.map(({ email }) => email)).toEqual([
      'clerk@example.com',
      'gone@example.com',
      'lead@example.com',
    ]);
    expect((await init(lead)).template.filters).toBeUndefined();
  });
});
