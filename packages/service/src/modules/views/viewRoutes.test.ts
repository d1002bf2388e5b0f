import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReceivedResponse, startTestService, type TestService } from '../../testing/startTestService.ts';
import { grantPermissions } from '../users/index.ts';

const roles = { administrator: 1, supervisor: 2, user: 3 };

let service: TestService;
let ada: Person;
let ben: Person;
let carl: Person;
let boss: Person;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  const { db } = service.database;
  await grantPermissions(db, 'supervisor', ['orders.tableData', 'cities.tableData', 'views.share']);
  await grantPermissions(db, 'user', ['orders.tableData']);
  [ada, ben, carl, boss] = await Promise.all([
    person('supervisor'),
    person('user'),
    person('user'),
    person('administrator'),
  ]);
});
afterAll(() => service?.destroy());

interface Person {
  readonly id: number;
  call(method: string, path: string, body?: unknown): Promise<ReceivedResponse>;
  /** Saves a view of the orders and returns its id. */
  save(name: string, more?: object): Promise<string>;
  names(): Promise<string[]>;
}

async function person(role: keyof typeof roles): Promise<Person> {
  const email = `${role}-${randomUUID()}@example.com`;
  const id = await service.addUser(email, role);
  const headers = { authorization: `Bearer ${(await service.signIn(email)).token}` };
  const call: Person['call'] = (method, path, body) =>
    service.call(`/api/views${path}`, { method, headers, body });

  return {
    id,
    call,
    save: async (name, more = {}) => {
      const { status, body, text } = await call('POST', '', { table: 'orders', name, state: {}, ...more });
      expect([status, text]).toEqual([201, expect.any(String)]);

      return String(body.id);
    },
    names: async () => {
      const { body } = await call('GET', '?table=orders');

      return (body as { views: { name: string }[] }).views.map(({ name }) => name);
    },
  };
}

