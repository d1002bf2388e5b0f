import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  createTables,
  defineTable,
  installChanges,
  removeChanges,
  type TableDefinition,
  type Tables,
  type TablesOptions,
} from '../src/index.ts';
import { createDepot, type Depot, parcels, routes } from './depot.ts';
import { type LoggedDatabase, loggedDatabase, refusal } from './support.ts';

/** One column of every type whose values are easily written inexactly. */
const odd = {
  postgres: `bytes bytea, small real, large double precision, moment timestamptz(6), stamp timestamp(6), tags text[],
    extra jsonb, money numeric(30, 10), span interval, range int4range`,
  mysql: `bytes varbinary(20), small float, large double, moment timestamp(6) null, stamp datetime(6), tags set('a', 'b', 'c'),
    extra json, money decimal(30, 10), bits bit(12), place point`,
  sqlite:
    'bytes blob, small real, large double, moment datetime, anything, extra text, money decimal(30, 10), other',
};
const oddRows = {
  postgres: String.raw`('\x00ff27', 0.1, 0.30000000000000004, '2026-10-25 02:30:00.123456+01', '2026-03-29 02:30:00.000001',
    array['a', null, 'it''s "x"'], '{"a": [1.10, null], "b": "\u00e9"}', 12345678901234567890.0123456789, '1 mon 2 days', '[1,5)')`,
  mysql: `(x'00ff27', 0.1, 0.30000000000000004, '2026-10-25 02:30:00.123456', '2026-03-29 02:30:00.000001', 'a,c',
    '{"a": [1.10, null]}', 12345678901234567890.0123456789, b'101010101010', point(1.5, 0.1))`,
  sqlite: `(x'00ff27', 0.1, 0.30000000000000004, '2026-10-25 02:30:00.123456', 9007199254740993, 'it''s', 1e15, 3.0)`,
};

