import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createTables } from '@rowhouse/tables';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService } from '../../../definition/createService.ts';
import type { RecordChange } from '../../../kernel/hooks/Hooks.ts';
import { defineModule } from '../../../kernel/module/Module.ts';
import { startTestService, type TestService, testPassword } from '../../../testing/startTestService.ts';
import { grantPermissions } from '../access/storeAccess.ts';
import { staff } from './staff.fixture.ts';

type Headers = Record<string, string>;

const changes: RecordChange[] = [];
const seen: unknown[] = [];
const observer = defineModule({
  name: 'observer',
  hooks: { recordChange: { after: (event) => void changes.push(event) } },
  routes: (app) => {
    app.get('/api/desk', { config: { access: 'signed-in' } }, ({ user }) => {
      seen.push(user?.fields);
      return { desk: user?.fields.desk ?? null };
    });
  },
});

let service: TestService;
let boss: Headers;
/** May change users, but has no permission of salaries. */
let lead: Headers;
let clerk: Headers;
let clerkId: number;
beforeAll(async () => {
  service = await startTestService({}, { definition: { modules: [staff, observer] } });
  const { db } = service.database;
  boss = await person('boss@example.com', 'administrator');
  lead = await person('lead@example.com', 'supervisor');
  const allowed = ['init', 'tableData', 'exportExcel', 'create', 'store', 'edit', 'update'];
  await grantPermissions(db, 'supervisor', [
    ...allowed.map((name) => `users.${name}`),
    'departments.init',
    'departments.tableData',
  ]);
  service.users.forget();
  clerk = await person('clerk@example.com', 'user');
  const found = await db.selectFrom('users').select('id').where('email', '=', 'clerk@example.com').execute();
  clerkId = found[0]?.id ?? 0;
  await sql`update users set salary = 1234.5, badge = 'B7' where id = ${clerkId}`.execute(db);
});
afterAll(() => service?.destroy());

async function person(email: string, role: string): Promise<Headers> {
  await service.addUser(email, role);

  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

const send = (method: string, path: string, body: unknown, headers: Headers) =>
  service.call(path, { method, body, headers });
const change = (userFields: unknown, headers = boss) =>
  send('PATCH', `/api/users/${clerkId}`, { userFields }, headers);
const rows = async (payload: object, headers: Headers) =>
  send('POST', '/api/users/tableData', { meta: { start: 0, length: 10 }, ...payload }, headers);
const namesOf = (form: unknown) =>
  ((form as { fields?: { name: string }[] } | undefined)?.fields ?? []).map(({ name }) => name);
const stored = async (email = 'clerk@example.com') => {
  const { rows: found } = await sql<Record<string, unknown>>`
    select department_id, desk, shift, salary, badge from users where email = ${email}`.execute(
    service.database.db,
  );

  return found[0];
};

describe('A field of users', () => {
  it('is in the form of a user, with what the database knows, and its value', async () => {
    const { body } = await service.call(`/api/users/${clerkId}/edit`, { headers: boss });
    const { fields, values } = body.userFields as { fields: object[]; values: object };
    expect(fields).toMatchObject([
      { name: 'department', label: 'Department', type: 'select', names: 'id' },
      { name: 'desk', label: 'Desk', type: 'string', maxLength: 10, help: 'Room and number' },
      { name: 'shift', type: 'enum', enum: { early: 'Early', late: 'Late' }, hasDefault: true },
      { name: 'salary', type: 'number', decimals: 2 },
      { name: 'badge', readOnly: true },
    ]);
    expect(values).toEqual({ department: null, desk: null, shift: 'early', salary: '1234.5', badge: 'B7' });
    const created = await service.call('/api/users/create', { headers: boss });
    expect(namesOf(created.body.userFields)).toEqual(['department', 'desk', 'shift', 'salary']);
    expect((created.body.userFields as { values: object }).values).toEqual({ shift: 'early' });
  });

  it('is stored with a new user, and announced with the others', async () => {
    const email = 'new@example.com';
    const response = await send(
      'POST',
      '/api/users',
      {
        ...{ name: 'New', email, password: testPassword, roleId: 3, language: null, isActive: true },
        userFields: { department: 1, desk: 'A1' },
      },
      boss,
    );
    expect(response.status).toBe(201);
    expect(await stored(email)).toMatchObject({ department_id: 1, desk: 'A1', shift: 'early' });
    expect(changes.at(-1)).toMatchObject({
      kind: 'users',
      action: 'created',
      changes: { email: { to: email }, desk: { from: null, to: 'A1' }, department: { to: '1' } },
    });
  });

  it('is changed with the others or not at all', async () => {
    expect((await change({ desk: 'B2', shift: 'late', salary: '2000.25' })).status).toBe(200);
    expect(await stored()).toMatchObject({ desk: 'B2', shift: 'late', salary: '2000.25' });
    expect(changes.at(-1)?.changes).toEqual({
      desk: { from: null, to: 'B2' },
      shift: { from: 'early', to: 'late' },
      salary: { from: '1234.50', to: '2000.25' },
    });
    const taken = { name: 'Renamed', userFields: { desk: 'A1' } };
    const refused = await send('PATCH', `/api/users/${clerkId}`, taken, boss);
    expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, ['userFields.desk']]);
    const { body } = await service.call(`/api/users/${clerkId}/edit`, { headers: boss });
    expect(body).toMatchObject({
      user: { name: 'clerk@example.com' },
      userFields: { values: { desk: 'B2' } },
    });
  });

  it.each<[string, object, string]>([
    ['of another type', { desk: 12 }, 'desk'],
    ['that its schema does not accept', { desk: 'cellar' }, 'desk'],
    ['that is no key of its enumeration', { shift: 'noon' }, 'shift'],
    ['that is empty where the column is not', { shift: null }, 'shift'],
    ['with more digits than the column', { salary: '1.234' }, 'salary'],
    ['that refers to nothing', { department: 9 }, 'department'],
    ['of a field that is only shown', { badge: 'B8' }, 'badge'],
    ['of a column that is no field', { role_id: 1 }, 'role_id'],
    ['of a field of users themselves', { email: 'x@example.com' }, 'email'],
  ])('refuses a value %s, at the field', async (_, given, field) => {
    const { status, body } = await change(given);
    expect([status, Object.keys(body.errors as object)]).toEqual([422, [`userFields.${field}`]]);
  });

  it('is not a member of the body itself', async () => {
    const response = await send('PATCH', `/api/users/${clerkId}`, { desk: 'C3' }, boss);
    expect(response.status).toBe(422);
  });

  it('is known to the routes of modules, current after each change', async () => {
    await change({ desk: 'C3' });
    expect((await service.call('/api/desk', { headers: clerk })).body).toEqual({ desk: 'C3' });
    expect(seen.at(-1)).toMatchObject({ desk: 'C3', shift: 'late', salary: '2000.25' });
    expect((await service.users.find(clerkId))?.fields).toMatchObject({ desk: 'C3' });
  });

  it('is a column of the table of users, which is sorted and filtered by it', async () => {
    const { body } = await service.call('/api/users/init', { headers: boss });
    const { columns } = body.template as { columns: { name: string }[] };
    expect(columns.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['department', 'desk', 'shift', 'salary', 'badge']),
    );
    const found = await rows({ filters: { users: { desk: 'C3' } } }, boss);
    expect(found.body.data).toMatchObject([{ email: 'clerk@example.com', desk: 'C3', shift: 'late' }]);
  });
});

