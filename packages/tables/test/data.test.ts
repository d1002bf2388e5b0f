import { checkTables } from '@rowhouse/tables-dev';
import { stringify } from 'qs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { Tables, TemplateJson } from '../src/index.ts';
import { decodeQuery } from '../src/request/decodeQuery.ts';
import { createShop, fillShop, ordersTable, ordersTemplate, type Shop, type ShopOrder } from './shop.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

describe.each(dialects)('data on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;
  let orders: ShopOrder[];

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    orders = await fillShop(database.db, dialect, 600);
    tables = tablesOf(database.db, ordersTable());
  });

  afterAll(() => database.destroy());

  it('returns the first page with counts, totals and pagination', async () => {
    const response = await tables.data('orders', {});
    const quantities = orders.map(({ quantity }) => quantity).filter((quantity) => quantity !== null);
    const total = orders.reduce((sum, order) => sum + BigInt(String(order.total).replace('.', '')), 0n);

    expect(response).toMatchObject({
      count: 600,
      formattedCount: '600',
      filtered: 600,
      formattedFiltered: '600',
      fullRecordInfo: true,
      filters: false,
      pagination: {
        page: 1,
        pages: 60,
        atStart: true,
        atEnd: false,
        atMiddle: false,
        middlePages: [2, 3, 4],
      },
    });
    expect(response.data.map(({ dtRowId }) => Number(dtRowId))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(response.data[0]).toMatchObject({
      number: 'R-00037',
      status: orders[0]?.status,
      total: '1,003.07',
      cents: '0.13',
      paid: false,
      placed_at: '06-01-2026 11:59:00',
      delivered_on: '02-01-2026',
      buyer: { id: 2, name: "O'Neil" },
      customer: "O'Neil",
    });
    expect(String(response.total.total).replace(/[,.]/g, '')).toBe(String(total));
    expect(Number(response.total.quantity)).toBeCloseTo(
      quantities.reduce((sum, quantity) => sum + quantity, 0) / quantities.length,
      6,
    );
    expect(JSON.parse(JSON.stringify(response))).toEqual(response);
  });

  it('returns the same for a query string as for a body', async () => {
    const payload = {
      columns: [{ name: 'status', meta: { sort: 'DESC' } }],
      filters: { orders: { paid: true, status: ['new', 'sent'] } },
      intervals: { orders: { total: { min: 500, max: '90000.50' } } },
      internalFilters: [{ label: 'N', data: 'orders.number', type: 'string', mode: 'endsWith', value: '4' }],
      params: { any: 'thing' },
      meta: { start: 5, length: 25, search: 'R- 0', searchMode: 'full', forceInfo: true },
    };
    const members = Object.entries(payload).map(([name, value]) => [name, JSON.stringify(value)]);

    const response = await tables.data('orders', payload);
    expect(response.filtered).toBeGreaterThan(5);
    for (const query of [stringify(payload), stringify(Object.fromEntries(members))]) {
      expect(await tables.data('orders', decodeQuery(query))).toEqual(response);
    }
  });

  it('finds no fault in the definition', async () => {
    expect((await checkTables(tables)).map(({ faults }) => faults)).toEqual([[]]);
  });

  it('reports columns that are unknown, not selected, or cannot be summed', async () => {
    const columns: TemplateJson['columns'] = [
      { label: 'Number', name: 'number', data: 'orders.nummber' },
      { label: 'Customer', name: 'customer', data: 'buyers.name' },
      { label: 'Missing', name: 'missing', data: 'orders.note' },
      { label: 'Status', name: 'status', data: 'orders.status', meta: ['total'] },
      { label: 'Seller', name: 'seller.name' },
      { label: 'Raw', name: 'total', data: 'orders.total', meta: ['rawTotal'] },
      { label: 'Fee', name: 'cents', data: 'orders.cents', meta: ['total'] },
    ];
    const faulty = tablesOf(
      database.db,
      ordersTable({ ...ordersTemplate, columns, cache: true }, { count: { sources: ['orders'] } }),
    );
    const faults = (await checkTables(faulty))[0]?.faults;

    expect(faults?.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      'cache not_installed',
      'columns[0].data unknown_column',
      'columns[1].data unknown_column',
      'columns[2].name unknown_column',
      'columns[3].meta not_numeric',
      'columns[4].name unknown_column',
      'columns[5].meta unknown_name',
    ]);
    expect(faults?.[0]).toMatchObject({ suggestion: 'orders.number' });
  });
});
