import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  removeChanges,
  routeRegistry,
  type TableDefinition,
  TableError,
  type TableRecords,
  type Tables,
} from '../src/index.ts';
import { ann, bob, createGoods, type Goods, goods, goodsTables, idBefore, texts } from './goods.ts';
import { type LoggedDatabase, loggedDatabase, refusal } from './support.ts';

const size = 25;
const taken =
  'The database refuses to restore the record: another one has one of its values now, or what it refers to is gone.';

describe.each(dialects)('undoing an action that deletes records, on %s', (dialect) => {
  let database: LoggedDatabase<Goods>;
  let db: Kysely<Goods>;
  let before: Map<string, string>;
  beforeEach(async () => {
    database = await loggedDatabase<Goods>(dialect);
    db = database.db;
    if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db);
    await createGoods(db, dialect, size);
    before = await texts(db, dialect);
  });
  afterEach(() => database.destroy());

  const purging = (
    records: Partial<TableRecords> = {},
    more: Partial<TableDefinition> = {},
    action: object = {},
  ) =>
    goods({ purge: { delete: true, chunkSize: 10, ...action } as never }, {
      records: { fields: { label: true }, delete: true, ...records },
      ...more,
    } as never);
  const tablesFor = (...given: Parameters<typeof purging>) => goodsTables(db, purging(...given));
  const run = (tables: Tables, payload: object = {}, options: object = {}, user: unknown = ann) =>
    tables.runAction('goods', 'purge', payload, user, options);
  const undo = (tables: Tables, id: unknown, options: object = {}, user: unknown = ann) =>
    tables.runAction('goods', 'purge', { undo: id }, user, options);
  const count = async (where: string) => {
    const { rows } = await sql<{
      n: unknown;
    }>`select count(*) as n from goods where ${sql.raw(where)}`.execute(db);

    return Number(rows[0]?.n);
  };
  const id = (n: number) => String(idBefore(dialect) + BigInt(n));
  const reasonsOf = ({ failures }: Awaited<ReturnType<typeof run>>) =>
    new Map(failures.map(({ dtRowId, message }) => [String(dtRowId), message]));

  it('restores every record exactly as it was, with values of every type and numbers of the database', async () => {
    await sql`alter table goods add column twice integer ${sql.raw(
      dialect === 'postgres' ? 'generated always as (version * 2) stored' : 'as (version * 2)',
    )}`.execute(db);
    const tables = tablesFor();
    const { undo: change, processed } = await run(tables);
    expect([processed, await count('1 = 1')]).toEqual([size, 0]);
    const undone = await undo(tables, change);
    expect(undone).toMatchObject({ state: 'finished', processed: size, failed: 0, undo: null });
    expect(undone.message).toBe(`${size} rows were restored.`);
    expect(await texts(db, dialect)).toEqual(before);
    expect(await count('twice = 2')).toBe(size);
    expect(tables.reported).toEqual([]);
  });

  it('is of the records that it deleted: those of the selection that were not refused', async () => {
    const kept: TableRecords['delete'] = {
      before: ({ row }) => {
        if (row?.code === 'C3') throw new TableError('tables.edit_refused', 'It stays.');
      },
    };
    const tables = tablesFor({ delete: kept }, { template: { ...purging().template, selectable: true } });
    const { undo: change, failed } = await run(tables, { only: [1, 2, 3].map(id) });
    expect([failed, await count('1 = 1')]).toEqual([1, size - 2]);
    expect(await undo(tables, change)).toMatchObject({ total: 2, processed: 2 });
    expect(await texts(db, dialect)).toEqual(before);
  });

  it('leaves a record whose key or unique value another one has now, and names it', async () => {
    const tables = tablesFor();
    const { undo: change } = await run(tables);
    await sql`insert into goods (id, code, state, owner) values (${sql.raw(id(1))}, 'theirs', 'new', 'bob')`.execute(
      db,
    );
    await sql`insert into goods (id, code, state, owner) values (1, 'C2', 'new', 'bob')`.execute(db);
    const undone = await undo(tables, change);
    expect([undone.processed, undone.failed]).toEqual([size - 2, 2]);
    expect(reasonsOf(undone)).toEqual(
      new Map([
        [id(1), taken],
        [id(2), taken],
      ]),
    );
    expect(undone.message).toBe(`${size - 2} rows were restored. 2 rows could not be restored.`);
    expect(await count("owner = 'bob' and state = 'new'")).toBe(2);
    expect(await count("owner = 'ann'")).toBe(size - 2);
  });

  it('restores no record that the user would not see', async () => {
    const visible = (owner: string) => ({
      query: ((database: Kysely<Goods>) =>
        database
          .selectFrom('goods')
          .where('goods.owner', '=', owner)
          .select([
            ...(['goods.id as dtRowId', 'goods.code', 'goods.label', 'goods.state', 'goods.owner'] as const),
          ])) as never,
    });
    await sql`update goods set owner = 'bob' where code = 'C1'`.execute(db);
    const { undo: change, processed } = await run(tablesFor({}, visible('ann')));
    expect([processed, await count('1 = 1')]).toEqual([size - 1, 1]);
    // The query returns other rows now.
    const undone = await undo(tablesFor({}, visible('bob')), change);
    expect([undone.processed, undone.failed, await count('1 = 1')]).toEqual([0, size - 1, 1]);
    expect(new Set(reasonsOf(undone).values())).toEqual(
      new Set(['The record would not be one of your rows, so that it cannot be restored.']),
    );
  });

  it('takes back the mark of records that are only marked as deleted, and not one that was set since', async () => {
    await sql`alter table goods add column gone_on date`.execute(db);
    const soft = {
      query: ((database: Kysely<Goods>) =>
        database
          .selectFrom('goods')
          .where(sql<boolean>`gone_on is null`)
          .select([
            ...(['goods.id as dtRowId', 'goods.code', 'goods.label', 'goods.state', 'goods.owner'] as const),
          ])) as never,
    };
    const tables = tablesFor({ delete: { soft: 'gone_on' } }, soft);
    const { undo: change } = await run(tables);
    expect(await count('gone_on is not null')).toBe(size);
    await sql`update goods set gone_on = '2001-02-03' where code = 'C4'`.execute(db);
    await sql`delete from goods where code = 'C5'`.execute(db);
    const undone = await undo(tables, change);
    expect([undone.processed, reasonsOf(undone)]).toEqual([
      size - 2,
      new Map([4, 5].map((n) => [id(n), 'The row no longer exists, or is not one of your rows.'])),
    ]);
    expect(await count('gone_on is null')).toBe(size - 2);
  });

  it('does not keep a record with which others are deleted or changed, and says so before', async () => {
    await sql`create table tags (id integer primary key, good_id bigint, foreign key (good_id) references goods (id)
      on delete cascade)`.execute(db);
    await sql`insert into tags values (1, ${sql.raw(id(1))}), (2, ${sql.raw(id(1))}), (3, ${sql.raw(id(2))})`.execute(
      db,
    );
    const definition = purging();
    const routes = routeRegistry(
      ['init', 'tableData', 'destroy', 'purge', 'purge.undo'].map((name) => ({
        ...{ name: `goods.${name}`, path: `/goods/${name}`, methods: ['GET', 'POST', 'PATCH', 'DELETE'] },
      })),
    );
    const tables = goodsTables(db, definition, { routes });
    const buttonOf = async () => (await tables.init('goods', ann)).template.buttons.global[0];
    expect(await buttonOf()).toMatchObject({ undo: '/goods/purge.undo', partialUndo: true });
    const { undo: change, processed } = await run(tables);
    expect(processed).toBe(size);
    expect(await undo(tables, change)).toMatchObject({ total: size - 2, processed: size - 2 });
    expect(await count("code in ('C1', 'C2')")).toBe(0);
    await sql`drop table tags`.execute(db);
    const others = goodsTables(db, definition, { routes });
    const [button] = (await others.init('goods', ann)).template.buttons.global;
    expect(button).toMatchObject({ undo: '/goods/purge.undo' });
    expect(button).not.toHaveProperty('partialUndo');
  });

  it('restores records that refer to each other, in the order in which they can be', async () => {
    await sql`create table parts (id integer primary key, name varchar(10) not null, above integer,
      foreign key (above) references parts (id))`.execute(db);
    await sql`insert into parts values (1, 'a', null), (2, 'b', 1), (3, 'c', 2)`.execute(db);
    const parts = {
      ...goods({ purge: { delete: true } as never }),
      records: { fields: { name: true }, delete: true },
      template: {
        routePrefix: 'parts',
        buttons: purging().template.buttons,
        columns: [{ label: 'Name', name: 'name', data: 'parts.name', meta: ['sortable', 'sort:DESC'] }],
      },
      query: (database: Kysely<{ parts: { id: number; name: string } }>) =>
        database.selectFrom('parts').select(['parts.id as dtRowId', 'parts.name']),
    } as unknown as TableDefinition;
    const tables = goodsTables(db, parts);
    const left = async () =>
      (await sql<{ n: unknown }>`select count(*) as n from parts`.execute(db)).rows.map(({ n }) => Number(n));
    const deleted = await tables.runAction('parts', 'purge', {}, ann);
    expect([deleted.processed, await left()]).toEqual([3, [0]]);
    const { processed } = await tables.runAction('parts', 'purge', { undo: deleted.undo }, ann);
    expect([processed, await left()]).toEqual([3, [3]]);
  });

  it('is of who deleted them, in 24 hours, once', async () => {
    const tables = tablesFor();
    const { undo: change } = await run(tables);
    expect(await refusal(undo(tables, change, {}, bob))).toMatchObject({ code: 'tables.row_not_found' });
    await sql`update rowhouse_changes set created_at = created_at - 86500000`.execute(db);
    expect(await refusal(undo(tables, change))).toMatchObject({ code: 'tables.row_not_found' });
    await sql`update rowhouse_changes set created_at = created_at + 86500000`.execute(db);
    const results = await Promise.allSettled([undo(tables, change), undo(tables, change)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(undo(tables, change))).toMatchObject({ code: 'tables.edit_refused' });
    expect(await texts(db, dialect)).toEqual(before);
  });

  it('continues after the last commit of a process that has ended: the deletion, and its undo', async () => {
    // A slow chunk is committed before its tenth row.
    let done = 0;
    const stopping = () => {
      const pause = new AbortController();
      const onProgress = ({ processed }: { processed: number }) => {
        done = processed;
        if (processed > 10) pause.abort(new Error('stopped'));
      };

      return { pause: pause.signal, onProgress };
    };
    await expect(run(tablesFor(), {}, { runId: 'purging', ...stopping() })).rejects.toThrow('stopped');
    expect(await count('1 = 1')).toBe(size - done);
    const { undo: change, processed } = await run(tablesFor(), {}, { runId: 'purging' });
    expect([processed, await count('1 = 1')]).toEqual([size, 0]);
    await expect(undo(tablesFor(), change, { runId: 'undoing', ...stopping() })).rejects.toThrow('stopped');
    expect([await count('1 = 1'), done < size]).toEqual([done, true]);
    expect((await undo(tablesFor(), change, { runId: 'undoing' })).processed).toBe(size);
    expect(await texts(db, dialect)).toEqual(before);
  });

  it('restores records that are too large to be kept or read together', async () => {
    const long = dialect === 'mysql' ? 'longtext' : 'text';
    await sql`alter table goods add column story ${sql.raw(long)}`.execute(db);
    const letters = dialect === 'sqlite' ? sql`hex(zeroblob(600000))` : sql`repeat('ab', 600000)`;
    await sql`update goods set story = ${letters}`.execute(db);
    const lengths = async () =>
      (await sql<{ n: unknown }>`select sum(length(story)) as n from goods`.execute(db)).rows.map(({ n }) =>
        Number(n),
      );
    const tables = tablesFor({}, {}, { chunkSize: 1000 });
    const commits: number[] = [];
    const onProgress = ({ processed }: { processed: number }) => void commits.push(processed);
    const { undo: change } = await run(tables, {}, { onProgress });
    // Eight million letters of a chunk are in memory at most.
    expect(commits.length).toBeGreaterThan(4);
    const { rows } = await sql`select size from rowhouse_changed_rows`.execute(db);
    expect(rows).toHaveLength(size);
    commits.length = 0;
    expect((await undo(tables, change, { onProgress })).processed).toBe(size);
    expect(commits.length).toBeGreaterThan(2);
    expect([await lengths(), await texts(db, dialect)]).toEqual([[size * 1_200_000], before]);
  });

  it('is not offered without kept changes, and the records are deleted nevertheless', async () => {
    const nobody = goodsTables(db, purging(), { changes: { userId: () => null } });
    expect(await run(nobody, { filters: { goods: { code: 'C1' } } })).toMatchObject({
      ...{ processed: 1, undo: null },
    });
    await removeChanges(db);
    expect(await run(tablesFor())).toMatchObject({ processed: size - 1, undo: null });
    expect(await count('1 = 1')).toBe(0);
  });
});
