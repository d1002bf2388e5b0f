import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, routeRegistry, type TableDefinition, type TemplateJson } from '../src/index.ts';
import { decodeQuery } from '../src/request/decodeQuery.ts';
import { actionShop, closingTables, takeHandled } from './actionShop.ts';
import { type ActionShop, actionTemplate, closing, noting } from './closing.ts';
import type { Shop } from './shop.ts';
import { expectRefused, idsBySql, idsOf, type LoggedDatabase, tablesOf } from './support.ts';

const size = 300;
const template: TemplateJson = {
  ...actionTemplate,
  selectable: true,
  buttons: actionTemplate.buttons.map((button) => ({ ...button, selection: true })),
};

/** Rows that are made of several: no row of the database has their identifier. */
const statuses = defineTable({
  template: {
    routePrefix: 'statuses',
    name: 'Statuses',
    comparisonOperator: 'LIKE',
    selectable: true,
    appends: ['orders'],
    columns: [{ label: 'Orders', name: 'orders', meta: [] }],
  },
  query: (db: Kysely<Shop>) =>
    db
      .selectFrom('orders')
      .select(['orders.status', sql`min(orders.id)`.as('dtRowId'), sql`count(*)`.as('orders')])
      .groupBy('orders.status'),
});

/** Identifiers that are texts, and those that are computed. */
const byIdentifier = (routePrefix: string, id: string): TableDefinition =>
  defineTable({
    template: {
      ...template,
      routePrefix,
      buttons: [],
      filters: [],
      columns: template.columns.slice(0, 1),
      lengthMenu: [1000],
    },
    query: (db: Kysely<Shop>) =>
      db.selectFrom('orders').select([sql`${sql.raw(id)}`.as('dtRowId'), 'orders.number']),
  });

