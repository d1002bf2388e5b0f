import { createTables } from '@rowhouse/tables';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { checkTables } from '../src/index.ts';
import { type TableSources, tableSources } from '../src/introspect/index.ts';
import { type FoundTables, foundTables, routes } from './foundTables.ts';

const orders = {
  routePrefix: 'orders',
  source: 'orders',
  comparisonOperator: 'ILIKE',
  columns: [
    { label: 'Number', name: 'number', meta: ['searchable', 'sortable'] },
    { label: 'Customer', name: 'customer', data: 'customer.name', meta: ['searchable', 'sortable'] },
    { label: 'Status', name: 'status', meta: ['filterable'], enum: 'status' },
    { label: 'Total', name: 'total', meta: ['total'] },
  ],
};

describe.each(dialects)('a template without a definition, on %s', (dialect) => {
  let found: FoundTables;
  let sources: TableSources;

  beforeAll(async () => {
    found = await foundTables(dialect);
    sources = await tableSources({ db: found.db });
  });
  afterAll(() => found.destroy());

  const served = (template: { routePrefix: string }, table: string) => {
    const { definition, faults } = sources.define(template, { table, file: 'orders.json', routes });
    expect(faults).toEqual([]);
    if (!definition) throw new Error('There is no definition.');
    return createTables({ db: found.db, routes, definitions: [definition] });
  };

  it('is served with the columns that it names, joined by foreign keys', async () => {
    const { enum: _, ...status } = orders.columns[2] as { enum: string };
    const columns = dialect === 'sqlite' ? orders.columns.with(2, status as never) : orders.columns;
    const tables = served({ ...orders, columns } as typeof orders, 'orders');
    expect(await checkTables(tables)).toMatchObject([{ faults: [] }]);
    const page = await tables.data('orders', {
      meta: { search: 'ada 3', sort: true, length: 30 },
      columns: [{ name: 'customer', meta: { sort: 'ASC' } }],
    });
    expect(page.count).toBe(90);
    expect(page.filtered).toBeGreaterThan(3);
    expect(page.data[0]).toMatchObject({ customer: 'Ada 13' });
    expect(Object.keys(page.data[0] ?? {}).sort()).toEqual([
      'customer',
      'dtRowId',
      'number',
      'status',
      'total',
    ]);
  });

  it('may name a key of several columns, and a column that would be left out', async () => {
    const notes = served(
      {
        routePrefix: 'notes',
        source: 'item_notes',
        columns: [
          { label: 'Text', name: 'body' },
          { label: 'Article', name: 'article', data: 'order_items.article' },
        ],
      } as never,
      'item_notes',
    );
    const page = await notes.data('notes', { meta: { length: 10 } });
    expect(page.data.map((row) => row.body)).toContain('Late');
    expect(page.data.every((row) => /^A-\d$/.test(String(row.article)))).toBe(true);

    const settings = served(
      { routePrefix: 'settings', columns: [{ label: 'Key', name: 'key' }] } as never,
      'settings',
    );
    expect((await settings.data('settings', {})).data).toContainEqual(
      expect.objectContaining({ key: 'smtp' }),
    );
  });

  it('follows foreign keys, one after the other, also nullable ones and two to the same table', async () => {
    const notes = served(
      {
        routePrefix: 'notes',
        defaultSort: 'order_items.order.customer.name',
        comparisonOperator: 'ILIKE',
        columns: [
          { label: 'Text', name: 'body' },
          { label: 'Order', name: 'number', data: 'order_items.order.number', meta: ['sortable'] },
          {
            label: 'Customer',
            name: 'customer',
            data: 'order_items.order.customer.name',
            meta: ['searchable', 'sortable'],
          },
          { label: 'Total', name: 'total', data: 'order_items.order.total', meta: ['total'] },
        ],
        filters: [{ label: 'Email', data: 'order_items.order.customer.email', type: 'string' }],
      } as never,
      'item_notes',
    );
    expect(await checkTables(notes)).toMatchObject([{ faults: [] }]);
    const { rows } = await sql<{ id: number; number: string; name: string }>`
      select item_notes.id as id, orders.number as number, customers.name as name from item_notes
      left join orders on orders.id = item_notes.order_id
      left join customers on customers.id = orders.customer_id order by customers.name, item_notes.id`.execute(
      found.db,
    );
    const page = await notes.data('notes', { meta: { length: 30 } });
    expect(page.data.map(({ dtRowId, number, customer }) => [dtRowId, number, customer])).toEqual(
      rows.slice(0, 30).map(({ id, number, name }) => [id, number, name]),
    );
    const [first] = rows;
    const searched = await notes.data('notes', { meta: { search: first?.name ?? '' } });
    expect(searched.filtered).toBe(rows.filter(({ name }) => name.includes(first?.name ?? '')).length);

    const people = served(
      {
        routePrefix: 'people',
        columns: [
          { label: 'Name', name: 'full_name' },
          { label: 'Deputy', name: 'deputy', data: 'deputy.full_name' },
          { label: 'Above the deputy', name: 'above', data: 'deputy.manager.full_name' },
          { label: 'Two above', name: 'top', data: 'manager.manager.full_name' },
        ],
      } as never,
      'employees',
    );
    const { rows: expected } = await sql<Record<string, string | null>>`
      select a.full_name as full_name, d.full_name as deputy, dm.full_name as above, mm.full_name as top from employees as a
      left join employees as d on d.id = a.deputy_id left join employees as dm on dm.id = d.manager_id
      left join employees as m on m.id = a.manager_id left join employees as mm on mm.id = m.manager_id
      order by a.id`.execute(found.db);
    const read = await people.data('people', {});
    expect(read.data.map(({ dtRowId: _, ...row }) => row)).toEqual(expected);
  });

  it('has a step that does not exist reported with its path, and a name that is near', () => {
    const faultOf = (data: string, table = 'item_notes') =>
      sources.define(
        { routePrefix: 'notes', columns: [{ label: 'Text', name: 'body', data }] },
        { table, file: 'notes.json' },
      ).faults;
    expect(faultOf('order_items.ordr.number')).toEqual([
      expect.objectContaining({
        path: 'columns[0].data',
        problem: '"ordr" is not a foreign key of "order_items", which "order_items" refers to.',
        remedy: 'Did you mean "order"? Write order.….',
        suggestion: 'order',
      }),
    ]);
    expect(faultOf('order_items.order.customer.nmae')).toEqual([
      expect.objectContaining({
        path: 'columns[0].data',
        problem: 'The table "customers" has no column "nmae".',
        remedy: expect.stringMatching(/^Did you mean "name"\? It has id, /),
      }),
    ]);
    expect(faultOf('order_items.order.customer.name.first')).toMatchObject([
      {
        problem: '"name" is not a foreign key of "customers", which "order_items.order.customer" refers to.',
      },
    ]);
    expect(faultOf('manager.employees.full_name', 'employees')).toMatchObject([
      {
        problem: 'Several foreign keys of "employees" are named "employees".',
        remedy: expect.stringMatching(/^Write (manager\.… or deputy|deputy\.… or manager)\.…\.$/),
      },
    ]);
  });

  it('has all of its faults reported, each with path, value and remedy', () => {
    const { faults } = sources.define(
      {
        ...orders,
        colour: 'red',
        columns: [
          { label: 'Number', name: 'numbr', data: 'orders.numbr' },
          { label: 'Customer', name: 'client', data: 'client.name' },
          { label: 'Name', name: 'called', data: 'customer.nam' },
          { label: 'Total', name: 'total', meta: ['totl'] },
        ],
      },
      { table: 'orders', file: 'orders.json' },
    );
    expect(faults.map(({ path }) => path).toSorted()).toEqual([
      'colour',
      'columns[0].data',
      'columns[1].data',
      'columns[2].data',
      'columns[3].meta[0]',
    ]);
    expect(faults).toContainEqual(
      expect.objectContaining({
        path: 'columns[1].data',
        problem: '"client" is neither the table nor one of its foreign keys.',
        remedy: expect.stringContaining('Write orders.… or customer.….'),
      }),
    );
    expect(sources.define(orders, { table: 'oders', file: 'orders.json' }).faults).toEqual([
      expect.objectContaining({
        path: 'source',
        problem: 'There is no table "oders".',
        remedy: expect.stringMatching(/^Write one of orders, /),
      }),
    ]);
    for (const broken of [null, [], 'x', { columns: 3 }, { columns: [null, { name: 1, data: 'a.b' }] }]) {
      expect(sources.define(broken, { table: 'orders', file: 'x.json' }).faults).not.toEqual([]);
    }
  });
});
