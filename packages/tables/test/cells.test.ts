import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { RefusedCells } from '../src/cells/RefusedCells.ts';
import {
  createTables,
  installChanges,
  type TableDefinition,
  TableError,
  type Tables,
  type TablesOptions,
} from '../src/index.ts';
import { createDepot, type Depot, fields, parcels, routes } from './depot.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

const ann = { id: 1 };
const bob = { id: 2 };

describe.each(dialects)('changing several cells, on %s', (dialect) => {
  let database: LoggedDatabase<Depot>;
  let db: Kysely<Depot>;
  let tables: Tables;

  const editable = (more: Partial<TableDefinition> = {}, columns: TableDefinition['edit'] = {}) => {
    const { template, ...others } = parcels();

    return {
      ...others,
      template: {
        ...template,
        columns: template.columns.map((column) =>
          column.name === 'version' || column.name === 'code'
            ? column
            : { ...column, meta: [...(column.meta ?? []), 'editable'] },
        ),
      },
      edit: columns,
      ...more,
    } as TableDefinition;
  };
  const opened = (definition = editable(), options: Partial<TablesOptions> = {}): Tables =>
    createTables({
      db,
      definitions: [definition],
      routes,
      changes: { userId: (user) => (user as { id: number }).id },
      ...options,
    });

  beforeAll(async () => {
    database = await loggedDatabase<Depot>(dialect);
    db = database.db;
    if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db);
    await createDepot(db, dialect);
    await installChanges(db);
  });
  beforeEach(async () => {
    tables = opened();
    await db.deleteFrom('parcels').execute();
    await db
      .insertInto('parcels')
      .values(
        [1, 2, 3].map((id) => ({
          id,
          code: `P${id}`,
          label: `Parcel ${id}`,
          weight: '1',
          region: 'N',
        })) as never,
      )
      .execute();
  });
  afterAll(() => database.destroy());

  const change = (rows: unknown, more: object = {}, user: unknown = ann) =>
    tables.cells.change('parcels', { rows, ...more }, user);
  const refusal = async (made: Promise<unknown>) => {
    const error = await made.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof RefusedCells)) throw error ?? new Error('Nothing was refused.');

    return {
      code: error.code,
      refused: error.refused.map(({ row, column, reason }) => `${row} ${column} ${reason}`),
      current: error.refused.map(({ current }) => current),
    };
  };
  const codeOf = (made: Promise<unknown>) =>
    made.then(
      () => null,
      (error: unknown) =>
        error instanceof TableError ? [error.code, Object.keys(error.fields ?? {})] : error,
    );
  const labels = async () =>
    (await db.selectFrom('parcels').select('label').orderBy('id').execute()).map(({ label }) => label);

  it('writes all in one transaction, and returns the rows', async () => {
    const done = await change([
      { row: 1, values: { label: 'A', weight: '2.5' } },
      { row: 2, values: { label: 'B', weight: '1' } },
    ]);
    expect(done).toMatchObject({ changed: 3, refused: [] });
    expect(done.rows.map(({ dtRowId, label }) => [Number(dtRowId), label])).toEqual([
      [1, 'A'],
      [2, 'B'],
    ]);
    expect(await labels()).toEqual(['A', 'B', 'Parcel 3']);
  });

  it('reads texts in the formats of the language, as an import does', async () => {
    const done = await change(
      [{ row: 1, texts: { weight: '1.234,5', due_on: '31.12.2026', fragile: 'ja', region: '' } }],
      {
        locale: 'de',
      },
    );
    expect(done.changed).toBe(4);
    const row = await db
      .selectFrom('parcels')
      .select(['region', 'weight', 'fragile'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    expect([row.region, Number(row.weight), Boolean(row.fragile)]).toEqual([null, 1234.5, true]);
    const { rows } = await sql<{
      day: string;
    }>`select cast(due_on as ${sql.raw(dialect === 'mysql' ? 'char(10)' : 'varchar(10)')}) as day
      from parcels where id = 1`.execute(db);
    expect(rows[0]?.day).toBe('2026-12-31');
  });

  it('names every refused cell, and writes nothing', async () => {
    const found = await refusal(
      change([
        { row: 1, values: { label: 'A', weight: 'x' } },
        { row: 2, values: { label: ' B', region: 'Z', weight: '3' } },
        { row: 9, values: { label: 'C' } },
        { row: 3, values: { state: 'gone', label: 'D' } },
      ]),
    );
    expect(found.code).toBe('tables.invalid_request');
    expect(found.refused.toSorted()).toEqual([
      '1 weight value',
      '2 label value',
      '2 region value',
      '3 state value',
      '9 label missing',
    ]);
    // In the order in which they were sent.
    expect(found.refused.map(([row]) => row)).toEqual(['1', '2', '2', '9', '3']);
    expect(await labels()).toEqual(['Parcel 1', 'Parcel 2', 'Parcel 3']);
  });

  it('writes the others if the request says so', async () => {
    const done = await change(
      [
        { row: 1, values: { label: 'A', weight: '-1' } },
        { row: 2, values: { region: 'Z', label: 'B' } },
        { row: 9, values: { label: 'C' } },
      ],
      { skipRefused: true },
    );
    expect(done.changed).toBe(2);
    expect(done.refused.map(({ row, column }) => `${row} ${column}`).toSorted()).toEqual([
      '1 weight',
      '2 region',
      '9 label',
    ]);
    expect(await labels()).toEqual(['A', 'B', 'Parcel 3']);
  });

  it('refuses cells that another user has changed, with their values', async () => {
    const found = await refusal(
      change([
        { row: 1, values: { label: 'A', weight: '2' }, expected: { label: 'Parcel 0', weight: '1.00' } },
        { row: 2, values: { label: 'B' }, expected: { label: 'Parcel 2' } },
      ]),
    );
    expect(found).toEqual({
      code: 'tables.row_changed',
      refused: ['1 label changed'],
      current: ['Parcel 1'],
    });
    expect(await labels()).toEqual(['Parcel 1', 'Parcel 2', 'Parcel 3']);
  });

  it('compares the version of a row before its first cell', async () => {
    tables = opened(editable({}, { version: 'parcels.version' }));
    const sent = [{ row: 1, version: 1, values: { label: 'A', weight: '-1' } }];
    expect(await change(sent, { skipRefused: true })).toMatchObject({ changed: 1 });
    expect(await refusal(change(sent))).toMatchObject({ code: 'tables.invalid_request' });
    const again = [{ row: 1, version: 1, values: { label: 'B' } }];
    expect(await refusal(change(again))).toMatchObject({ code: 'tables.row_changed' });
    const { version } = await db
      .selectFrom('parcels')
      .select('version')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(version).toBe(2);
  });

  it('writes once for a repeated request, in every process and at the same time', async () => {
    const requestId = randomUUID();
    const calls: string[] = [];
    const hooks = { edits: { after: ({ column }: { readonly column: string }) => void calls.push(column) } };
    const rows = [{ row: 1, values: { label: 'A' } }];
    const others = [opened(editable(), hooks), opened(editable(), hooks)];
    const send = (by: Tables) => by.cells.change('parcels', { rows, requestId }, ann);
    const done = await Promise.all(dialect === 'sqlite' ? [send(others[0] as Tables)] : others.map(send));
    await db.updateTable('parcels').set({ label: 'Later' }).where('id', '=', 1).execute();
    const again = await send(others[1] as Tables);
    expect(new Set([...done, again].map(({ undo }) => undo)).size).toBe(1);
    expect(again.changed).toBe(1);
    expect(calls).toEqual(['label']);
    expect((await labels())[0]).toBe('Later');
  });

  it('is one change to undo, and to bring back', async () => {
    const before = await db.selectFrom('parcels').selectAll().orderBy('id').execute();
    const made = await change([
      { row: 1, values: { label: 'A', weight: '2' } },
      { row: 2, values: { label: 'B', cents: '1.5' } },
    ]);
    const undone = await tables.cells.undo('parcels', { undo: made.undo }, ann);
    expect(undone).toMatchObject({ processed: 4, failed: 0, failures: [] });
    expect(await db.selectFrom('parcels').selectAll().orderBy('id').execute()).toEqual(before);
    expect(await codeOf(tables.cells.undo('parcels', { undo: made.undo }, ann))).toEqual([
      'tables.edit_refused',
      [],
    ]);
    await tables.cells.undo('parcels', { undo: undone.undo }, ann);
    expect(await labels()).toEqual(['A', 'B', 'Parcel 3']);
  });

  it('undoes no cell that was changed since, and no change of another user', async () => {
    const made = await change([
      { row: 1, values: { label: 'A', weight: '2' } },
      { row: 2, values: { label: 'B' } },
      { row: 3, values: { label: 'C' } },
    ]);
    expect(await codeOf(tables.cells.undo('parcels', { undo: made.undo }, bob))).toEqual([
      'tables.row_not_found',
      [],
    ]);
    expect(await codeOf(tables.records.undo('parcels', 'edit', { undo: made.undo }, ann))).toEqual([
      'tables.row_not_found',
      [],
    ]);
    await db.updateTable('parcels').set({ label: 'Later' }).where('id', '=', 1).execute();
    await db.deleteFrom('parcels').where('id', '=', 3).execute();
    const undone = await tables.cells.undo('parcels', { undo: made.undo }, ann);
    expect(undone).toMatchObject({ processed: 2, failed: 2 });
    expect(undone.failures.map(({ dtRowId }) => dtRowId)).toEqual([1, 3]);
    expect(await labels()).toEqual(['Later', 'Parcel 2']);
    const { weight } = await db
      .selectFrom('parcels')
      .select('weight')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(Number(weight)).toBe(1);
  });

  it('keeps a change that a function has written in part, but does not undo it', async () => {
    const written: unknown[] = [];
    tables = opened(
      editable(
        {},
        { columns: { label: ({ value }: { readonly value: unknown }) => void written.push(value) } },
      ),
    );
    const requestId = randomUUID();
    const rows = [{ row: 1, values: { label: 'A', weight: '2' } }];
    const made = await change(rows, { requestId });
    expect(made).toMatchObject({ changed: 2, undo: null });
    const other = opened(
      editable(
        {},
        { columns: { label: ({ value }: { readonly value: unknown }) => void written.push(value) } },
      ),
    );
    expect(await other.cells.change('parcels', { rows, requestId }, ann)).toMatchObject({ undo: null });
    expect(written).toEqual(['A']);
  });

  it('keeps fields empty that do not apply, changed together or alone', async () => {
    const edit = (column: string, value: unknown) =>
      codeOf(tables.edit('parcels', { row: 1, column, value }, ann));
    const sentAt = '2026-07-01T09:30';
    expect(await refusal(change([{ row: 1, values: { sent_at: sentAt } }]))).toMatchObject({
      refused: ['1 sent_at value'],
    });
    expect(await edit('sent_at', sentAt)).toEqual(['tables.invalid_request', ['value']]);
    expect(await edit('state', 'sent')).toBeNull();
    expect(await edit('sent_at', sentAt)).toBeNull();
    expect(await edit('state', 'lost')).toBeNull();
    expect(await edit('state', 'new')).toEqual(['tables.invalid_request', ['value']]);
    expect(await edit('sent_at', null)).toBeNull();
    expect(await edit('state', 'new')).toBeNull();
  });

  it('calls the functions of each cell, which refuse it', async () => {
    const before = ({ value }: { readonly value: unknown }) => {
      if (value === 'No') throw new TableError('tables.edit_refused', 'Not this one.');
    };
    tables = opened(editable({}, { columns: { label: { before } } }));
    const rows = [
      { row: 1, values: { label: 'No', weight: '2' } },
      { row: 2, values: { label: 'Yes' } },
    ];
    expect(await refusal(change(rows))).toMatchObject({ refused: ['1 label value'] });
    expect(await change(rows, { skipRefused: true })).toMatchObject({ changed: 2 });
    expect(await labels()).toEqual(['Parcel 1', 'Yes', 'Parcel 3']);
  });

  it('writes what applies to the record only', async () => {
    const moment = '2026-07-01T10:00:00Z';
    expect(await refusal(change([{ row: 1, values: { sent_at: moment } }]))).toMatchObject({
      refused: ['1 sent_at value'],
    });
    expect(await change([{ row: 1, values: { sent_at: moment, state: 'sent' } }])).toMatchObject({
      changed: 2,
    });
    expect(await refusal(change([{ row: 1, values: { state: 'new' } }]))).toMatchObject({
      refused: ['1 state value'],
    });
  });

  it.each([
    [{ rows: [] }, 'rows'],
    [{ rows: [{ row: 1 }] }, 'rows.0'],
    [{ rows: [{ row: 1, values: { lable: 'A' } }] }, 'rows.0.values.lable'],
    [{ rows: [{ row: 1, values: { code: 'A' } }] }, 'rows.0.values.code'],
    [{ rows: [{ row: 1, values: { version: 7 } }] }, 'rows.0.values.version'],
    [{ rows: [{ row: 1, texts: { constructor: 'A' } }] }, 'rows.0.texts.constructor'],
    [{ rows: [{ row: 1, texts: { label: 7 } }] }, 'rows.0.texts.label'],
    [{ rows: [{ row: 1, values: { label: 'A' }, texts: { label: 'A' } }] }, 'rows.0.texts.label'],
    [{ rows: [{ values: { label: 'A' } }] }, 'rows.0.row'],
    [{ rows: [{ row: 1, values: { label: 'A' }, set: {} }] }, 'rows.0.set'],
    [
      {
        rows: [
          { row: 1, values: { label: 'A' } },
          { row: '1', values: { label: 'B' } },
        ],
      },
      'rows.1.row',
    ],
    [{ rows: [{ row: 1, values: { label: 'A' } }], check: true }, 'check'],
    [{ rows: Array.from({ length: 1001 }, (_, row) => ({ row, values: { label: 'A' } })) }, 'rows'],
  ])('refuses an invalid request (%#)', async (payload, path) => {
    const fault = await codeOf(tables.cells.change('parcels', payload, ann));
    expect(fault).toEqual(['tables.invalid_request', [path]]);
    expect(await labels()).toEqual(['Parcel 1', 'Parcel 2', 'Parcel 3']);
  });

  it('knows no field without its permission, also when one cell is edited', async () => {
    tables = opened(
      editable({
        records: { fields: { ...fields, weight: { permission: 'parcels.weigh' } }, update: true },
      }),
      { permits: (user, name) => name !== 'parcels.weigh' || (user as { id: number }).id === 2 },
    );
    const rows = [{ row: 1, values: { weight: '2' } }];
    expect(await codeOf(change(rows))).toEqual(['tables.invalid_request', ['rows.0.values.weight']]);
    expect(await codeOf(tables.edit('parcels', { row: 1, column: 'weight', value: '2' }, ann))).toEqual([
      'tables.invalid_request',
      ['column'],
    ]);
    expect(await change(rows, {}, bob)).toMatchObject({ changed: 1 });
  });

  it('knows no row outside of the query of the user', async () => {
    await db.updateTable('parcels').set({ deleted_at: '2026-07-01 00:00:00' }).where('id', '=', 2).execute();
    const rows = [{ row: 2, values: { label: 'B' } }];
    expect(await refusal(change(rows))).toMatchObject({ refused: ['2 label missing'] });
    expect((await labels())[1]).toBe('Parcel 2');
  });

  it.skipIf(dialect === 'sqlite')('lets two changes of the same rows wait for each other', async () => {
    const rows = (label: string, ids: readonly number[]) => ids.map((row) => ({ row, values: { label } }));
    const done = await Promise.all([
      change(rows('A', [1, 2, 3])),
      change(rows('B', [3, 2, 1]), {}, bob),
      change(rows('C', [2, 3, 1])),
    ]);
    expect(done.map(({ changed }) => changed)).toEqual([3, 3, 3]);
    expect(new Set(await labels()).size).toBe(1);
  });
});