describe.each(dialects)('named rows on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;

  beforeAll(async () => {
    database = await actionShop(dialect, size);
  });

  afterEach(() => takeHandled(database.db));

  afterAll(() => database.destroy());

  const tables = () => closingTables(database.db, { ...closing(noting()), template });
  const data = (payload: object) => tables().data('orders', { meta: { length: 1000 }, ...payload });

  async function exported(payload: object): Promise<string[]> {
    const output = new PassThrough();
    const reading = text(output);
    await tables().exportRows('orders', payload, null, { output, format: 'csv' });

    return (await reading).trim().split('\r\n');
  }

  it('are the only ones, as far as they match the rest, with their count and totals', async () => {
    const only = [3, '17', 17, 250, 9_999, '12a', 'x'];
    const page = await data({ only });
    const [sum] = await idsBySql(
      database.db,
      'select sum(total) * 100 as id from orders where id in (3, 17, 250)',
    );

    expect(idsOf(page).sort((a, b) => a - b)).toEqual([3, 17, 250]);
    expect(page).toMatchObject({ filtered: 3, count: size, filters: true });
    expect(Number(String(page.total.total).replace(/\D/g, ''))).toBeCloseTo(sum ?? 0, 5);
    const paid = await data({ only: [1, 2, 3, 4, 5, 6], filters: { orders: { status: 'paid' } } });
    expect(idsOf(paid)).toEqual(
      await idsBySql(
        database.db,
        "select id from orders where id <= 6 and status = 'paid' order by number, id",
      ),
    );
  });

  it('are excluded from the matching rows', async () => {
    const all = idsOf(await data({ meta: { length: 1000, search: 'R-0' } }));
    const page = await data({ meta: { length: 1000, search: 'R-0' }, except: [all[0], String(all[5]), 'x'] });

    expect(idsOf(page)).toEqual(all.filter((_id, index) => index !== 0 && index !== 5));
    expect(page.filtered).toBe(all.length - 2);
    expect(idsOf(await data({ only: ['nothing'] }))).toEqual([]);
    expect(idsOf(await data({ except: ['nothing'] }))).toHaveLength(size);
  });

  it('are the rows of actions and exports', async () => {
    const run = (payload: object) => tables().runAction('orders', 'close', payload, null);
    const status = { filters: { orders: { status: 'paid' } } };
    const paid = await idsBySql(database.db, "select id from orders where status = 'paid' order by id");

    expect(await run({ only: [5, 6, 7] })).toMatchObject({ total: 3, processed: 3 });
    expect((await takeHandled(database.db)).sort((a, b) => a - b)).toEqual([5, 6, 7]);
    await run({ ...status, except: paid.slice(0, 2) });
    expect((await takeHandled(database.db)).sort((a, b) => a - b)).toEqual(paid.slice(2));
    expect(await exported({ only: [5, 6, 7] })).toHaveLength(4);
    expect(await exported({ ...status, except: [paid[0]] })).toHaveLength(paid.length);
  });

  it('are found by texts, and by computed identifiers, and not by similar ones', async () => {
    const own = tablesOf(database.db, [
      byIdentifier('numbers', 'orders.number'),
      byIdentifier('sums', 'orders.id + 1000'),
    ]);
    const [first, second] = idsOf(await data({}));
    const page = await own.data('numbers', { meta: { length: 1000 } });
    const some = page.data.slice(0, 3).map(({ dtRowId }) => String(dtRowId));

    expect((await own.data('numbers', { only: [...some, '12'] })).filtered).toBe(3);
    expect((await own.data('numbers', { except: some })).filtered).toBe(size - 3);
    const sums = [Number(first) + 1000, String(Number(second) + 1000)];
    expect(idsOf(await own.data('sums', { only: sums })).sort()).toEqual(sums.map(Number).sort());
  });

  it('are refused if they are empty, too many, or cannot be selected', async () => {
    await expectRefused(data({ only: [] }), 'only');
    await expectRefused(data({ only: '5' }), 'only');
    await expectRefused(data({ only: [{ id: 5 }] }), 'only.0');
    await expectRefused(data({ except: ['a\0'] }), 'except.0');
    await expectRefused(data({ except: Array.from({ length: 1001 }, (_, id) => id) }), 'except');
    await expectRefused(data({ Only: [1] }), 'Only');
    expect(idsOf(await data({ only: null, except: [] }))).toHaveLength(size);

    const plain = closingTables(database.db, closing(noting()));
    await expectRefused(plain.data('orders', { only: [1] }), 'only');
    await expectRefused(plain.runAction('orders', 'close', { except: [1] }, null), 'except');
    await expectRefused(tablesOf(database.db, statuses).data('statuses', { only: [1] }), 'only');
  });

  it('are read from JSON, in a query string and in a body', async () => {
    for (const only of ['["3","17"]', '[3, 17]']) {
      expect(idsOf(await data({ only })).sort((a, b) => a - b)).toEqual([3, 17]);
      const query = `meta[length]=1000&only=${encodeURIComponent(only)}`;
      expect((await tables().data('orders', decodeQuery(query))).filtered).toBe(2);
    }
    const query = `except=${encodeURIComponent('["3"]')}&exported=${encodeURIComponent('["number"]')}`;
    expect((await tables().data('orders', decodeQuery(query))).filtered).toBe(size - 1);
    const lines = await exported(decodeQuery(query));
    expect(lines).toHaveLength(size);
    expect(lines[0]).not.toContain(',');
    await expectRefused(tables().data('orders', decodeQuery('only=5')), 'only');
    expect(() => decodeQuery('only=[5')).toThrow('The member only is not valid JSON');
  });

  it('are as many as a request may name', async () => {
    const only = Array.from({ length: 1000 }, (_, index) => index + 1);

    expect((await data({ only, meta: { length: 10, search: 'R-0' } })).count).toBe(size);
  });

  it('are exported in the order of the request, exactly as listed', async () => {
    const [header, row] = await exported({ only: [5], exported: ['status', 'number'] });
    const [again] = await exported({
      only: [5],
      exported: ['number', 'status'],
      columns: [{ name: 'status', meta: { sort: 'ASC', visible: false } }],
    });

    expect(header?.replace('\ufeff', '')).toMatch(/^Status[,;]Number$/);
    expect(row).toMatch(/[,;]R-\d+$/);
    expect(again?.replace('\ufeff', '')).toMatch(/^Number[,;]Status$/);
    await expectRefused(exported({ exported: ['number', 'password'] }), 'exported.1');
    await expectRefused(exported({ exported: ['number', 'number'] }), 'exported.1');
  });

  it('are announced to clients, with the buttons that support them', async () => {
    const routes = routeRegistry(
      ['orders.init', 'orders.tableData', 'orders.close', 'statuses.init', 'statuses.tableData'].map(
        (name) => ({
          name,
          path: `/${name}`,
          methods: name.endsWith('close') ? ['PATCH'] : ['GET'],
        }),
      ),
    );
    const served = tablesOf(
      database.db,
      [{ ...closing(noting()), template } as TableDefinition, statuses],
      {},
      routes,
    );
    const init = await served.init('orders');

    expect(init.meta.selection).toBe(true);
    expect(init.template.buttons.global[0]).toMatchObject({ selection: true, matching: true });
    expect((await served.init('statuses')).meta.selection).toBeUndefined();
  });
});
