import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, type TableDefinition } from '../src/index.ts';
import { validateTemplate } from '../src/internal.ts';
import { createDepot, type Depot, parcels, routes } from './depot.ts';
import { type LoggedDatabase, loggedDatabase, refusal, tablesOf } from './support.ts';

const records = {
  fields: {
    code: true,
    label: { help: 'As it is printed', schema: { type: 'string', pattern: '^\\S' } },
    weight: { section: 'Sizes' },
    state: true,
    sent_at: { when: { state: ['sent', 'lost'] } },
    created_by: { readOnly: true },
  },
  create: true,
  update: true,
  delete: { soft: 'deleted_at' },
};
const { template } = parcels();
const withRecords = (own: object, more: Partial<TableDefinition> = {}) =>
  defineTable({
    template: {
      ...template,
      columns: template.columns.map((column) =>
        column.name === 'label' ? { ...column, meta: ['editable'] } : column,
      ),
      records: own,
    } as never,
    query: (db: Kysely<Depot>) =>
      db
        .selectFrom('parcels')
        .where('parcels.deleted_at', 'is', null)
        .select(['parcels.id as dtRowId'])
        .selectAll('parcels') as never,
    ...(more as object),
  });

describe.each(dialects)('the records of a template, on %s', (dialect) => {
  let database: LoggedDatabase<Depot>;
  beforeAll(async () => {
    database = await loggedDatabase<Depot>(dialect);
    if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(database.db);
    await createDepot(database.db, dialect);
  });
  afterAll(() => database.destroy());

  it('are written without TypeScript, in forms and in tagged cells', async () => {
    const tables = tablesOf(database.db, withRecords(records), {}, routes);
    const { fields } = await tables.records.form('parcels', null);
    expect(fields.map(({ name }) => name)).toEqual(['code', 'label', 'weight', 'state', 'sent_at']);
    const error = await refusal(
      tables.records.create('parcels', { values: { code: 'T1', label: ' ', note: 'x' } }),
    );
    expect(Object.keys(error.fields ?? {}).sort()).toEqual(['values.label', 'values.note', 'values.weight']);
    const { dtRowId } = await tables.records.create('parcels', {
      values: { code: 'T1', label: 'Tea', weight: '2' },
    });
    const row = Number(dtRowId);
    await tables.records.update('parcels', { row, values: { weight: '3' } });
    await tables.edit('parcels', { row, column: 'label', value: 'Milk' });
    const stored = () =>
      database.db
        .selectFrom('parcels')
        .select(['label', 'weight', 'deleted_at'])
        .where('id', '=', row)
        .executeTakeFirstOrThrow();
    expect(await stored()).toMatchObject({ label: 'Milk', deleted_at: null });
    expect(Number((await stored()).weight)).toBe(3);
    await tables.records.delete('parcels', String(row), undefined);
    expect((await stored()).deleted_at).not.toBeNull();
  });

  it('cannot be in the definition, too', () => {
    const both = withRecords(records, { records: { fields: { code: true }, create: true } });
    const tables = tablesOf(database.db, both, {}, routes);
    expect(() => tables.all()).toThrow('Both the template and the definition have records.');
  });

  it('are written only in the ways that are true', async () => {
    const own = { fields: records.fields, create: false, update: true };
    const tables = tablesOf(database.db, withRecords(own), {}, routes);
    for (const attempt of [
      tables.records.create('parcels', { values: {} }),
      tables.records.delete('parcels', '1', undefined),
    ]) {
      expect(await refusal(attempt)).toMatchObject({ code: 'tables.not_found' });
    }
    expect((await tables.init('parcels')).template.edit).toBeDefined();
    const reading = tablesOf(database.db, parcels({ update: undefined }), {}, routes);
    expect((await reading.init('parcels')).template.edit).toBeUndefined();
  });
});

describe('the records of a template', () => {
  const faultsOf = (own: unknown) =>
    validateTemplate({ ...template, records: own }).map(({ path, code }) => `${path} ${code}`);

  it('are checked with the other members', () => {
    expect(faultsOf(records)).toEqual([]);
    expect(faultsOf({})).toEqual(['records.fields missing']);
    expect(faultsOf({ ...records, delte: true })).toEqual(['records.delte unknown_key']);
    expect(faultsOf({ ...records, create: 1 })).toEqual(['records.create wrong_type']);
    expect(faultsOf({ fields: { code: { lable: 'x' } } })).toEqual(['records.fields.code.lable unknown_key']);
    expect(faultsOf({ fields: { 'a b': true } })).toEqual(['records.fields.a b malformed']);
    expect(faultsOf({ fields: { code: false } })).toEqual(['records.fields.code out_of_range']);
    expect(faultsOf({ fields: { code: { when: { stat: 1 } }, state: true } })).toEqual([
      'records.fields.code.when.stat unknown_name',
    ]);
  });
});
