import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { assertColumnPermissions } from '../src/definition/permittedColumns.ts';
import { createTables, defineTable, type Tables } from '../src/index.ts';

interface Database {
  staff: { id: number; name: string; salary: number | null; note: string | null };
}

const staff = defineTable({
  template: {
    routePrefix: 'staff',
    name: 'Staff',
    columns: [
      { label: 'Name', name: 'name', data: 'staff.name', meta: ['searchable', 'sortable', 'filterable'] },
      {
        label: 'Salary',
        name: 'salary',
        data: 'staff.salary',
        number: {},
        meta: ['sortable', 'filterable', 'total', 'groupable', 'editable'],
      },
      { label: 'Note', name: 'note', data: 'staff.note', meta: ['searchable', 'filterable', 'facet'] },
    ],
  },
  query: (db: Kysely<Database>) =>
    db.selectFrom('staff').select(['staff.id as dtRowId', 'staff.name', 'staff.salary', 'staff.note']),
  columnPermissions: { salary: 'staff.salary', note: 'staff.notes' },
  filterParams: { paid: 'staff.salary' },
  searchKeys: ['staff.note'],
  edit: { columns: { salary: true } },
  records: {
    fields: {
      name: { column: 'staff.name' },
      salary: { permission: 'staff.salary' },
      note: { permission: 'staff.notes', default: 'none', when: { name: 'Bo' } },
    },
  },
});

/** A user is the list of own permissions. */
const hasPermission = (user: unknown, permission: string) => (user as readonly string[]).includes(permission);
const boss = ['staff.salary', 'staff.notes'];
const lead = ['staff.notes'];

