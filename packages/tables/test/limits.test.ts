import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { actionShop, closingTables, type ShopTables } from './actionShop.ts';
import { type ActionShop, actionTemplate, closing } from './closing.ts';
import { expectRefused, type LoggedDatabase } from './support.ts';

const size = 30;
const days = Array.from({ length: 100 }, (_, day) =>
  new Date(Date.UTC(2026, 5, 1) - day * 86_400_000).toISOString().slice(0, 10),
);
const numbers = Array.from({ length: 1000 }, (_, number) => `${number}.25`);
const texts = Array.from({ length: 1000 }, (_, number) => `R-${String(number).padStart(5, '0')}`);
const filters = (count: number, filter: object) => ({
  internalFilters: Array.from({ length: count }, () => filter),
  meta: { search: 'a' },
});

describe.each(dialects)('the largest requests on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let tables: ShopTables;

  beforeAll(async () => {
    database = await actionShop(dialect, size);
    const filtered = { label: 'Number', data: 'orders.number', type: 'select', route: 'orders.options' };
    const columns = actionTemplate.columns.map((column) =>
      column.name === 'number' ? { ...column, meta: ['searchable', 'sortable'] } : column,
    );
    tables = closingTables(
      database.db,
      closing({ row: () => undefined }, { template: { ...actionTemplate, columns, filters: [filtered] } }),
    );
  });

  afterAll(() => database.destroy());

  it.each([
    ['numbers', { data: 'orders.total', value: numbers }],
    ['days of a date', { data: 'orders.delivered_on', value: days }],
    ['days of a point in time', { data: 'orders.placed_at', value: days }],
    ['identifiers', { data: 'orders.number', value: texts }],
  ])('are served, exported and acted on with the most values, that are %s', async (_name, filter) => {
    const request = filters(5, filter);
    const { filtered } = await tables.data('orders', request);
    const output = new PassThrough();
    output.resume();

    expect(filtered).toBeLessThanOrEqual(size);
    expect((await tables.data('orders', { ...request, meta: { start: 1000 } })).data).toEqual([]);
    expect((await tables.exportRows('orders', request, null, { output })).rows).toBe(filtered);
    expect((await tables.runAction('orders', 'close', request, null)).processed).toBe(filtered);
  });

  it('are refused with more than a hundred days in a filter', async () => {
    const value = [...days, '2020-01-01'];
    const { fields } = await expectRefused(
      tables.data('orders', filters(1, { data: 'orders.placed_at', value })),
      'internalFilters.0.value',
    );

    expect(fields?.['internalFilters.0.value']).toEqual([
      'The list has 101 values; send at most 100, or an interval.',
    ]);
  });

  it('are served with fifty filters of a hundred values', async () => {
    const value = ['0.25', ...numbers.slice(0, 99)];

    expect((await tables.data('orders', filters(50, { data: 'orders.total', value }))).filtered).toBe(0);
  });

  it('are refused by the limit with more values, and not by the database', async () => {
    const most = filters(100, { data: 'orders.total', value: numbers });
    const { fields } = await expectRefused(tables.data('orders', most), 'filters');

    expect(fields?.filters?.[0]).toBe(
      'The filters have 100000 values together; send at most 5000, or an interval.',
    );
    await expectRefused(
      tables.data('orders', {
        ...filters(5, { data: 'orders.number', value: texts }),
        filters: { orders: { paid: true } },
      }),
      'filters',
    );
  });
});
