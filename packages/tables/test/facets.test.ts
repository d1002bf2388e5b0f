import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createTables, routeRegistry, type Tables } from '../src/index.ts';
import { createShop, fillShop, type Shop, type ShopOrder } from './shop.ts';
import { distinctTable, summariesOf, summariesTable, summariesTemplate } from './summaries.ts';
import { expectRefused, type LoggedDatabase, loggedDatabase, refusal, tablesOf } from './support.ts';

const size = 300;

describe.each(dialects)('facets on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;
  let orders: ShopOrder[];

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    orders = await fillShop(database.db, dialect, size);
    tables = tablesOf(database.db, summariesTable());
    await tables.data('orders', {});
  });

  afterAll(() => database.destroy());

  /** Value → count, of the orders that match, as JavaScript counts them. */
  const counted = (of: (order: ShopOrder) => unknown, matches: (order: ShopOrder) => boolean = () => true) =>
    new Map(
      [...Map.groupBy(orders.filter(matches), of)].map(([value, group]) => [value, group.length] as const),
    );
  const facet = async (name: string, payload = {}) => {
    const { facets } = await summariesOf(tables).facets([name], payload);

    return new Map(facets[name]?.values.map(({ value, count }) => [value, count] as const));
  };

  it('list every value of enums, booleans and select filters with its count, by one statement', async () => {
    database.statements();
    const names = ['orders.status', 'orders.paid', 'orders.customer_id'];
    const { facets, fullRecordInfo } = await summariesOf(tables).facets(names, { meta: { forceInfo: true } });

    expect(database.statements().filter((statement) => statement.includes('orders'))).toHaveLength(1);
    expect(fullRecordInfo).toBe(true);
    expect(Object.keys(facets)).toEqual(names);
    const columns = {
      'orders.status': 'status',
      'orders.paid': 'paid',
      'orders.customer_id': 'customer_id',
    } as const;
    for (const [name, column] of Object.entries(columns)) {
      const { values, more } = facets[name] ?? { values: [], more: -1 };
      expect(new Map(values.map(({ value, count }) => [value, count]))).toEqual(
        counted((order) => order[column]),
      );
      expect(values.map(({ count }) => count)).toEqual(
        values.map(({ count }) => count).sort((a, b) => b - a),
      );
      expect(more).toBe(0);
    }
    expect(facets['orders.status']?.values.find(({ value }) => value === 'new')?.label).toBe('NEW');
    expect(facets['orders.paid']?.values.every(({ label }) => label === null)).toBe(true);
    expect(facets['orders.customer_id']?.values.every(({ label }) => label === null)).toBe(true);
  });

  it('have the hundred most frequent values, and the number of the others', async () => {
    const { facets } = await summariesOf(tables).facets(['orders.number']);
    const found = facets['orders.number'];

    expect(found?.values).toHaveLength(100);
    expect(found?.more).toBe(new Set(orders.map(({ number }) => number)).size - 100);
    expect(found?.values.every(({ value, label }) => value === label)).toBe(true);
  });

  it('have the labels of a declared relation for a select filter', async () => {
    const columns = [...summariesTemplate.columns, { label: 'Buyer', name: 'buyer.name' }];
    const related = tablesOf(
      database.db,
      summariesTable({ template: { ...summariesTemplate, columns } as typeof summariesTemplate }),
    );
    const { facets } = await summariesOf(related).facets(['orders.customer_id']);
    const names = await database.db.selectFrom('customers').select(['id', 'name']).execute();

    for (const { value, label } of facets['orders.customer_id']?.values ?? []) {
      expect(label).toBe(names.find(({ id }) => id === value)?.name ?? null);
    }
  });

  it('are counted under the search and all other filters, but not under their own', async () => {
    const payload = {
      filters: { orders: { status: ['new', 'paid'], paid: true } },
      intervals: { orders: { total: { min: '20000' } } },
    };
    const isIn = (statuses: string[]) => (order: ShopOrder) => statuses.includes(order.status);
    const isPaid = (order: ShopOrder) => order.paid === true;
    const isLarge = ({ total }: ShopOrder) => Number(total) >= 20_000;
    const chosen = isIn(['new', 'paid']);

    const { facets } = await summariesOf(tables).facets(
      ['orders.status', 'orders.paid', 'orders.customer_id'],
      payload,
    );
    const found = (name: string) => new Map(facets[name]?.values.map(({ value, count }) => [value, count]));

    expect(found('orders.status')).toEqual(
      counted(
        ({ status }) => status,
        (o) => isPaid(o) && isLarge(o),
      ),
    );
    expect(found('orders.paid')).toEqual(
      counted(
        ({ paid }) => paid,
        (o) => chosen(o) && isLarge(o),
      ),
    );
    expect(found('orders.customer_id')).toEqual(
      counted(
        ({ customer_id }) => customer_id,
        (o) => isPaid(o) && isLarge(o) && chosen(o),
      ),
    );
    expect(await facet('orders.status', { meta: { search: 'R-000' } })).toEqual(
      counted(
        ({ status }) => status,
        ({ number }) => number.includes('R-000'),
      ),
    );
  });

  it('are omitted above the limit, unless they are forced', async () => {
    const limited = tablesOf(database.db, summariesTable(), { fullInfoRecordLimit: 10 });
    const { facets, statistics, groups } = summariesOf(limited);

    expect(await facets(['orders.status'])).toEqual({ facets: {}, fullRecordInfo: false });
    expect(await statistics('total')).toEqual({ statistics: null, fullRecordInfo: false });
    expect(await groups([{ column: 'status' }])).toMatchObject({
      groups: [],
      count: 0,
      fullRecordInfo: false,
    });
    const forced = await facets(['orders.status'], { meta: { forceInfo: true } });
    expect(forced.facets['orders.status']?.values.length).toBe(6);
  });

  it('need the permission of the options of a select filter', async () => {
    const permits = (_user: unknown, route: string) => route !== 'customers.options';
    const refusing = createTables({ ...tables.options, permits });
    const error = await refusal(refusing.read('orders', { meta: { facets: ['orders.customer_id'] } }, {}));

    expect(error.code).toBe('tables.forbidden');
    expect(error.message).toContain('"customers.options"');
    await refusing.read('orders', { meta: { facets: ['orders.status'] } }, {});
  });

  it('need that permission, as does every other use of a select filter', async () => {
    const permits = (_user: unknown, route: string) => route !== 'customers.options';
    const refusing = createTables({ ...tables.options, permits });
    const condition = { data: 'orders.customer_id', operator: 'is', value: 1 };
    const output = new PassThrough();

    for (const payload of [
      { filters: { orders: { customer_id: 1 } } },
      { where: condition },
      { where: { any: [{ not: { all: [condition] } }] } },
      { internalFilters: [{ data: 'orders.customer_id', type: 'select', value: [1] }] },
      { meta: { statistics: 'number' }, where: condition },
      { meta: { facets: ['orders.status'] }, where: condition },
    ]) {
      const error = await refusal(refusing.read('orders', payload, {}));
      expect(error.code).toBe('tables.forbidden');
      expect(error.message).toContain('"customers.options", which the filter "orders.customer_id" needs');
      expect((await refusal(refusing.read('orders', payload, null))).code).toBe('tables.forbidden');
      await tables.read('orders', payload, {});
    }
    const exported = refusing.exportRows('orders', { where: condition }, {}, { output, format: 'csv' });
    expect((await refusal(exported)).code).toBe('tables.forbidden');
    expect((await refusal(refusing.request('orders', { where: condition }, {}))).code).toBe(
      'tables.forbidden',
    );
    await refusing.read('orders', { where: { data: 'orders.paid', operator: 'is', value: true } }, null);
  });

  it('are listed by init, as far as the caller may request them', async () => {
    const routes = routeRegistry(
      ['orders.init', 'orders.tableData', 'customers.options'].map((name) => ({
        name,
        path: `/${name}`,
        methods: ['GET'],
      })),
    );
    const { template } = await createTables({ ...tables.options, routes }).init('orders');
    const permits = (_user: unknown, route: string) => route !== 'customers.options';
    const refusing = createTables({ ...tables.options, routes, permits });

    expect(template.facets?.toSorted()).toEqual([
      ...['customers.name', 'orders.customer_id', 'orders.number', 'orders.paid', 'orders.status'],
    ]);
    expect((await refusing.init('orders', {})).template.facets).not.toContain('orders.customer_id');
    for (const name of template.facets ?? []) await tables.read('orders', { meta: { facets: [name] } });
    expect(template.statistics?.toSorted()).toEqual(
      summariesTemplate.columns
        .map(({ name }) => name)
        .filter((name) => name !== 'password')
        .toSorted(),
    );
    for (const statistics of template.statistics ?? []) await tables.read('orders', { meta: { statistics } });
  });

  it('are of declared filters only', async () => {
    for (const name of [
      ...['customers.password', 'orders.note', 'orders.total', 'orders.placed_at', 'orders.id', 'status'],
      ...['', '__proto__', 'constructor', 'orders.status, customers.password', 1, null, {}],
    ]) {
      database.statements();
      const error = await expectRefused(
        tables.read('orders', { meta: { facets: ['orders.paid', name] } }),
        'meta.facets.1',
      );
      expect(error.fields?.['meta.facets.1']?.[0]).toMatch(/did you mean|send one of/);
      expect(database.statements()).toEqual([]);
    }
    await expectRefused(
      tables.read('orders', { meta: { facets: ['orders.paid'], statistics: 'total' } }),
      'meta.statistics',
    );
    await expectRefused(tables.data('orders', { meta: { facets: ['orders.paid'] } }), 'meta');
  });

  it('count the rows of a distinct query', async () => {
    const distinct = tablesOf(database.db, distinctTable());
    const { facets } = await summariesOf(distinct).facets(['orders.status'], {
      filters: { orders: { paid: true } },
    });

    expect(facets['orders.status']?.values.every(({ count }) => count === 1)).toBe(true);
    expect(facets['orders.status']?.values.length).toBe(
      counted(
        ({ status }) => status,
        ({ paid }) => paid === true,
      ).size,
    );
    await expectRefused(
      distinct.read('orders', { meta: { facets: ['orders.customer_id'] } }),
      'meta.facets.0',
    );
  });
});