describe('Views', () => {
  it('are saved, listed, renamed, copied and deleted', async () => {
    const state = {
      order: ['total'],
      widths: { total: 90.5 },
      where: { not: { data: 'orders.paid', operator: 'isEmpty' } },
    };
    const id = await ben.save(' Open ', { state });
    const view = {
      id,
      table: 'orders',
      name: 'Open',
      owner: { id: ben.id, name: expect.stringContaining('@example.com') },
      sharedWith: [],
      isOwn: true,
      isDefault: false,
      isPinned: false,
      mayChange: true,
      state,
      revision: 1,
    };
    expect((await ben.call('GET', '?table=orders')).body).toEqual({
      views: [view],
      defaults: { me: null, role: null, everyone: null },
      roles: [],
    });
    expect((await ben.call('GET', `/${id}`)).body).toEqual(view);
    const renamed = await ben.call('PATCH', `/${id}`, { name: 'Late', revision: 1 });
    expect([renamed.status, renamed.body]).toEqual([200, { ...view, name: 'Late', revision: 2 }]);
    const stale = await ben.call('PATCH', `/${id}`, { name: 'Never', revision: 1 });
    expect([stale.status, stale.body]).toMatchObject([409, { type: 'tables.view_changed' }]);
    const copies = [
      await ben.call('POST', `/${id}/copy`),
      await ben.call('POST', `/${id}/copy`, { name: 'B' }),
    ];
    expect(copies.map(({ status, body }) => [status, body.name])).toEqual([
      [201, 'Late (2)'],
      [201, 'B'],
    ]);
    for (const { body } of copies) {
      const { status, text } = await ben.call('DELETE', `/${body.id}`);
      expect([status, text]).toEqual([204, '']);
    }
    expect(await ben.names()).toEqual(['Late']);
  });

  it('are refused if invalid, with the path, the value and the remedy', async () => {
    const save = (body: object) => ben.call('POST', '', { table: 'orders', name: 'x', state: {}, ...body });
    for (const [body, errors] of [
      [{ state: { widht: {} } }, { 'state.widht': [expect.stringContaining('did you mean widths?')] }],
      [{ state: { length: '25' } }, { 'state.length': [expect.stringContaining('"25"')] }],
      [{ state: [] }, { state: ['must be an object'] }],
      [{ name: ' ' }, { name: [expect.any(String)] }],
      [{ owner: 1 }, { owner: [expect.stringContaining('is not known')] }],
      [{ sharedWith: 'all' }, { sharedWith: expect.any(Array) }],
    ] as const) {
      const refused = await save(body);
      expect([refused.status, refused.body.errors]).toMatchObject([422, errors]);
    }
    const twice = [await save({ name: 'Twice' }), await save({ name: 'Twice' })];
    expect(twice.map(({ status }) => status)).toEqual([201, 422]);
  });

  it('are refused for a table that the user may not use, like the table itself', async () => {
    const id = await ada.save('Cities', { table: 'cities', sharedWith: [roles.user] });
    const requests = [
      ['GET', '?table=cities', undefined],
      ['POST', '', { table: 'cities', name: 'x', state: {} }],
      ['PATCH', `/${id}`, { name: 'x' }],
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${id}/copy`, {}],
      ['PUT', `/${id}/pin`, undefined],
      ['DELETE', `/${id}/pin`, undefined],
      ['GET', '?table=cities&pinned=true', undefined],
      ['PUT', '/default', { table: 'cities', view: id, for: 'me' }],
    ] as const;
    for (const [method, path, body] of requests) {
      expect((await ben.call(method, path, body)).status).toBe(403);
    }
    const [linked, missing] = [await ben.call('GET', `/${id}`), await ben.call('GET', `/${randomUUID()}`)];
    expect([linked.status, linked.body.type]).toEqual([404, missing.body.type]);
    const unknown = [
      await boss.call('GET', '?table=nothing'),
      await boss.call('POST', '', { table: 'nothing', name: 'x', state: {} }),
    ];
    expect(unknown.map(({ status, body }) => [status, body.message])).toEqual(
      unknown.map(() => [404, 'Table "nothing" does not exist.']),
    );
  });
});

describe('A shared view', () => {
  it('is seen by the role, without the other roles, and changed by its owner only', async () => {
    const id = await ada.save('Team', { sharedWith: [roles.user, roles.administrator] });
    const { body } = await ben.call('GET', '?table=orders');
    expect((body as { views: object[] }).views).toContainEqual(
      expect.objectContaining({ id, sharedWith: [roles.user], isOwn: false, mayChange: false }),
    );
    expect((await ben.call('PATCH', `/${id}`, { name: 'Ours' })).status).toBe(403);
    expect((await ben.call('DELETE', `/${id}`)).status).toBe(403);
    await ada.call('PATCH', `/${id}`, { sharedWith: [] });
    expect(await ben.names()).not.toContain('Team');
  });

  it('cannot be distinguished from a missing one if it belongs to another role', async () => {
    const hidden = await ada.save('Hidden', { sharedWith: [roles.supervisor] });
    const responses = (id: string) =>
      Promise.all([
        ben.call('GET', `/${id}`),
        ben.call('PUT', `/${id}/pin`),
        ben.call('DELETE', `/${id}/pin`),
        ben.call('PATCH', `/${id}`, { name: 'x' }),
        ben.call('DELETE', `/${id}`),
        ben.call('POST', `/${id}/copy`, {}),
        ben.call('PUT', '/default', { table: 'orders', view: id, for: 'me' }),
      ]);
    const unknown = randomUUID();
    const withoutId = async (id: string) =>
      (await responses(id)).map(({ status, text }) => [status, text.replaceAll(id, '…')]);
    const refusals = await withoutId(hidden);
    expect(refusals.map(([status]) => status)).toEqual(refusals.map(() => 404));
    expect(refusals).toEqual(await withoutId(unknown));
  });

  it('needs the permission views.share, as does a default for others', async () => {
    const own = await ben.save('Own');
    const body = { table: 'orders', name: 'Shared', state: {}, sharedWith: [roles.user] };
    const refusedShare = await ben.call('POST', '', body);
    expect([refusedShare.status, refusedShare.body.errors]).toEqual([
      403,
      { sharedWith: [`You may not share views with ${roles.user}. Save the view for yourself only.`] },
    ]);
    expect((await ben.call('PATCH', `/${own}`, { sharedWith: 'everyone' })).status).toBe(403);
    for (const scope of ['role', 'everyone']) {
      const choice = { table: 'orders', view: own, for: scope };
      const refused = await ben.call('PUT', '/default', choice);
      expect([refused.status, refused.body.errors]).toEqual([
        403,
        { for: [`You may not set a default for "${scope}". Send "me" to set your own.`] },
      ]);
    }
    const { body: list } = await ada.call('GET', '?table=orders');
    expect((list as { roles: { id: number }[] }).roles.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
    const unknown = await ada.call('POST', '', { ...body, sharedWith: [99] });
    expect([unknown.status, Object.keys(unknown.body.errors ?? {})]).toEqual([422, ['sharedWith']]);
  });

  it('is deleted with its owner, and its role', async () => {
    const { db } = service.database;
    const { id: role } = await db
      .insertInto('roles')
      .values({ name: 'temporary', label: 'Temporary' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const owner = await person('supervisor');
    const id = await owner.save('Short-lived', { sharedWith: [role, roles.user] });
    await owner.call('PUT', '/default', { table: 'orders', view: id, for: 'role', role });
    await db.deleteFrom('roles').where('id', '=', role).execute();
    const { body } = await owner.call('PATCH', `/${id}`, {});
    expect(body.sharedWith).toEqual([roles.user]);
    await db.deleteFrom('users').where('id', '=', owner.id).execute();
    expect(await ben.names()).not.toContain('Short-lived');
  });
});

describe('Pinned views', () => {
  const pinned = async (by: Person) => {
    const { body } = await by.call('GET', '?pinned=true');

    return (body as { views: { name: string; isPinned: boolean }[] }).views.map(({ name, isPinned }) => [
      name,
      isPinned,
    ]);
  };

  it('are listed across all tables for the user who pinned them', async () => {
    const [dana, eve] = [await person('supervisor'), await person('user')];
    const [orders, cities] = [await dana.save('Orders'), await dana.save('Cities', { table: 'cities' })];
    for (const id of [orders, cities, cities]) {
      const { status, text } = await dana.call('PUT', `/${id}/pin`);
      expect([status, text]).toEqual([204, '']);
    }
    expect([await pinned(dana), await pinned(eve)]).toEqual([
      [
        ['Cities', true],
        ['Orders', true],
      ],
      [],
    ]);
    const { body } = await dana.call('GET', '?pinned=true&table=orders');
    expect([(body.views as unknown[]).length, body.defaults]).toEqual([
      1,
      { me: null, role: null, everyone: null },
    ]);
    expect((await dana.call('DELETE', `/${orders}/pin`)).status).toBe(204);
    expect(await pinned(dana)).toEqual([['Cities', true]]);
  });

  it('are not listed for a table that the user may no longer use', async () => {
    const dana = await person('supervisor');
    await dana.call('PUT', `/${await dana.save('Cities', { table: 'cities' })}/pin`);
    const { db } = service.database;
    await db.updateTable('users').set({ role_id: roles.user }).where('id', '=', dana.id).execute();
    service.users.forget();
    expect(await pinned(dana)).toEqual([]);
  });

  it('have to be named, or a table', async () => {
    const { status, body } = await ben.call('GET', '');
    expect([status, body.errors]).toEqual([422, { table: ['is required without pinned=true'] }]);
  });
});

it('prefers the default of a user to that of the role, and that to the one of everyone', async () => {
  const [all, team, mine] = [
    await ada.save('All', { sharedWith: 'everyone' }),
    await ada.save('Users', { sharedWith: [roles.user] }),
    await carl.save('Mine'),
  ];
  const current = async () => {
    const { body } = await carl.call('GET', '?table=orders');

    return (body as { views: { id: string; isDefault: boolean }[] }).views
      .filter(({ isDefault }) => isDefault)
      .map(({ id }) => id);
  };
  const set = async (by: Person, choice: object) => {
    const { status, text } = await by.call('PUT', '/default', { table: 'orders', ...choice });
    expect([status, text]).toEqual([200, expect.any(String)]);
  };
  await set(ada, { view: all, for: 'everyone' });
  expect(await current()).toEqual([all]);
  await set(ada, { view: team, for: 'role', role: roles.user });
  expect(await current()).toEqual([team]);
  await set(carl, { view: mine, for: 'me' });
  expect(await current()).toEqual([mine]);
  await set(carl, { view: null, for: 'me' });
  await set(ada, { view: null, for: 'role', role: roles.user });
  expect(await current()).toEqual([all]);
  const refused = await ada.call('PUT', '/default', { table: 'orders', view: team, for: 'everyone' });
  expect([refused.status, refused.body.errors]).toMatchObject([
    422,
    { view: [expect.stringContaining('share it first')] },
  ]);
});
