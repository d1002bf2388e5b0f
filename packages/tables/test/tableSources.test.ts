import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createTables } from '../src/index.ts';
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
  }, 120_000);
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
    expect(await tables.faults()).toMatchObject([{ faults: [] }]);
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
        remedy: 'Write orders.… or customer.….',
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
