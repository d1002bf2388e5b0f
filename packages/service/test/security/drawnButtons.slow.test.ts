import type { DataResponse, InitButton, InitResponse } from '@rowhouse/table-protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../../../../apps/demo/src/data/seedDemo.ts';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { demoService } from '../../src/testing/demoService.ts';
import { startTestService, type TestService } from '../../src/testing/startTestService.ts';

/** Route of a form → route that the form submits to. */
const forms: Readonly<Record<string, string>> = {
  'users.create': 'users.store',
  'users.edit': 'users.update',
};
const tables = demoService.modules
  .flatMap(({ tables = [] }) => tables)
  .map(({ template }) => (template as { routePrefix: string }).routePrefix);

let service: TestService;
let administrator: Record<string, string>;
/** Has the permissions of `permit`. */
let worker: Record<string, string>;
let superior: Record<string, string>;
/** The administrator, impersonating a user with all permissions. */
let impersonator: Record<string, string>;

beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  const { db } = service.database;
  await db
    .insertInto('roles')
    .values([
      { name: 'worker', label: 'Worker' },
      { name: 'superior', label: 'Superior', is_superior: true },
      { name: 'everything', label: 'Everything' },
    ])
    .execute();
  await seedDemo(db, { orders: 10 });
  administrator = await person('boss', 'administrator');
  worker = await person('worker', 'worker');
  superior = await person('superior', 'superior');
  await service.addUser('plain@example.com');
  const named = await service.addUser('named@example.com', 'everything');
  const all = await allPermissions();
  await grantPermissions(db, 'everything', all);
  await grantPermissions(db, 'superior', all);
  service.users.forget();
  const { body } = await service.call(`/api/core/impersonation/${named}`, {
    method: 'POST',
    headers: administrator,
  });
  impersonator = { authorization: `Bearer ${body.token}` };
});
afterAll(() => service?.destroy());

async function person(name: string, role: string): Promise<Record<string, string>> {
  await service.addUser(`${name}@example.com`, role);

  return { authorization: `Bearer ${(await service.signIn(`${name}@example.com`)).token}` };
}

async function allPermissions(): Promise<string[]> {
  const rows = await service.database.db.selectFrom('permissions').select('name').execute();

  return rows.map(({ name }) => name);
}

/** Sets the permissions of the worker. */
async function permit(names: readonly string[]): Promise<void> {
  const { db } = service.database;
  const role = db.selectFrom('roles').select('id').where('name', '=', 'worker');
  await db.deleteFrom('role_permissions').where('role_id', '=', role).execute();
  await grantPermissions(db, 'worker', names);
  service.users.forget();
}

async function initOf(table: string, headers: Record<string, string>): Promise<InitResponse | null> {
  const { namedRoutes } = service.app;
  const path = (namedRoutes.find(`${table}.init`) ?? namedRoutes.find(`${table}.initTable`))?.path ?? '';
  const response = await service.call(path, { headers });

  return response.status === 200 ? (response.body as unknown as InitResponse) : null;
}

/** The requests of a button and of the form that it opens. */
function requestsOf(
  { path, route, method = 'GET' }: InitButton,
  row: string,
): { method: string; path: string }[] {
  if (path !== undefined) return [{ method, path: path.replace('dtRowId', row) }];

  return [route, forms[route ?? '']].flatMap((name) => {
    const found = name === undefined ? null : service.app.namedRoutes.find(name);
    const methods = found?.methods.filter((one) => one !== 'HEAD') ?? [];

    return found ? [{ method: methods[0] ?? 'GET', path: found.path.replace(/:\w+/, row) }] : [];
  });
}

/** Everything that the table offers to the caller and that responds with 403, or a selection without a button that uses it. */
async function refusedOf(table: string, headers: Record<string, string>): Promise<string[]> {
  const init = await initOf(table, headers);
  if (init === null) return [];
  const { template } = init;
  const payload = { meta: { start: 0, length: 10 } };
  const read = await service.call(template.readPath, { method: 'POST', headers, body: payload });
  const { data = [] } = read.body as unknown as Partial<DataResponse>;
  const { global, dropdown, row: rowButtons } = template.buttons;
  const requests = [
    ...[...global, ...dropdown].flatMap((button) => requestsOf(button, '')),
    ...(template.filters ?? []).flatMap(({ path }) => (path === undefined ? [] : [{ method: 'GET', path }])),
    ...data.flatMap(({ dtRowId, _actions: names }) =>
      rowButtons
        .filter(({ name }) => !Array.isArray(names) || names.includes(name))
        .flatMap((button) => requestsOf(button, String(dtRowId))),
    ),
  ];
  const refused: string[] = [];
  for (const { method, path } of requests) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : payload;
    const { status } = await service.call(path, { method, headers, body });
    if (status === 403) refused.push(`${method} ${path}`);
  }
  if (template.selectable && ![...global, ...dropdown].some(({ selection }) => selection)) {
    refused.push('checkboxes');
  }

  return refused;
}

/** Routes behind the buttons and filters of a table. */
async function routesOf(table: string): Promise<string[]> {
  const { template } = (await initOf(table, administrator)) as InitResponse;
  const { global, dropdown, row } = template.buttons;
  const paths = new Map(service.app.routeRules().map(({ path, name }) => [path, name]));
  const bare = (path: string) => path.replace(/\?.*/, '');
  const byPath = (path: string) =>
    [...paths].find(([pattern]) => pattern.replace(/:\w+/, 'dtRowId') === bare(path))?.[1] ?? [];
  const named = [...global, ...dropdown, ...row].flatMap(({ route, path }) =>
    route === undefined ? byPath(path ?? '') : [route, forms[route] ?? []].flat(),
  );

  return [...new Set([...named, ...(template.filters ?? []).flatMap(({ path }) => byPath(path ?? ''))])];
}

it('offers administrators, and superiors with all permissions, everything that they are permitted', async () => {
  for (const table of tables) {
    expect(await refusedOf(table, administrator)).toEqual([]);
    expect(await refusedOf(table, superior)).toEqual([]);
  }
  const { template } = (await initOf('orders', administrator)) as InitResponse;
  expect(template.selectable).toBe(true);
});

it.each(tables)('offers nothing in the table %s that is refused to an impersonator', async (table) => {
  expect(await initOf(table, impersonator)).not.toBeNull();
  expect(await refusedOf(table, impersonator)).toEqual([]);
});

it.each(tables)(
  'offers nothing in the table %s that is refused, with any single permission granted or missing',
  async (table) => {
    const all = await allPermissions();
    const reading = all.filter((name) =>
      new RegExp(`^${table}\\.(init|initTable|index|tableData)$`).test(name),
    );
    const routes = await routesOf(table);
    const sets = [
      reading,
      ...routes.map((route) => [...reading, route]),
      ...routes.map((route) => all.filter((name) => name !== route)),
    ];
    const wrong: Record<string, string[]> = {};
    for (const [index, set] of sets.entries()) {
      await permit(set);
      expect(await initOf(table, worker)).not.toBeNull();
      const refused = await refusedOf(table, worker);
      const title =
        index <= routes.length ? `with ${routes[index - 1]}` : `without ${routes[index - routes.length - 1]}`;
      if (refused.length > 0) wrong[title] = refused;
    }
    expect(routes.length).toBeGreaterThan(0);
    expect(wrong).toEqual({});
  },
);
