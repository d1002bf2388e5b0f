import type { RelatedResponse } from '@rowhouse/table-protocol';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createTables, type RelatedRecords, type TableDefinition, type Tables } from '../src/index.ts';
import { createOffice, type Office, office, officeRoutes } from './office.ts';
import { expectRefused, type LoggedDatabase, loggedDatabase, refusal } from './support.ts';

describe.each(dialects)('the tables that refer to a record, on %s', (dialect) => {
  let database: LoggedDatabase<Office>;
  let db: Kysely<Office>;
  beforeAll(async () => {
    database = await loggedDatabase<Office>(dialect);
    ({ db } = database);
    if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db);
    await createOffice(db);
  });
  afterAll(() => database.destroy());

  const tablesFor = (definitions: readonly TableDefinition[], hidden: readonly string[] = []) =>
    createTables({
      db,
      definitions,
      routes: officeRoutes,
      permits: (_user, name) => !hidden.includes(name),
    });
  const relatedTo = async (id: string, row: string, tables: Tables = tablesFor(Object.values(office))) => {
    const { related } = (await tables.read(id, { meta: { related: row } }, 'ada')) as RelatedResponse;

    return related;
  };
  const customersWith = (related: readonly RelatedRecords[]): TableDefinition[] => {
    const { customers, ...others } = office;

    return [{ ...customers, records: { ...customers.records, related } }, ...Object.values(others)];
  };
  const valuesOf = (filters: RelatedResponse['related'][number]['filters'] = []) =>
    filters.map(({ data, type, value }) => [data, type, Number(value)]);

  it('are those of the foreign keys that have filters, with the values of a new record', async () => {
    const related = await relatedTo('customers', '1');
    expect(related.map(({ table, name, as }) => [table, name, as])).toEqual([
      ['orders', 'Orders', 'Customer'],
    ]);
    const [orders] = related;
    expect(valuesOf(orders?.filters)).toEqual([['orders.customer_id', 'number', 1]]);
    expect(Object.entries(orders?.create ?? {}).map(([field, value]) => [field, Number(value)])).toEqual([
      ['customer', 1],
    ]);
    const tables = tablesFor(Object.values(office));
    const { data } = await tables.data('orders', { internalFilters: orders?.filters ?? [] }, 'ada');
    expect(data.map(({ number }) => number).sort()).toEqual(['A-1', 'A-2']);
    // SQLite numbers the rows itself.
    const values = { ...(dialect !== 'sqlite' && { id: 12 }), number: 'A-3', ...orders?.create };
    await tables.records.create('orders', { values }, 'ada');
    expect(await db.selectFrom('orders').where('number', '=', 'A-3').select('customer_id').execute()).toEqual(
      [{ customer_id: 1 }],
    );
    await db.deleteFrom('orders').where('number', '=', 'A-3').execute();
  });

  it('are found by keys of several columns, and in the same table', async () => {
    const [remarks] = await relatedTo('lines', '10,2');
    expect([remarks?.table, remarks?.as, valuesOf(remarks?.filters)]).toEqual([
      'remarks',
      'Order, Line',
      [
        ['remarks.order_id', 'number', 10],
        ['remarks.line', 'number', 2],
      ],
    ]);
    // Remarks are not created by records.
    expect(remarks?.create).toBeUndefined();
    const [groups] = await relatedTo('groups', '3');
    expect([groups?.table, groups?.as]).toEqual(['groups', 'Above']);
  });

  it('are those of the definition, in its order, also without a foreign key', async () => {
    const related = [
      { table: 'remarks', by: 'line', label: 'Said' },
      { table: 'orders', by: ['orders.customer_id'] },
    ];
    const found = await relatedTo('customers', '1', tablesFor(customersWith(related)));
    expect(found.map(({ table, name }) => [table, name])).toEqual([
      ['remarks', 'Said'],
      ['orders', 'Orders'],
    ]);
    expect(valuesOf(found[0]?.filters)).toEqual([['remarks.line', 'number', 1]]);
    expect(await relatedTo('customers', '1', tablesFor(customersWith([])))).toEqual([]);
  });

  it.each([
    [{ table: 'oders', by: 'customer_id' }, /"oders".*no table/],
    [{ table: 'orders', by: 'customer' }, /no column "customer"/],
    [{ table: 'remarks', by: ['order_id', 'line'] }, /no foreign key of the columns order_id, line/],
  ])('of a definition that does not match the database are refused: %j', async (related, message) => {
    const error = await refusal(relatedTo('customers', '1', tablesFor(customersWith([related]))));
    expect(error.code).toBe('tables.invalid_query');
    expect(error.message).toMatch(message);
  });

  it('are only those that the user may read, and create where he may', async () => {
    const all = Object.values(office);
    expect(await relatedTo('customers', '1', tablesFor(all, ['orders.tableData']))).toEqual([]);
    const declared = customersWith([{ table: 'orders', by: 'customer_id' }]);
    expect(await relatedTo('customers', '1', tablesFor(declared, ['orders.tableData']))).toEqual([]);
    for (const name of ['orders.create', 'orders.store']) {
      const [orders] = await relatedTo('customers', '1', tablesFor(all, [name]));
      expect([orders?.table, orders?.create]).toEqual(['orders', undefined]);
    }
  });

  it('are of a record that the user sees', async () => {
    const tables = tablesFor(Object.values(office));
    await expect(relatedTo('customers', '99')).rejects.toMatchObject({ code: 'tables.row_not_found' });
    await expectRefused(tables.data('customers', { meta: { related: '1' } }, 'ada'), 'meta');
    await expectRefused(
      tables.read('customers', { meta: { related: '1', row: '1' } }, 'ada'),
      'meta.related',
    );
    await expectRefused(tables.request('customers', { meta: { related: '1' } }, 'ada'), 'meta.related');
    expect((await tables.read('customers', { meta: { related: '' } }, 'ada')) as object).toHaveProperty(
      'data',
    );
  });
});