describe('A user field with a permission, for users without it', () => {
  it('is missing in forms and rows', async () => {
    const { body } = await service.call(`/api/users/${clerkId}/edit`, { headers: lead });
    expect(namesOf(body.userFields)).toEqual(['department', 'desk', 'shift', 'badge']);
    const list = await rows({}, lead);
    expect(list.status).toBe(200);
    const init = await service.call('/api/users/init', { headers: lead });
    for (const { text } of [list, init]) expect(text).not.toMatch(/salary|2000/i);
    expect((await rows({}, boss)).text).toContain('2000.25');
  });

  it.each<[string, object]>([
    ['a filter', { filters: { users: { salary: '2000.25' } } }],
    ['a condition', { where: { all: [{ data: 'users.salary', operator: 'is', value: '2000.25' }] } }],
    ['an order', { columns: [{ name: 'salary', meta: { sort: 'ASC' } }] }],
    ['statistics', { meta: { statistics: 'salary' } }],
  ])('is refused in %s like a column that does not exist', async (_, payload) => {
    expect((await rows(payload, boss)).status).toBe(200);
    const unknown = JSON.parse(JSON.stringify(payload).replaceAll('salary', 'nothing')) as object;
    const [given, other] = [await rows(payload, lead), await rows(unknown, lead)];
    expect([given.status, other.status]).toEqual([422, 422]);
    expect(Object.keys(given.body.errors as object)).toEqual(
      Object.keys(other.body.errors as object).map((path) => path.replace('nothing', 'salary')),
    );
  });

  it('is left out of exports', async () => {
    const { tablesOptions } = createService({ modules: [staff] });
    const tables = createTables(tablesOptions({ db: service.database.db, config: service.config }));
    const exportOf = async (email: string) => {
      const { id } = await service.database.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      const output = new PassThrough();
      const run = { output, format: 'csv' as const };
      const [file] = await Promise.all([
        text(output),
        tables.exportRows('users', {}, await service.users.find(id), run),
      ]);

      return file;
    };
    expect(await exportOf('boss@example.com')).toContain('2000.25');
    const file = await exportOf('lead@example.com');
    expect(file).toContain('clerk@example.com');
    expect(file).not.toMatch(/salary|2000/i);
    await expect(
      tables.exportRows('users', { columns: [{ name: 'salary', meta: { sort: 'ASC' } }] }, null, {
        output: new PassThrough(),
        format: 'csv',
      }),
    ).rejects.toMatchObject({ code: 'tables.invalid_request' });
  });

  it('cannot be written, also by users who may change others', async () => {
    const refused = await change({ salary: '1', desk: 'D4' }, lead);
    expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([
      422,
      ['userFields.salary'],
    ]);
    expect(await stored()).toMatchObject({ desk: 'C3', salary: '2000.25' });
    expect((await change({ desk: 'D4' }, lead)).status).toBe(200);
  });
});

describe('The profile', () => {
  it('shows and changes the fields that their module puts there', async () => {
    expect((await service.call('/api/core/me', { headers: clerk })).body.hasFields).toBe(true);
    const { body } = await service.call('/api/core/me/fields', { headers: clerk });
    expect(body).toMatchObject({
      fields: [{ name: 'desk' }, { name: 'shift', readOnly: true }],
      values: { desk: 'D4', shift: 'late' },
    });
    expect(namesOf(body)).toHaveLength(2);
    const saved = await send('PATCH', '/api/core/me', { userFields: { desk: 'E5' } }, clerk);
    expect(saved.status).toBe(200);
    expect(saved.text).not.toMatch(/E5|2000/);
    expect(await stored()).toMatchObject({ desk: 'E5' });
  });

  it.each(['shift', 'salary', 'badge', 'department'])('refuses to write %s', async (field) => {
    const { status, body } = await send('PATCH', '/api/core/me', { userFields: { [field]: 'late' } }, clerk);
    expect([status, Object.keys(body.errors as object)]).toEqual([422, [`userFields.${field}`]]);
  });
});