describe.each(dialects)('columns with permissions, on %s', (dialect) => {
  let database: TestDatabase<Database>;
  let tables: Tables;
  beforeAll(async () => {
    database = await createTestDatabase<Database>(dialect);
    const { db } = database;
    await db.schema
      .createTable('staff')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'varchar(50)', (column) => column.notNull().unique())
      .addColumn('salary', 'integer')
      .addColumn('note', 'varchar(50)')
      .execute();
    await db
      .insertInto('staff')
      .values([
        { id: 1, name: 'Ann', salary: 4_711, note: null },
        { id: 2, name: 'Bo', salary: 815, note: 'left-handed' },
      ])
      .execute();
    tables = createTables({ db, definitions: [staff], hasPermission, development: true });
  });
  afterAll(() => database?.destroy());

  const namesOf = async (user: unknown) => {
    const { template } = await createTables({
      ...tables.options,
      routes: {
        find: (name: string) => ({ name, path: `/${name}`, methods: ['GET'] }),
        add: () => undefined,
      } as never,
    }).init('staff', user);

    return template.columns.map(({ name }) => name);
  };
  const refused = (payload: object, user: unknown) =>
    expect(tables.read('staff', payload, user)).rejects.toMatchObject({ code: 'tables.invalid_request' });

  it('exist for users with their permissions', async () => {
    expect(await namesOf(boss)).toEqual(['name', 'salary', 'note']);
    expect(await namesOf(lead)).toEqual(['name', 'note']);
    expect(await namesOf([])).toEqual(['name']);
    expect(await namesOf(null)).toEqual(['name']);
  });

  it('are missing in the rows of others', async () => {
    const { data } = await tables.data('staff', {}, []);
    expect(data.map((row) => Object.keys(row).filter((name) => !name.startsWith('_')))).toEqual([
      ['dtRowId', 'name'],
      ['dtRowId', 'name'],
    ]);
    expect(JSON.stringify(await tables.data('staff', {}, lead))).not.toMatch(/4,?711|815|salary/);
    expect((await tables.data('staff', {}, boss)).data).toMatchObject([{}, { salary: expect.anything() }]);
  });

  it.each<[string, object]>([
    ['filtered', { filters: { staff: { salary: 815 } } }],
    ['filtered by a param', { params: { paid: 815 } }],
    ['compared', { where: { data: 'staff.salary', operator: 'is', value: 815 } }],
    ['sorted', { columns: [{ name: 'salary', meta: { sort: 'ASC' } }] }],
    ['counted', { meta: { facets: ['staff.note'] } }],
    ['described', { meta: { statistics: 'salary' } }],
    ['grouped', { meta: { groups: [{ column: 'salary' }] } }],
  ])('cannot be %s by others', async (_, payload) => {
    await tables.read('staff', payload, boss);
    if ('params' in payload) {
      // Unknown params are for the query, which ignores them.
      expect((await tables.data('staff', payload, [])).data).toHaveLength(2);
    } else await refused(payload, []);
  });

  it('are not searched for others', async () => {
    const found = async (user: unknown) =>
      (await tables.data('staff', { meta: { search: 'left-handed' } }, user)).data.length;
    expect([await found(boss), await found([])]).toEqual([1, 0]);
  });

  it('are not exported for others', async () => {
    const file = async (user: unknown) => {
      const output = new PassThrough();
      const run = { output, format: 'csv' as const };
      const [content] = await Promise.all([text(output), tables.exportRows('staff', {}, user, run)]);

      return content.replace(/(?<=\d),(?=\d)/g, '');
    };
    expect(await file(boss)).toMatch(/Salary[\s\S]*4711/);
    expect(await file(lead)).not.toMatch(/Salary|4711|815/);
  });

  it('cannot be edited in cells by others', async () => {
    const edit = (user: unknown) => tables.edit('staff', { row: 1, column: 'salary', value: 4_711 }, user);
    await expect(edit(lead)).rejects.toMatchObject({ code: 'tables.invalid_request' });
    expect((await edit(boss)).row).toMatchObject({ name: 'Ann' });
  });

  describe('as fields in a form of the application', () => {
    const form = async (row: string | null, user: unknown, call = {}) => {
      const { fields, values } = await tables.fields.form('staff', row, user, call);

      return { names: fields.map(({ name }) => name), values };
    };
    const write = async (row: string, values: object, user: unknown) => {
      const fields = await tables.fields.parse('staff', { ...values }, user, { isNew: false });
      try {
        return await database.db.transaction().execute((transaction) => fields.write(transaction, row));
      } catch (error) {
        throw await fields.refusal(error, row);
      }
    };

    it('are shown with their values, to users with their permissions', async () => {
      expect(await form('2', boss)).toEqual({
        names: ['name', 'salary', 'note'],
        values: { name: 'Bo', salary: '815', note: 'left-handed' },
      });
      expect(await form('2', lead)).toMatchObject({ names: ['name', 'note'] });
      expect(await form(null, boss)).toMatchObject({ values: { note: 'none' } });
      await expect(form('9', boss)).rejects.toMatchObject({ code: 'tables.row_not_found' });
    });

    it('are left out, or only shown, as the form uses them', async () => {
      const use = (name: string) => (name === 'name' ? 'shown' : name === 'note' ? 'hidden' : 'editable');
      const { fields } = await tables.fields.form('staff', '1', boss, { use });
      expect(fields).toMatchObject([{ name: 'name', readOnly: true }, { name: 'salary' }]);
      for (const name of ['name', 'note']) {
        await expect(
          tables.fields.parse('staff', { [name]: 'x' }, boss, { use, isNew: false }),
        ).rejects.toMatchObject({ fields: { [`values.${name}`]: expect.anything() } });
      }
    });

    it('are written in a transaction of the application, which may fail', async () => {
      expect(await write('2', { salary: 900, note: 'left-handed' }, boss)).toEqual({
        salary: { from: 815, to: '900' },
      });
      const fields = await tables.fields.parse('staff', { salary: 1 }, boss, { isNew: false });
      await expect(
        database.db.transaction().execute(async (transaction) => {
          await fields.write(transaction, '2');
          throw new Error('Another part of the change fails.');
        }),
      ).rejects.toThrow('Another part');
      const { rows } = await sql<{ salary: number }>`select salary from staff where id = 2`.execute(
        database.db,
      );
      expect(rows).toEqual([{ salary: 900 }]);
    });

    it('are refused by name: what the type, a rule, the database or the user lacks', async () => {
      await expect(write('2', { salary: 'much' }, boss)).rejects.toMatchObject({
        fields: { 'values.salary': expect.anything() },
      });
      await expect(write('1', { note: 'x' }, boss)).rejects.toMatchObject({
        fields: { 'values.note': expect.anything() },
      });
      await expect(write('1', { name: 'Bo' }, boss)).rejects.toMatchObject({
        fields: { 'values.name': expect.anything() },
      });
      await expect(write('2', { salary: 1 }, lead)).rejects.toMatchObject({
        fields: { 'values.salary': expect.anything() },
      });
      await expect(write('9', { name: 'x' }, boss)).rejects.toMatchObject({ code: 'tables.row_not_found' });
    });
  });
});

describe('The permission of a column', () => {
  it.each([
    ['that does not exist', 'salray', /"salray" is no column. Did you mean "salary"/],
    ['that is part of a relation', 'group.name', /part of an object/],
  ])('%s is refused', (_, name, message) => {
    expect(() => assertColumnPermissions({ ...staff, columnPermissions: { [name]: 'x' } })).toThrow(message);
  });
});
