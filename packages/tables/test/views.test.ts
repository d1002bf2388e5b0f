import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { viewStoreContract } from '../src/testing/index.ts';
import { installViews, kyselyViewStore, removeViews, type ViewCaller } from '../src/views/index.ts';

describe.each(dialects)('Views on %s', (dialect) => {
  let database: TestDatabase<unknown>;
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    for (const table of ['people', 'teams']) {
      await sql`create table ${sql.table(table)} (id integer primary key)`.execute(database.db);
      await sql`insert into ${sql.table(table)} values (1), (2), (3)`.execute(database.db);
    }
    await install(database.db);
  });
  afterAll(() => database?.destroy());

  const install = (db: Kysely<unknown>) =>
    installViews(db, {
      users: { table: 'people', type: 'integer' },
      roles: { table: 'teams', type: 'integer' },
    });
  const ada: ViewCaller = { id: 1, role: 1, mayShare: true };
  const count = async (table: string) => {
    const { rows } = await sql<{ n: number | string }>`select count(*) as n from ${sql.table(table)}`.execute(
      database.db,
    );

    return Number(rows[0]?.n);
  };

  it.each(viewStoreContract(() => kyselyViewStore(database.db)))('$name', ({ run }) => run());

  it('name roles that do not exist', async () => {
    const store = kyselyViewStore(database.db);
    const view = { table: 'orders', name: 'Team', state: {} };
    await expect(store.create(ada, { ...view, sharedWith: [1, 99] })).rejects.toMatchObject({
      fields: { sharedWith: [expect.stringContaining('does not exist')] },
    });
    const { id } = await store.create(ada, { ...view, sharedWith: 'everyone' });
    await expect(
      store.setDefault(ada, { table: 'orders', view: id, for: 'role', role: 99 }),
    ).rejects.toMatchObject({ fields: { role: [expect.stringContaining('does not exist')] } });
  });

  it('are limited in number', async () => {
    const store = kyselyViewStore(database.db);
    const caller = { ...ada, id: 2 };
    const { id } = await store.create(caller, { table: 'many', name: '0', state: {} });
    await sql`insert into rowhouse_views
      select ${sql.raw(dialect === 'mysql' ? "concat('x', a.n * 15 + b.n)" : "'x' || (a.n * 15 + b.n)")}, table_id,
        ${sql.raw(dialect === 'mysql' ? 'concat(a.n * 15 + b.n)' : "'' || (a.n * 15 + b.n)")}, owner_id, for_everyone, state, revision
      from rowhouse_views
      cross join (${numbers}) as a cross join (${numbers}) as b
      where id = ${id} and a.n * 15 + b.n between 1 and 199`.execute(database.db);
    await expect(store.create(caller, { table: 'many', name: 'more', state: {} })).rejects.toThrow(
      'You have 200 views of this table; delete one first.',
    );
    expect((await store.list(caller, 'many')).views).toHaveLength(200);
  });

  it('are deleted with their user or role, and by removeViews', async () => {
    const store = kyselyViewStore(database.db);
    const { id } = await store.create(ada, { table: 'kept', name: 'Team', state: {}, sharedWith: [1, 2] });
    await store.setDefault(ada, { table: 'kept', view: id, for: 'role', role: 2 });
    await sql`delete from teams where id = 2`.execute(database.db);
    expect((await store.find(ada, id)).sharedWith).toEqual([1]);
    await sql`delete from people where id = 1`.execute(database.db);
    await expect(store.find(ada, id)).rejects.toThrow('You have no view');
    await install(database.db);
    expect(await count('rowhouse_views')).toBeGreaterThan(0);
    await removeViews(database.db);
    await expect(count('rowhouse_views')).rejects.toThrow();
  });
});

describe.each(dialects)('Views of users and roles with texts as ids, on %s', (dialect) => {
  let database: TestDatabase<unknown>;
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await installViews(database.db);
  });
  afterAll(() => database?.destroy());

  it('are not confused if ids have the same prefix', async () => {
    const store = kyselyViewStore(database.db);
    const [owner, other] = ['5', '5a'].map((id) => ({ id, role: `${id}r`, mayShare: true }));
    if (owner === undefined || other === undefined) throw new Error('There are two callers.');
    await store.create(owner, { table: 'orders', name: 'Team', state: {}, sharedWith: ['5r'] });
    for (const caller of [other, { ...other, id: 5.5, role: '5' }, { ...other, role: '5R' }]) {
      expect((await store.list(caller, 'orders')).views).toEqual([]);
    }
    expect((await store.list({ ...owner, id: 5 }, 'orders')).views).toHaveLength(1);
  });
});

it('follow the contract for users and roles with texts as ids', async () => {
  const { db, destroy } = await createTestDatabase('sqlite');
  await installViews(db);
  for (const { run } of viewStoreContract(() => kyselyViewStore(db))) await run();
  await destroy();
});

const numbers = sql.raw(Array.from({ length: 15 }, (_, n) => `select ${n} as n`).join(' union all '));