describe.each(dialects)('undoing changes, on %s', (dialect) => {
  let database: LoggedDatabase<Depot>;
  let db: Kysely<Depot>;
  const { template, ...others } = parcels();
  const editable: TableDefinition = {
    ...others,
    template: {
      ...template,
      columns: template.columns.map((column) =>
        column.name === 'label' ? { ...column, meta: ['editable'] } : column,
      ),
    },
    edit: { columns: { label: true }, version: 'parcels.version' },
  };
  const opened = (definition: TableDefinition = parcels(), options: Partial<TablesOptions> = {}): Tables =>
    createTables({
      db,
      definitions: [definition],
      routes,
      changes: { userId: (user) => (user as { id: number }).id },
      ...options,
    });
  const ann = { id: 1 };
  const bob = { id: 2 };
  let tables: Tables;
  let count = 0;
  beforeAll(async () => {
    database = await loggedDatabase<Depot>(dialect);
    db = database.db;
    if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db);
    await createDepot(db, dialect);
    await installChanges(db);
    await installChanges(db);
    tables = opened();
  });
  afterAll(() => database.destroy());

  const whole = { label: 'Books', weight: '1.5' };
  const create = async (values: object = {}, user: unknown = ann, requestId?: string) => {
    const sent = { values: { ...whole, code: `U${++count}`, ...values }, ...(requestId && { requestId }) };
    const { dtRowId, undo } = await tables.records.create('parcels', sent, user);

    return { row: Number(dtRowId), undo };
  };
  const update = async (row: number, values: object, user: unknown = ann) => {
    const { undo } = await tables.records.update('parcels', { row, values }, user);

    return String(undo);
  };
  const undo = (way: 'edit' | 'update' | 'store' | 'destroy', id: unknown, user: unknown = ann) =>
    tables.records.undo('parcels', way, { undo: id }, user);
  const stored = async (row: number) => {
    const found = await db.selectFrom('parcels').selectAll().where('id', '=', row).executeTakeFirst();

    return found && { ...found, version: 0 };
  };
  const rows = async () =>
    Number((await db.selectFrom('parcels').select(db.fn.countAll().as('n')).executeTakeFirst())?.n);

  it('writes the values before, and brings the change back when that is undone', async () => {
    const { row } = await create({
      cents: '12.34',
      state: 'sent',
      sent_at: '2026-07-01T09:30:00Z',
      due_on: '2026-07-02',
    });
    const before = await stored(row);
    const changed = await update(row, {
      cents: '0',
      label: 'Tea',
      state: 'new',
      sent_at: null,
      due_on: null,
    });
    const after = await stored(row);
    const undone = await undo('update', changed);
    expect(undone.row).toMatchObject({ label: 'Books', state: 'sent' });
    expect(await stored(row)).toEqual(before);
    await undo('update', undone.undo);
    expect(await stored(row)).toEqual(after);
  });

  it('raises the version, so that nobody overwrites the undoing unseen; also of a cell', async () => {
    tables = opened(editable);
    const { row } = await create();
    const state = async () =>
      db
        .selectFrom('parcels')
        .select(['label', 'version'])
        .where('id', '=', row)
        .executeTakeFirstOrThrow()
        .then(({ label, version }) => `${label} ${version}`);
    const changed = await update(row, { label: 'Tea' });
    await undo('update', changed);
    expect(await state()).toBe('Books 3');
    const { undo: cell } = await tables.edit('parcels', { row, column: 'label', value: 'Milk' }, ann);
    expect(await state()).toBe('Milk 4');
    const undone = await undo('edit', cell);
    expect(undone).toMatchObject({ row: { label: 'Books', version: 5 } });
    await undo('edit', undone.undo);
    expect(await state()).toBe('Milk 6');
    tables = opened();
  });

  it('refuses what somebody has changed since, with the values as they are', async () => {
    const { row } = await create();
    const mine = await update(row, { label: 'Tea', note: 'mine' });
    await update(row, { label: 'Coffee' }, bob);
    const error = await refusal(undo('update', mine));
    expect(error).toMatchObject({
      code: 'tables.row_changed',
      extensions: { current: { label: 'Coffee', note: 'mine' } },
    });
    expect(await stored(row)).toMatchObject({ label: 'Coffee', note: 'mine' });
    const other = await update(row, { note: 'again' });
    await update(row, { label: 'Milk' }, bob);
    await undo('update', other);
    expect(await stored(row)).toMatchObject({ label: 'Milk', note: 'mine' });
  });

  it('is only for who made the change, once, and in the way it was made', async () => {
    const { row } = await create();
    const changed = await update(row, { label: 'Tea' });
    for (const [way, user] of [
      ['update', bob],
      ['update', null],
      ['edit', ann],
      ['destroy', ann],
    ] as const) {
      expect(await refusal(undo(way, changed, user))).toMatchObject({ code: 'tables.row_not_found' });
    }
    expect(await refusal(undo('update', randomUUID()))).toMatchObject({ code: 'tables.row_not_found' });
    expect(await refusal(undo('update', 'x'))).toMatchObject({ fields: { undo: expect.anything() } });
    expect(await refusal(undo('update', undefined))).toMatchObject({ fields: { undo: expect.anything() } });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => undo('update', changed)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(undo('update', changed))).toMatchObject({ code: 'tables.edit_refused' });
    expect(await stored(row)).toMatchObject({ label: 'Books' });
  });

  it('writes nothing that the user may no longer write, and nothing to rows that he no longer has', async () => {
    const { row } = await create();
    const changed = await update(row, { label: 'Tea' });
    const fewer = opened(parcels({ fields: { code: true, weight: true, label: { permission: 'x' } } }), {
      permits: (_user, name) => name !== 'x',
    });
    expect(await refusal(fewer.records.undo('parcels', 'update', { undo: changed }, ann))).toMatchObject({
      fields: { 'values.label': expect.anything() },
    });
    const none = opened({
      ...parcels(),
      query: (db: Kysely<Depot>) =>
        db
          .selectFrom('parcels')
          .where('id', '<', 0)
          .select(['parcels.id as dtRowId'])
          .selectAll('parcels') as never,
    });
    expect(await refusal(none.records.undo('parcels', 'update', { undo: changed }, ann))).toMatchObject({
      code: 'tables.row_not_found',
    });
    expect(await stored(row)).toMatchObject({ label: 'Tea' });
  });

  it('removes a new record that is as it was', async () => {
    const { row, undo: made } = await create();
    const { row: other, undo: changed } = await create();
    await update(other, { label: 'Tea' }, bob);
    await undo('store', made);
    expect(await stored(row)).toBeUndefined();
    expect(await refusal(undo('store', changed))).toMatchObject({ code: 'tables.row_changed' });
    expect(await stored(other)).toMatchObject({ label: 'Tea' });
    const kept = opened(parcels({ delete: undefined }));
    const { undo: third } = await create();
    expect(await refusal(kept.records.undo('parcels', 'store', { undo: third }, ann))).toMatchObject({
      code: 'tables.edit_refused',
    });
  });

  it('restores a deleted record with its key, and refuses where another has its place', async () => {
    const { row } = await create({ code: 'BACK', note: 'kept' });
    const before = await stored(row);
    const { undo: deleted } = await tables.records.delete('parcels', String(row), {}, ann);
    expect(await stored(row)).toBeUndefined();
    const { row: next } = await create({ code: 'BACK' });
    expect(await refusal(undo('destroy', deleted))).toMatchObject({ code: 'tables.edit_refused' });
    await tables.records.delete('parcels', String(next), {}, bob);
    const restored = await undo('destroy', deleted);
    expect(restored).toMatchObject({ row: { code: 'BACK' } });
    expect(await stored(row)).toEqual(before);
    expect(await refusal(undo('destroy', deleted))).toMatchObject({ code: 'tables.edit_refused' });
  });

  it('takes back the mark of a deleted record', async () => {
    const soft = opened(parcels({ delete: { soft: 'deleted_at' } }));
    const { row } = await create();
    const before = await stored(row);
    const { undo: deleted } = await soft.records.delete('parcels', String(row), {}, ann);
    expect((await stored(row))?.deleted_at).not.toBeNull();
    await soft.records.undo('parcels', 'destroy', { undo: deleted }, ann);
    expect(await stored(row)).toEqual(before);
  });

  it('calls the functions of the definition as for any change', async () => {
    const calls: string[] = [];
    tables = opened(
      parcels({
        update: {
          before: ({ values }) => {
            calls.push(`before ${values.label}`);
            if (values.label === 'Books' && calls.length > 3) throw new Error('no');
          },
          after: ({ row }) => calls.push(`after ${String((row as { label?: string }).label)}`),
        },
      }),
    );
    const { row } = await create();
    const changed = await update(row, { label: 'Tea' });
    await undo('update', changed);
    expect(calls).toEqual(['before Tea', 'after Tea', 'before Books', 'after Books']);
    const again = await update(row, { label: 'Milk' });
    await expect(undo('update', again)).rejects.toThrow();
    expect(await stored(row)).toMatchObject({ label: 'Milk' });
    tables = opened();
  });

  it('creates one record for a request that is repeated, also in another process and at the same time', async () => {
    const requestId = randomUUID();
    const before = await rows();
    const values = { ...whole, code: `U${++count}` };
    const made = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const another = index % 2 === 0 ? tables : opened();

        return another.records.create('parcels', { values, requestId }, ann);
      }),
    );
    const again = await opened().records.create('parcels', { values, requestId }, ann);
    expect(new Set([...made, again].map(({ dtRowId }) => dtRowId)).size).toBe(1);
    expect(await rows()).toBe(before + 1);
  });

  it('restores values of every type exactly', async () => {
    await sql.raw(`create table odd (id integer primary key, name varchar(20), ${odd[dialect]})`).execute(db);
    const columns = odd[dialect].split(/,\s+(?![^(]*\))/).map((column) => column.trim().split(' ')[0]);
    await sql
      .raw(
        `insert into odd (${columns.join(', ')}, id, name) values ${oddRows[dialect].slice(0, -1)}, 1, 'a')`,
      )
      .execute(db);
    await sql.raw(`insert into odd (id, name) values (2, 'empty')`).execute(db);
    const exact = {
      postgres: 'cast(odd as text)',
      mysql: columns.map((column) => `hex(${column})`).join(', '),
      sqlite: columns.map((column) => `quote(${column})`).join(', '),
    }[dialect];
    const snapshot = async () =>
      (await sql.raw(`select id, name, ${exact} from odd order by id`).execute(db)).rows;
    const definition: TableDefinition = {
      ...defineTable({
        template: {
          routePrefix: 'parcels',
          name: 'Odd',
          columns: [{ label: 'Name', name: 'name', data: 'odd.name' }],
        } as never,
        query: (any: Kysely<never>) =>
          (any as unknown as Kysely<{ odd: { id: number; name: string } }>)
            .selectFrom('odd')
            .select(['odd.id as dtRowId', 'odd.name']) as never,
      }),
      records: {
        fields: { name: true, large: true, moment: true, money: true },
        update: true,
        delete: true,
      },
    };
    const strange = opened(definition);
    const before = await snapshot();
    for (const row of ['1', '2']) {
      const { undo: deleted } = await strange.records.delete('parcels', row, {}, ann);
      await strange.records.undo('parcels', 'destroy', { undo: deleted }, ann);
    }
    expect(await snapshot()).toEqual(before);
    const { undo: changed } = await strange.records.update(
      'parcels',
      { row: 1, values: { name: 'b', large: '2', moment: '2026-01-01T00:00:00Z', money: '1' } },
      ann,
    );
    await strange.records.undo('parcels', 'update', { undo: changed }, ann);
    expect(await snapshot()).toEqual(before);
  });

  it('is not offered without a user, without the option, and without the table', async () => {
    expect((await create({}, null)).undo).toBeUndefined();
    const { records } = opened(parcels(), { changes: undefined as never });
    expect(
      await records.create('parcels', { values: { ...whole, code: `U${++count}` } }, ann),
    ).not.toHaveProperty('undo');
    await removeChanges(db);
    const without = opened();
    const made = await without.records.create('parcels', { values: { ...whole, code: `U${++count}` } }, ann);
    expect(made).not.toHaveProperty('undo');
    expect(
      await refusal(without.records.undo('parcels', 'store', { undo: randomUUID() }, ann)),
    ).toMatchObject({
      code: 'tables.row_not_found',
    });
    await installChanges(db);
  });
});
