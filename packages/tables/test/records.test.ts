import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createTables, defineTable, type TableDefinition, TableError, type Tables } from '../src/index.ts';
import { createDepot, type Depot, fields, parcels, routes } from './depot.ts';
import { expectRefused, type LoggedDatabase, loggedDatabase, refusal, tablesOf } from './support.ts';

const uuid = (n: number) => `6f1c2b1e-6d0f-4c55-9d6e-${String(n).padStart(12, '0')}`;

describe.each(dialects)('records, on %s', (dialect) => {
  let database: LoggedDatabase<Depot>;
  let db: Kysely<Depot>;
  beforeAll(async () => {
    database = await loggedDatabase<Depot>(dialect);
    db = database.db;
    if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db);
    await createDepot(db, dialect);
  });
  afterAll(() => database.destroy());

  const known = new Map<TableDefinition, Tables>();
  const plain = parcels();
  const records = (definition: TableDefinition = plain) => {
    const made = known.get(definition) ?? tablesOf(db, definition, {}, routes);
    known.set(definition, made);

    return made.records;
  };
  const whole = { code: 'P', label: 'Books', weight: '1.5' };
  let count = 0;
  const fresh = () => `P${++count}`;
  const create = (values: object, definition?: TableDefinition, user: unknown = null, timeZone = 'UTC') =>
    records(definition).create('parcels', { values }, user, { timeZone });
  const created = async (values: object = {}, definition?: TableDefinition) => {
    const { dtRowId } = await create({ ...whole, code: fresh(), ...values }, definition);

    return Number(dtRowId);
  };
  const update = (payload: object, definition?: TableDefinition, timeZone = 'UTC') =>
    records(definition).update('parcels', payload, null, { timeZone });
  const form = (row: number | null = null, definition?: TableDefinition, timeZone = 'UTC') =>
    records(definition).form('parcels', row === null ? null : String(row), null, { timeZone });
  const stored = (id: number) => db.selectFrom('parcels').selectAll().where('id', '=', id).executeTakeFirst();
  const rows = async () =>
    Number((await db.selectFrom('parcels').select(db.fn.countAll().as('n')).executeTakeFirst())?.n);

  it('have a form of what the definition and the database know', async () => {
    const { fields: shown, values, path } = await form();
    expect(path).toMatch(/parcels\/store$/);
    expect(values).toMatchObject({ cents: '0', state: 'new', fragile: false });
    expect(Object.fromEntries(shown.map(({ name, ...field }) => [name, field]))).toMatchObject({
      code: { label: 'code', type: 'string', required: true, maxLength: 8 },
      label: { label: 'Text on the parcel', help: 'As it is printed', required: true, maxLength: 40 },
      region: { type: 'select' },
      weight: { type: 'number', section: 'Sizes', decimals: 2, required: true },
      cents: { label: 'Price', type: 'number', min: '0', max: '1000', hasDefault: true },
      state: { type: 'enum', enum: { new: 'New', sent: 'Sent', lost: 'Lost' } },
      fragile: { type: 'boolean', hasDefault: true },
      sent_at: { type: 'date', hasTime: true, when: { state: ['sent', 'lost'] } },
      due_on: { type: 'date' },
      note: { label: 'Remark', isLong: true },
    });
    expect(shown.map(({ name }) => name)).toEqual(Object.keys(fields).filter((name) => name !== 'twice'));
    expect(shown.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'code',
      'label',
      'weight',
    ]);
  });

  it('are created with values and defaults, and returned as rows', async () => {
    const { dtRowId, row } = await create(
      {
        ...whole,
        code: fresh(),
        region: 'N',
        cents: '12.34',
        state: 'sent',
        sent_at: '2026-07-01T09:30',
        due_on: '2026-07-02',
        fragile: true,
      },
      undefined,
      null,
      'Europe/Bucharest',
    );
    expect(row).toMatchObject({ label: 'Books', weight: '1.50', region: 'N' });
    const { data } = await tablesOf(db, plain).data('parcels', { meta: { row: dtRowId } }, null, {
      timeZone: 'Europe/Bucharest',
    });
    expect(row).toEqual(data[0]);
    const { values } = await form(Number(dtRowId), undefined, 'Europe/Bucharest');
    expect(values).toMatchObject({
      ...{ label: 'Books', weight: '1.5', cents: '12.34', state: 'sent', fragile: true },
      ...{ sent_at: '2026-07-01T09:30:00.000+03:00', due_on: '2026-07-02', twice: '2468', note: null },
    });
  });

  it('that are created need only what has no default', async () => {
    const id = await created();
    expect(await stored(id)).toMatchObject({ state: 'new', cents: 0, region: null });
  });

  it.each([
    [{}, ['values.code', 'values.label', 'values.weight']],
    [{ ...whole, code: 'too long a code' }, ['values.code']],
    [{ ...whole, label: ' x' }, ['values.label']],
    [{ ...whole, label: null }, ['values.label']],
    [{ ...whole, weight: '0' }, ['values.weight']],
    [{ ...whole, weight: '1.234' }, ['values.weight']],
    [{ ...whole, weight: '12345' }, ['values.weight']],
    [
      { ...whole, weight: 'heavy', cents: '-1', state: 'gone' },
      ['values.weight', 'values.cents', 'values.state'],
    ],
    [{ ...whole, cents: '1000.01' }, ['values.cents']],
    [{ ...whole, region: 'X' }, ['values.region']],
    [{ ...whole, due_on: '2026-02-30' }, ['values.due_on']],
    [{ ...whole, sent_at: '2026-01-01T00:00Z' }, ['values.sent_at']],
    [{ ...whole, version: 7 }, ['values.version']],
    [
      { ...whole, created_by: 'me', id: 1, twice: 4, deleted_at: null },
      ['values.created_by', 'values.id', 'values.twice', 'values.deleted_at'],
    ],
    [
      { ...whole, 'parcels.created_by': 'me', __proto__x: 1 },
      ['values.parcels.created_by', 'values.__proto__x'],
    ],
  ])('refuse %j with each fault under its field, and write nothing', async (values, paths) => {
    const before = await rows();
    const error = await expectRefused(create(values), paths[0] ?? '');
    expect(Object.keys(error.fields ?? {})).toEqual(paths);
    expect(await rows()).toBe(before);
  });

  it('name the field whose value another record has, and that record', async () => {
    const code = fresh();
    const id = await created({ code });
    const error = await expectRefused(create({ ...whole, code }), 'values.code');
    expect(error.fields?.['values.code']).toEqual([`"${code}" is already in use; send another value.`]);
    expect(error.extensions).toMatchObject({ existing: { dtRowId: String(id) } });
    const hidden = parcels(
      {},
      {
        query: () =>
          db.selectFrom('parcels').select(['id as dtRowId', 'label']).where('label', '=', 'Mine') as never,
      },
    );
    const unseen = await expectRefused(create({ ...whole, code }, hidden), 'values.code');
    expect(unseen.extensions).toBeUndefined();
    const other = await created();
    await expectRefused(update({ row: other, values: { code } }), 'values.code');
    expect((await update({ row: id, values: { code } })).row).toMatchObject({ code });
  });

  it('are created once for repeated requests, also at the same time', async () => {
    const before = await rows();
    const payload = { values: { ...whole, code: fresh() }, requestId: uuid(1) };
    const all = await Promise.all(Array.from({ length: 10 }, () => records().create('parcels', payload)));
    expect(new Set(all.map(({ dtRowId }) => String(dtRowId))).size).toBe(1);
    expect(await rows()).toBe(before + 1);
  });

  it('are changed in the sent fields only, all or none', async () => {
    const id = await created({ note: 'kept' });
    const { row } = await update({
      row: id,
      values: { label: 'Glass', weight: '2.25', state: 'sent', sent_at: '2026-01-02T03:04Z' },
    });
    expect(row).toMatchObject({ label: 'Glass', weight: '2.25', state: 'sent' });
    expect(await stored(id)).toMatchObject({ note: 'kept', label: 'Glass' });
    await expectRefused(update({ row: id, values: { label: 'Wood', weight: '-1' } }), 'values.weight');
    expect(await stored(id)).toMatchObject({ label: 'Glass' });
    const error = await expectRefused(update({ row: id, values: { state: 'new' } }), 'values.sent_at');
    expect(Object.keys(error.fields ?? {})).toEqual(['values.sent_at']);
    expect((await update({ row: id, values: { state: 'new', sent_at: null } })).row).toMatchObject({
      state: 'new',
    });
  });

  it('that another user has changed are not overwritten', async () => {
    const id = await created();
    const { values } = await form(id);
    await update({ row: id, values: { label: 'Theirs', note: 'theirs' } });
    const error = await refusal(update({ row: id, values: { label: 'Mine' }, expected: values }));
    expect([error.status, error.code]).toEqual([409, 'tables.row_changed']);
    expect(error.extensions?.current).toMatchObject({ label: 'Theirs', note: 'theirs' });
    // Fields that no one else has changed are written.
    expect((await update({ row: id, values: { weight: 9 }, expected: values })).row).toMatchObject({
      weight: '9.00',
      label: 'Theirs',
    });
    // A repetition writes nothing.
    expect((await update({ row: id, values: { label: 'Theirs' }, expected: values })).row).toMatchObject({
      label: 'Theirs',
    });
  });

  it('have a version that each change raises, and that is compared', async () => {
    const definition = parcels({ version: 'parcels.version' });
    const id = await created({}, definition);
    const { version } = await form(id, definition);
    expect(String(version)).toBe('1');
    await update({ row: id, values: { label: 'A' }, version }, definition);
    const error = await refusal(update({ row: id, values: { note: 'B' }, version }, definition));
    expect([error.code, error.extensions?.version]).toEqual(['tables.row_changed', 2]);
    await expect(records(definition).delete('parcels', String(id), { version })).rejects.toMatchObject({
      code: 'tables.row_changed',
    });
    await records(definition).delete('parcels', String(id), { version: 2 });
    expect(await stored(id)).toBeUndefined();
  });

  it('are deleted once, or marked as deleted', async () => {
    const id = await created();
    await records().delete('parcels', String(id), undefined);
    await expect(records().delete('parcels', String(id), undefined)).rejects.toMatchObject({
      code: 'tables.row_not_found',
    });
    const soft = parcels({ delete: { soft: 'deleted_at' } });
    const marked = await created({}, soft);
    await records(soft).delete('parcels', String(marked), {});
    expect((await stored(marked))?.deleted_at).not.toBeNull();
    await expect(form(marked, soft)).rejects.toMatchObject({ code: 'tables.row_not_found' });
    await expect(update({ row: marked, values: { label: 'x' } }, soft)).rejects.toMatchObject({
      code: 'tables.row_not_found',
    });
  });

  it('that were deleted while somebody edits them are gone, whether they exist for others or not', async () => {
    const id = await created();
    const { values } = await form(id);
    await records().delete('parcels', String(id), undefined);
    const hidden = await created();
    await sql`update parcels set deleted_at = ${sql.raw(dialect === 'sqlite' ? "'2026-01-01'" : 'now()')} where id = ${hidden}`.execute(
      db,
    );
    for (const row of [id, hidden]) {
      const payload = { row, values: { label: 'x' } };
      const answers = [
        await refusal(update(payload)),
        await refusal(update({ ...payload, expected: { label: values.label } })),
      ];
      expect(answers.map(({ status, code }) => [status, code])).toEqual([
        [404, 'tables.row_not_found'],
        [410, 'tables.row_gone'],
      ]);
    }
  });

  it('that others refer to are not deleted', async () => {
    const regions = {
      ...defineTable({
        template: {
          routePrefix: 'regions',
          columns: [{ label: 'Name', name: 'name', data: 'regions.name' }],
        } as never,
        query: (own: Kysely<Depot>) =>
          own.selectFrom('regions').select(['regions.code as dtRowId', 'regions.name']),
      }),
      records: { fields: { code: true, name: true }, create: true, update: true, delete: true },
    } as TableDefinition;
    const tables = tablesOf(db, regions, {}, routes);
    await created({ region: 'S' });
    const error = await refusal(tables.records.delete('regions', 'S', undefined));
    expect([error.status, error.code]).toEqual([422, 'tables.edit_refused']);
    const { dtRowId } = await tables.records.create('regions', { values: { code: 'W', name: 'West' } });
    expect(dtRowId).toBe('W');
    const { fields: shown } = await tables.records.form('regions', 'W');
    expect(shown.find(({ name }) => name === 'code')?.readOnly).toBe(true);
    await tables.records.delete('regions', 'W', undefined);
  });

  it('call the functions of the definition in the transaction', async () => {
    const calls: unknown[] = [];
    const definition = parcels({
      fields: {
        ...fields,
        note: ({ row, value, db: own }) =>
          own
            .updateTable('parcels')
            .set({ note: `by function: ${value}` })
            .where('id', '=', row.dtRowId as never)
            .execute(),
      },
      create: {
        before: ({ user, values }) => {
          calls.push(['create.before', values.label]);

          return { created_by: String(user) };
        },
        after: ({ row }) => {
          if (row?.label === 'Refused') throw new TableError('tables.edit_refused', 'Not this one.');
        },
      },
      update: {
        before: ({ row, values }) => void calls.push(['update.before', row?.label, values.label]),
        after: ({ row }) => void calls.push(['update.after', row?.label]),
      },
      delete: { before: ({ row }) => void calls.push(['delete.before', row?.label]) },
    });
    const { dtRowId } = await create({ ...whole, code: fresh(), note: 'n' }, definition, 'ada');
    const id = Number(dtRowId);
    expect(await stored(id)).toMatchObject({ created_by: 'ada', note: 'by function: n' });
    await update({ row: id, values: { label: 'Next' } }, definition);
    const before = await rows();
    await expect(create({ ...whole, code: fresh(), label: 'Refused' }, definition)).rejects.toMatchObject({
      code: 'tables.edit_refused',
    });
    expect(await rows()).toBe(before);
    await records(definition).delete('parcels', String(id), undefined);
    expect(calls).toEqual([
      ['create.before', 'Books'],
      ['update.before', 'Books', 'Next'],
      ['update.after', 'Next'],
      ['create.before', 'Refused'],
      ['delete.before', 'Next'],
    ]);
  });

  it('have no fields for which a user lacks the permission', async () => {
    const definition = parcels({ fields: { ...fields, note: { permission: 'parcels.notes' } } });
    const as = (...permitted: string[]) =>
      createTables({
        db,
        definitions: [definition],
        routes,
        permits: (_user, name) => name !== 'parcels.notes' || permitted.includes(name),
      }).records;
    const names = async (own: Tables['records']) =>
      (await own.form('parcels', null, 'ada')).fields.map(({ name }) => name);
    expect(await names(as('parcels.notes'))).toContain('note');
    expect(await names(as())).not.toContain('note');
    const values = { ...whole, code: fresh(), note: 'n' };
    const error = await expectRefused(as().create('parcels', { values }, 'ada'), 'values.note');
    const unknown = await expectRefused(
      as().create('parcels', { values: { ...values, nota: 1 } }, 'ada'),
      'values.nota',
    );
    const reason = ({ fields: found = {} }: TableError) =>
      Object.values(found)[0]?.[0]?.replace(/^"\w+"|;.*$/g, '');
    expect(reason(error)).toBe(reason(unknown));
    const { dtRowId } = await as('parcels.notes').create('parcels', { values }, 'ada');
    const { values: shown } = await as().form('parcels', String(dtRowId), 'ada');
    expect(shown).not.toHaveProperty('note');
  });

  it.each(['create', 'update', 'delete'] as const)(
    'cannot be written in a way that the definition lacks: %s',
    async (way) => {
      const definition = parcels({ [way]: undefined });
      const id = await created();
      const call = {
        create: () => create(whole, definition),
        update: () => update({ row: id, values: { label: 'x' } }, definition),
        delete: () => records(definition).delete('parcels', String(id), undefined),
      }[way];
      await expect(call()).rejects.toMatchObject({ code: 'tables.not_found' });
    },
  );

  it.each([
    null,
    [],
    'x',
    { values: [] },
    { values: {}, more: 1 },
    { value: {} },
    { values: {}, requestId: 'x' },
  ])('refuse the body %j', async (payload) => {
    const error = await refusal(records().create('parcels', payload));
    expect([400, 422]).toContain(error.status);
  });
});
