import type { NamesResponse } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  createTables,
  defineTable,
  type RouteRegistry,
  type TableDefinition,
  type Tables,
  type TemplateJson,
  tableConfig,
} from '../src/index.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

interface Shop {
  customers: { id: number; name: string | null; email: string; region: string };
  orders: { id: number; customer_id: number; note: string | null };
}

interface Reader {
  /** Whose customers the user sees; null for all. */
  readonly region: string | null;
  readonly permissions: readonly string[];
}

const everything: Reader = { region: null, permissions: ['orders.edit', 'customers.tableData'] };
const northern: Reader = { ...everything, region: 'north' };
const withoutCustomers: Reader = { region: null, permissions: ['orders.edit'] };

const column = (name: string, data: string, ...meta: string[]) => ({ label: name, name, data, meta });
const templateOf = (routePrefix: string, columns: readonly object[], more: object = {}) =>
  ({ routePrefix, name: routePrefix, crtNo: false, columns, ...more }) as unknown as TemplateJson;

const customers = defineTable({
  template: templateOf(
    'customers',
    [column('email', 'customers.email'), column('name', 'customers.name', 'sortable')],
    { rowName: ['name'], comparisonOperator: 'ILIKE' },
  ),
  query: (db: Kysely<Shop>, { user }: { user: Reader | null }) => {
    const region = user?.region ?? null;
    const all = db.selectFrom('customers').select(['id as dtRowId', 'name', 'email']);

    return region === null ? all : all.where('region', '=', region);
  },
}) as unknown as TableDefinition;

const ordersWith = (edit: NonNullable<NonNullable<TableDefinition['edit']>['columns']>) =>
  defineTable({
    template: templateOf('orders', [
      column('customer', 'customers.name', ...('customer' in edit ? ['editable'] : [])),
      column('customer_id', 'orders.customer_id', ...('customer_id' in edit ? ['editable'] : [])),
      column('note', 'orders.note', 'editable'),
    ]),
    query: (db: Kysely<Shop>) =>
      db
        .selectFrom('orders')
        .innerJoin('customers', 'customers.id', 'orders.customer_id')
        .select(['orders.id as dtRowId', 'customers.name as customer', 'orders.customer_id', 'orders.note']),
    edit: { columns: { note: true, ...edit } },
  }) as unknown as TableDefinition;

const routes: RouteRegistry = {
  names: () => [],
  find: (name) => ({ name, path: `/api/${name.replaceAll('.', '/')}`, methods: ['GET', 'POST'] }),
};

