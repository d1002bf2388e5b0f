import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { Tables } from '../src/index.ts';
import { createShop, fillShop, ordersTable, type Shop } from './shop.ts';
import { expectRefused, idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 60;

/** Names of what the database has and the template does not declare, or not for this. */
const undeclared = [
  'password',
  'customers.password',
  'orders.password',
  'orders.id',
  'dtRowId',
  'customer_id',
  'orders.customer_id',
  'buyer',
  'buyer.name',
  'buyer.password',
  'countries.name',
  'Number',
  'NUMBER',
  'number ',
  ' number',
  '"number"',
  '`number`',
  "number'--",
  'number desc',
  'number, password',
  'orders.number',
  'public.orders.number',
  '*',
  '1',
  '',
  '__proto__',
  'constructor',
  'toString',
  '(select password from customers)',
  'note\0',
];

describe.each(dialects)('what is not declared on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, size);
    tables = tablesOf(database.db, ordersTable());
    await tables.data('orders', {});
  });

  afterAll(() => database.destroy());

  const ask = (payload: unknown) => tables.data('orders', payload);
  /** Refused before any query. */
  const refused = async (payload: unknown, field: string) => {
    database.statements();
    const error = await expectRefused(ask(payload), field);
    expect(database.statements()).toEqual([]);

    return error;
  };

  it.each(undeclared)('cannot be sorted by: %j', async (name) => {
    await refused({ columns: [{ name, meta: { sort: 'ASC' } }] }, 'columns.0.name');
    await refused(
      {
        columns: [
          { name: 'number', meta: { sort: 'DESC' } },
          { name, meta: { sort: 'ASC' } },
        ],
      },
      'columns.1.name',
    );
  });

  it('cannot be sorted by where the column is only searched or filtered', async () => {
    for (const name of ['note', 'paid']) {
      const error = await refused({ columns: [{ name, meta: { sort: 'ASC' } }] }, 'columns.0.meta.sort');
      expect(error.fields?.['columns.0.meta.sort']?.[0]).toContain(`"${name}"`);
    }
  });

  it.each(['asc', 'ASC NULLS FIRST', 'ASC, password', 1, true, {}, ['ASC']])(
    'is no direction: %j',
    async (sort) => {
      await refused({ columns: [{ name: 'number', meta: { sort } }] }, 'columns.0.meta.sort');
    },
  );

  const filters: Record<string, Record<string, unknown>> = {
    customers: { password: 'secret-1', name: 'Ada', Password: 'x', id: 1 },
    orders: { note: 'plain', cents: 5, quantity: 1, id: 1, password: 'x', STATUS: 'new', 'status"': 'new' },
    Orders: { status: 'new' },
    'public.orders': { status: 'new' },
    '"orders"': { status: 'new' },
    buyer: { name: 'Ada' },
    countries: { name: 'Japan' },
    constructor: { name: 'x' },
    '': { status: 'new' },
  };
  const paths = Object.entries(filters).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, value]) => ({ table, column, value })),
  );

  it.each(paths)('cannot be filtered: $table $column', async ({ table, column, value }) => {
    const path = `${table}.${column}`;

    await refused({ filters: { [table]: { [column]: value } } }, `filters.${path}`);
    await refused({ intervals: { [table]: { [column]: { min: '1' } } } }, `intervals.${path}`);
    await refused(
      { internalFilters: [{ label: 'x', data: path, type: 'string', value: 'a', mode: 'startsWith' }] },
      'internalFilters.0.data',
    );
  });

  it('cannot be filtered through __proto__ or a prototype', async () => {
    const own = JSON.parse('{"filters": {"__proto__": {"status": "new"}}}');
    await refused(own, 'filters.__proto__.status');
    const nested = JSON.parse('{"filters": {"orders": {"__proto__": {"status": "new"}}}}');
    await refused(nested, 'filters.orders.__proto__');

    const inherited = await ask({ filters: Object.create({ orders: { status: 'new' } }) });
    expect(inherited).toMatchObject({ filtered: size, filters: false });
  });

  it('does not become searchable, sortable or filterable through the columns of a request', async () => {
    const meta = { searchable: true, sortable: true, filterable: true, total: true, visible: true };
    const plain = await ask({ meta: { length: 100 } });
    const claimed = await ask({
      columns: [
        { name: 'cents', data: 'customers.password', meta },
        { name: 'quantity', data: 'customers.password', meta: { ...meta, sort: null } },
        { name: 'number', data: 'customers.password', meta },
      ],
      meta: { length: 100, dtRowId: 'password', comparisonOperator: 'REGEXP' },
      template: { columns: [{ name: 'password', data: 'customers.password', meta: ['searchable'] }] },
      searchable: ['customers.password'],
    });
    expect(claimed).toEqual(plain);

    const secret = await ask({
      columns: [{ name: 'customer', data: 'customers.password', meta }],
      meta: { search: 'secret-', searchMode: 'startsWith', searchable: ['customers.password'] },
    });
    expect(secret.filtered).toBe(0);
    await refused({ columns: [{ name: 'note', meta: { ...meta, sort: 'ASC' } }] }, 'columns.0.meta.sort');
  });

  it('is not totalled, and not sent, because the client names it', async () => {
    const response = await ask({ columns: [{ name: 'quantity', meta: { total: true } }] });

    expect(Object.keys(response.total).sort()).toEqual(['cents', 'quantity', 'total']);
    expect(JSON.stringify(response)).not.toContain('secret-');
  });

  it('appears neither in the rows nor in their number or order, with any value', async () => {
    const requests = [
      {},
      { meta: { search: 'secret' } },
      { meta: { search: 'a', searchMode: 'doesntContain' } },
      { columns: [{ name: 'customer', meta: { sort: 'ASC' } }] },
      { filters: { orders: { status: ['new', 'paid'] } } },
    ];
    const before = await Promise.all(requests.map(ask));

    await database.db
      .updateTable('customers')
      .set((eb) => ({ password: eb.val('changed') }))
      .execute();
    const after = await Promise.all(requests.map(ask));

    expect(after).toEqual(before);
    expect(idsOf(after[0] as (typeof after)[0])).toHaveLength(10);
  });

  it('is reported with all faults together, each under its field', async () => {
    const error = await refused(
      {
        columns: [{ name: 'password', meta: { sort: 'ASC' } }],
        filters: { customers: { password: 'x' } },
        internalFilters: [{ data: 'customers.password', type: 'string', value: 'x' }],
        meta: { length: 0, start: -1, searchMode: 'regex' },
      },
      'columns.0.name',
    );

    expect(Object.keys(error.fields ?? {}).sort()).toEqual([
      'columns.0.name',
      'filters.customers.password',
      'internalFilters.0.data',
      'meta.length',
      'meta.searchMode',
      'meta.start',
    ]);
  });

  it.each([0, -1, 1001, 10 ** 9, 1.5, '10; drop table orders', 'all', {}, [10], true])(
    'is no length: %j',
    async (length) => {
      await refused({ meta: { length } }, 'meta.length');
    },
  );

  it('cannot be searched on a table without a searchable column', async () => {
    const definition = ordersTable({
      routePrefix: 'orders',
      columns: [{ label: 'Number', name: 'number', data: 'orders.number' }],
    });
    const mute = tablesOf(database.db, definition);

    await expectRefused(mute.data('orders', { meta: { search: 'R-' } }), 'meta.search');
    expect((await mute.data('orders', { meta: { search: ' ' } })).filtered).toBe(size);
  });
});
