import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { ActionUpdate, TableDefinition, Tables } from '../src/index.ts';
import {
  ann,
  bob,
  createGoods,
  type Goods,
  goods,
  goodsTables,
  idBefore,
  oddColumns,
  texts,
} from './goods.ts';
import { type LoggedDatabase, loggedDatabase, refusal } from './support.ts';
import { untilOneWaits } from './untilOneWaits.ts';

const size = 45;
const versions: Partial<TableDefinition> = { edit: { columns: {}, version: 'goods.version' } };
const close: ActionUpdate = { set: { state: 'closed' } };

describe.each(dialects)('undoing an action that sets columns, on %s', (dialect) => {
  let database: LoggedDatabase<Goods>;
  let db: Kysely<Goods>;
  let before: Map<string, string>;
  beforeEach(async () => {
    database = await loggedDatabase<Goods>(dialect);
    db = database.db;
    await createGoods(db, dialect, size);
    before = await texts(db, dialect);
  });
  afterEach(() => database.destroy());

  const tablesFor = (update: ActionUpdate, more: Partial<TableDefinition> = {}, action: object = {}) =>
    goodsTables(db, goods({ close: { update, chunkSize: 10, ...action } as never }, more));
  const run = (tables: Tables, payload: object = {}, options: object = {}, user: unknown = ann) =>
    tables.runAction('goods', 'close', payload, user, options);
  const undo = (tables: Tables, id: unknown, options: object = {}, user: unknown = ann) =>
    tables.runAction('goods', 'close', { undo: id }, user, options);
  const count = async (where: string) => {
    const { rows } = await sql<{
      n: unknown;
    }>`select count(*) as n from goods where ${sql.raw(where)}`.execute(db);

    return Number(rows[0]?.n);
  };
  const id = (n: number) => String(idBefore(dialect) + BigInt(n));

  it('writes every value back exactly as it was, of every type', async () => {
    const set = Object.fromEntries(['label', ...oddColumns(dialect)].map((name) => [name, null]));
    const tables = tablesFor({ set: { ...set, state: 'closed' } });
    const { undo: change, processed } = await run(tables);
    expect(processed).toBe(size);
    expect(await count("state = 'closed' and label is null and bytes is null and money is null")).toBe(size);
    const undone = await undo(tables, change);
    expect(undone).toMatchObject({ state: 'finished', processed: size, failed: 0, undo: null });
    expect(undone.message).toBe(`The change of ${size} rows was undone.`);
    expect(await texts(db, dialect)).toEqual(before);
    expect(tables.reported).toEqual([]);
  });

  it('is of the rows that the action changed, and raises their version', async () => {
    const tables = tablesFor(
      { ...close, skip: { label: null }, refuse: [{ when: { state: 'new' }, message: 'It is new.' }] },
      versions,
    );
    const { undo: change, failed } = await run(tables);
    const changed = await count("state = 'closed'");
    expect(failed).toBeGreaterThan(0);
    expect(changed).toBe(await count('version = 2'));
    const { total, processed } = await undo(tables, change);
    expect([total, processed]).toEqual([changed, changed]);
    expect(await texts(db, dialect)).toEqual(before);
    expect(await count('version = 3')).toBe(changed);
  });

  it('leaves what was changed or removed since, and names it', async () => {
    const tables = tablesFor(close);
    const { undo: change } = await run(tables);
    await sql`update goods set state = 'sold' where code in ('C1', 'C2')`.execute(db);
    await sql`update goods set label = 'other' where code = 'C3'`.execute(db);
    await sql`delete from goods where code = 'C4'`.execute(db);
    const { processed, failures, failed, message } = await undo(tables, change);
    expect([processed, failed]).toEqual([size - 3, 3]);
    expect(new Map(failures.map(({ dtRowId, message }) => [String(dtRowId), message]))).toEqual(
      new Map([
        [id(1), 'The row was changed after you.'],
        [id(2), 'The row was changed after you.'],
        [id(4), 'The row no longer exists, or is not one of your rows.'],
      ]),
    );
    expect(message).toBe(
      `The change of ${size - 3} rows was undone. 3 rows were changed since and stay as they are.`,
    );
    expect([await count("state = 'sold'"), await count("state = 'closed'")]).toEqual([2, 0]);
    expect(await count("label = 'other' and state in ('new', 'open')")).toBe(1);
  });

  it('leaves the rows that the database refuses as before, and no others', async () => {
    const tables = tablesFor({ set: { code: 'moved' } });
    await sql`delete from goods where code <> 'C7'`.execute(db);
    const { undo: change } = await run(tables);
    await sql`insert into goods (id, code, state, owner) values (1, 'C7', 'new', 'bob')`.execute(db);
    const { processed, failures } = await undo(tables, change);
    expect([processed, failures.map(({ message }) => message)]).toEqual([
      0,
      ['The database refuses to write the row as it was.'],
    ]);
    expect(await count("code = 'moved'")).toBe(1);
  });

  it('is of who made the change, by the same action, in 24 hours, once', async () => {
    const tables = goodsTables(db, goods({ close: { update: close }, other: { update: close } } as never));
    const { undo: change } = await run(tables);
    expect(await refusal(undo(tables, change, {}, bob))).toMatchObject({ code: 'tables.row_not_found' });
    expect(await refusal(tables.runAction('goods', 'other', { undo: change }, ann, {}))).toMatchObject({
      code: 'tables.row_not_found',
    });
    expect(await refusal(undo(tables, 7))).toMatchObject({ code: 'tables.invalid_request' });
    await sql`update rowhouse_changes set created_at = created_at - 86500000`.execute(db);
    expect(await refusal(undo(tables, change))).toMatchObject({ code: 'tables.row_not_found' });
    await sql`update rowhouse_changes set created_at = created_at + 86500000`.execute(db);
    await undo(tables, change);
    expect(await refusal(undo(tables, change))).toMatchObject({ code: 'tables.edit_refused' });
    expect(await texts(db, dialect)).toEqual(before);
  });

  it('happens once if it is asked for twice at the same moment', async () => {
    const tables = tablesFor(close, versions);
    const { undo: change } = await run(tables);
    const results = await Promise.allSettled([undo(tables, change), undo(tables, change)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await count('version = 3')).toBe(size);
    expect(await texts(db, dialect)).toEqual(before);
  });

  it('continues after the last commit of a process that has ended', async () => {
    const tables = tablesFor(close, versions);
    const { undo: change } = await run(tables);
    for (const stopAfter of [2, 3]) {
      const pause = new AbortController();
      let chunks = 0;
      const onProgress = () => {
        if (++chunks === stopAfter) pause.abort(new Error('stopped'));
      };
      const options = { runId: 'undoing', pause: pause.signal, onProgress };
      await expect(undo(tablesFor(close, versions), change, options)).rejects.toThrow('stopped');
    }
    const { processed, total } = await undo(tables, change, { runId: 'undoing' });
    expect([processed, total]).toEqual([size, size]);
    expect(await count('version = 3')).toBe(size);
    expect(await texts(db, dialect)).toEqual(before);
  });

  it('waits for the end of an action that is running, and undoes what it did before it was cancelled', async () => {
    const tables = tablesFor(close);
    const cancel = new AbortController();
    let running: unknown = null;
    const result = await run(
      tables,
      {},
      {
        signal: cancel.signal,
        onProgress: async ({ processed }: { processed: number }) => {
          if (processed !== 20) return;
          cancel.abort();
        },
        authorize: async ({ processed }: { processed: number }) => {
          if (processed === 10 && running === null) {
            const { rows } = await sql<{ id: string }>`select id from rowhouse_changes`.execute(db);
            running = await refusal(undo(tables, rows[0]?.id));
          }
        },
      },
    );
    expect(running).toMatchObject({ code: 'tables.edit_refused' });
    expect(result).toMatchObject({ state: 'cancelled', processed: 20 });
    await undo(tables, result.undo);
    expect(await texts(db, dialect)).toEqual(before);
  });

  it('writes the rows that the action took out of those of the user, but none that he does not see as they were', async () => {
    const visible = (owner: string): Partial<TableDefinition> => ({
      query: ((database: Kysely<Goods>) =>
        database
          .selectFrom('goods')
          .where('goods.state', '<>', 'closed')
          .where('goods.owner', '=', owner)
          .select([
            'goods.id as dtRowId',
            'goods.code',
            'goods.label',
            'goods.state',
            'goods.owner',
          ])) as never,
    });
    const tables = tablesFor(close, visible('ann'));
    const { undo: change, processed } = await run(tables);
    expect(processed).toBe(size);
    await sql`update goods set owner = 'bob' where code in ('C1', 'C2', 'C3')`.execute(db);
    await sql`update goods set owner = 'bob', state = 'sold' where code = 'C4'`.execute(db);
    const undone = await undo(tables, change);
    expect([undone.processed, undone.failed]).toEqual([size - 4, 4]);
    expect(new Set(undone.failures.map(({ message }) => message))).toEqual(
      new Set(['The row no longer exists, or is not one of your rows.']),
    );
    expect(await count("state = 'closed' and owner = 'bob'")).toBe(3);
    expect(await count("state in ('new', 'open') and owner = 'ann'")).toBe(size - 4);
  });

  it('keeps the rows of a query that joins the table with itself', async () => {
    const twins: Partial<TableDefinition> = {
      query: ((database: Kysely<Goods>) =>
        database
          .selectFrom('goods')
          .innerJoin('goods as twin', 'twin.id', 'goods.id')
          .where('twin.code', '<>', 'C7')
          .select([
            'goods.id as dtRowId',
            'goods.code',
            'goods.label',
            'goods.state',
            'goods.owner',
          ])) as never,
    };
    const tables = tablesFor({ set: { state: 'closed', label: null } }, twins);
    const { undo: change, processed } = await run(tables);
    expect([processed, await count("state = 'closed' and label is null")]).toEqual([size - 1, size - 1]);
    expect(await undo(tables, change)).toMatchObject({ processed: size - 1, failed: 0 });
    expect(await texts(db, dialect)).toEqual(before);
  });

  it('keeps rows of a table with a key of two columns, too', async () => {
    const tables = tablesFor(close, { key: ['goods.id', 'goods.code'] } as never);
    const { undo: change } = await run(tables);
    await sql`update goods set state = 'sold' where code = 'C1'`.execute(db);
    expect(await undo(tables, change)).toMatchObject({ processed: size - 1, failed: 1 });
    expect(await count("state = 'closed'")).toBe(0);
  });

  // SQLite has one connection here, so no other transaction is open.
  it.skipIf(dialect === 'sqlite')(
    'writes back what another transaction has committed while the action waited for it',
    async () => {
      const tables = tablesFor(close);
      const locked = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const other = db.transaction().execute(async (transaction) => {
        await sql`update goods set state = 'sold' where code = 'C5'`.execute(transaction);
        locked.resolve();
        await held.promise;
      });
      await locked.promise;
      const running = run(tables);
      await untilOneWaits(db, dialect);
      held.resolve();
      await other;
      const { undo: change, processed } = await running;
      expect(processed).toBe(size);
      expect(await undo(tables, change)).toMatchObject({ processed: size, failed: 0 });
      expect([await count("state = 'sold'"), await count("state = 'closed'")]).toEqual([1, 0]);
    },
  );

  it('is forgotten with its rows after two days', async () => {
    await run(tablesFor(close));
    await sql`update rowhouse_changes set created_at = created_at - 172900000`.execute(db);
    const kept = async () => {
      const { rows } = await sql<{ n: unknown }>`select (select count(*) from rowhouse_changes) * 100 +
        (select count(*) from rowhouse_changed_rows) as n`.execute(db);

      return Number(rows[0]?.n);
    };
    expect(await kept()).toBe(100 + Math.ceil(size / 10));
    await run(tablesFor({ set: { state: 'again' } }, {}, { chunkSize: 1000 }));
    await expect.poll(kept).toBe(101);
  });

  it('is not offered without a change, without kept changes, and for a function', async () => {
    const tables = tablesFor(close);
    const none = { filters: { goods: { code: 'nothing' } } };
    expect((await run(tables, none)).undo).toBeNull();
    expect((await run(tables)).undo).not.toBeNull();
    expect((await run(tables)).undo).toBeNull();
    const without = goodsTables(db, goods({ close: { update: { set: { state: 'x' } } } } as never), {
      changes: { userId: () => null },
    });
    expect((await run(without)).undo).toBeNull();
    const calling = goodsTables(db, goods({ close: { row: () => undefined } } as never));
    expect((await run(calling)).undo).toBeNull();
    const { rows } = await sql`select change_id from rowhouse_changed_rows`.execute(db);
    expect(rows).toHaveLength(Math.ceil(size / 10));
  });
});