describe.each(dialects)('references to rows of other tables on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    const { schema } = database.db;
    await schema
      .createTable('customers')
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('name', 'varchar(60)')
      .addColumn('email', 'varchar(60)', (email) => email.notNull())
      .addColumn('region', 'varchar(20)', (region) => region.notNull())
      .execute();
    await schema
      .createTable('orders')
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('customer_id', 'integer', (id) => id.notNull())
      .addColumn('note', 'varchar(60)')
      .addForeignKeyConstraint('orders_customer', ['customer_id'], 'customers', ['id'])
      .execute();
    await database.db
      .insertInto('customers')
      .values([
        { id: 1, name: 'Ewa Bąk', email: 'ewa@x.test', region: 'north' },
        { id: 2, name: 'Adam Smith', email: 'adam@x.test', region: 'south' },
        { id: 3, name: 'Ada Byron', email: 'ada@x.test', region: 'north' },
        { id: 4, name: null, email: 'none@x.test', region: 'north' },
        { id: 11, name: 'Bo 1', email: 'bo@x.test', region: 'south' },
      ])
      .execute();
  });
  beforeEach(async () => {
    await database.db.deleteFrom('orders').execute();
    await database.db.insertInto('orders').values({ id: 1, customer_id: 1, note: null }).execute();
  });
  afterAll(() => database.destroy());

  const open = (definitions: readonly TableDefinition[], more: object = {}): Tables =>
    createTables({
      db: database.db as never,
      definitions,
      config: tableConfig({}),
      routes,
      permits: (user, name) => (user as Reader).permissions.includes(name),
      ...more,
    });
  const bothWith = (edit: NonNullable<NonNullable<TableDefinition['edit']>['columns']>, more: object = {}) =>
    open([ordersWith(edit), customers], more);
  const byKey = { customer: { column: 'orders.customer_id' } };
  const namesOf = async (tables: Tables, names: object, user: Reader = everything) =>
    ((await tables.read('customers', { meta: { names } }, user)) as NamesResponse).names;
  const editingOf = async (tables: Tables, user: Reader, name: string) =>
    (await tables.init('orders', user)).template.columns.find((one) => one.name === name)?.edit;
  const stored = async () =>
    (await database.db.selectFrom('orders').select('customer_id').executeTakeFirstOrThrow()).customer_id;
  const set = (tables: Tables, user: Reader, value: unknown, name = 'customer') =>
    tables.edit('orders', { row: 1, column: name, value }, user);
  const refusal = {
    code: 'tables.invalid_request',
    fields: { value: [expect.stringContaining('is not one of the values that the column can refer to')] },
  };

  it('lists names in their order, by one statement and without counts', async () => {
    const tables = bothWith(byKey);
    await namesOf(tables, {});
    database.statements();

    expect(await namesOf(tables, { limit: 2, query: 'ad' })).toEqual([
      { id: 3, name: 'Ada Byron' },
      { id: 2, name: 'Adam Smith' },
    ]);
    expect(database.statements()).toHaveLength(1);
    expect((await namesOf(tables, {})).map(({ name }) => name).toSorted()).toEqual(
      ['4', 'Ada Byron', 'Adam Smith', 'Bo 1', 'Ewa Bąk'].toSorted(),
    );
    expect(await namesOf(tables, { query: 'by ada' })).toEqual([{ id: 3, name: 'Ada Byron' }]);
    // Not by a column that the name does not have; by the identifier as a whole.
    expect(await namesOf(tables, { query: 'ewa@x' })).toEqual([]);
    expect((await namesOf(tables, { query: '1' })).map(({ id }) => id).toSorted()).toEqual([1, 11]);
  });

  it('begins with the present row, if the user sees it', async () => {
    const tables = bothWith(byKey);

    expect((await namesOf(tables, { row: 11, limit: 2 })).map(({ id }) => id)).toEqual([
      11,
      expect.anything(),
    ]);
    expect(new Set((await namesOf(tables, { row: 11 })).map(({ id }) => id)).size).toBe(5);
    expect((await namesOf(tables, { row: 11 }, northern)).map(({ id }) => id)).not.toContain(11);
    expect((await namesOf(tables, { row: 'Ewa Bąk' })).length).toBe(5);
  });

  it('refuses requests for names that it cannot read', async () => {
    const tables = bothWith(byKey);

    for (const [names, field] of [
      [{ limit: 0 }, 'meta.names.limit'],
      [{ limit: 1001 }, 'meta.names.limit'],
      [{ query: ['a'] }, 'meta.names.query'],
      ['all', 'meta.names'],
    ] as const) {
      await expect(tables.read('customers', { meta: { names } }, everything)).rejects.toMatchObject({
        fields: { [field]: [expect.any(String)] },
      });
    }
  });

  it.each([
    ['a foreign key of the database', byKey],
    ['references', { customer: { column: 'orders.customer_id', references: 'customers.id' } }],
  ])('offers the rows of the other table by %s', async (_, edit) => {
    const tables = bothWith(edit);

    expect(await editingOf(tables, everything, 'customer')).toEqual({
      ...{ type: 'select', path: '/api/customers/tableData', names: 'name', required: true },
    });
    expect((await editingOf(tables, withoutCustomers, 'customer'))?.path).toBeUndefined();
    await set(tables, everything, '3');
    expect(await stored()).toBe(3);
    const { row } = await set(tables, everything, 2);
    expect(row).toMatchObject({ customer: 'Adam Smith' });
  });

  it('edits the key itself by names', async () => {
    const tables = bothWith({ customer_id: true });

    expect(await editingOf(tables, everything, 'customer_id')).toMatchObject({ type: 'select', names: 'id' });
    await set(tables, everything, '3', 'customer_id');
    expect(await stored()).toBe(3);
  });

  it('neither lists nor sets what the user does not see', async () => {
    const tables = bothWith(byKey);

    expect((await namesOf(tables, {}, northern)).map(({ id }) => id).toSorted()).toEqual([1, 3, 4]);
    for (const [user, value] of [
      [northern, 2],
      [northern, 999],
      [withoutCustomers, 3],
      [everything, 999],
    ] as const) {
      await expect(set(tables, user, value)).rejects.toMatchObject(refusal);
    }
    expect(await stored()).toBe(1);
    // The present value is no change.
    await set(tables, withoutCustomers, 1);
    await set(tables, northern, 3);
    expect(await stored()).toBe(3);
  });

  it('offers rows of tables that are served elsewhere', async () => {
    const tables = open([ordersWith(byKey)], { referenced: [customers] });

    expect((await editingOf(tables, everything, 'customer'))?.names).toBe('name');
    await expect(set(tables, northern, 2)).rejects.toMatchObject(refusal);
    expect(tables.all().map(({ id }) => id)).toEqual(['orders']);
  });

  it('leaves a column to the definition that writes it by a function, and one whose rows no table has', async () => {
    const written = bothWith({ customer: { column: 'orders.customer_id', write: () => undefined } });
    const alone = open([ordersWith({ customer_id: true })]);

    expect((await editingOf(written, everything, 'customer'))?.names).toBeUndefined();
    expect((await editingOf(alone, everything, 'customer_id'))?.names).toBeUndefined();
    await set(alone, everything, 2, 'customer_id');
    expect(await stored()).toBe(2);
  });
});
