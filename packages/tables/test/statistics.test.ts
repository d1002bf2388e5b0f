import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { Tables } from '../src/index.ts';
import { createShop, fillShop, type Shop, type ShopOrder } from './shop.ts';
import { distinctTable, summariesOf, summariesTable } from './summaries.ts';
import { expectRefused, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 300;

/** The sum of decimals with two digits, exactly. */
function hundredths(values: readonly unknown[]): bigint {
  return values.reduce<bigint>((sum, value) => sum + BigInt(String(value).replace('.', '')), 0n);
}

describe.each(dialects)('statistics on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;
  let orders: ShopOrder[];

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    orders = await fillShop(database.db, dialect, size);
    await database.db.updateTable('orders').set({ note: '' }).where('note', '=', 'plain').execute();
    tables = tablesOf(database.db, summariesTable(), { timeZone: 'America/New_York' });
    await tables.data('orders', {});
  });

  afterAll(() => database.destroy());

  const statistics = async (name: string, payload = {}) =>
    (await summariesOf(tables).statistics(name, payload)).statistics;
  const money = (amount: bigint) =>
    `${String(amount / 100n).replace(/\B(?=(\d{3})+$)/g, ',')}.${String(amount % 100n).padStart(2, '0')}`;

  it('are exact for numbers, and formatted like the cells', async () => {
    const totals = orders
      .map(({ total }) => BigInt(String(total).replace('.', '')))
      .sort((a, b) => Number(a - b));
    const sum = hundredths(orders.map(({ total }) => total));
    const rounded = (2n * sum + BigInt(size)) / (2n * BigInt(size));

    expect(await statistics('total')).toEqual({
      ...{ count: size, empty: 0, distinct: new Set(totals).size },
      ...{ min: money(totals.at(0) ?? 0n), max: money(totals.at(-1) ?? 0n) },
      ...{ sum: money(sum), average: money(rounded) },
    });
    const cents = orders.map((order) => order.cents);
    expect(await statistics('cents')).toMatchObject({
      min: money(BigInt(Math.min(...cents))),
      sum: money(BigInt(cents.reduce((a, b) => a + b))),
    });
  });

  it('do not count empty values', async () => {
    const filled = orders.flatMap(({ quantity }) => quantity ?? []);
    const sum = filled.reduce((a, b) => a + b);

    const found = await statistics('quantity');
    expect(found).toMatchObject({ count: size, empty: size - filled.length, distinct: 7, sum });
    expect(Number(found?.average)).toBeCloseTo(sum / filled.length, 5);

    const notes = orders.flatMap(({ note }) => (note === null || note === 'plain' ? [] : note));
    expect(await statistics('note')).toEqual({
      ...{ count: size, empty: size - notes.length, distinct: new Set(notes).size },
      ...{ min: null, max: null, sum: null, average: null },
    });
  });

  it('have the first and the last date, as shown to the user', async () => {
    const { data } = await tables.data('orders', {
      columns: [{ name: 'placed_at', meta: { sort: 'ASC' } }],
      meta: { length: 1000 },
    });
    expect(await statistics('placed_at')).toMatchObject({
      ...{ min: data[0]?.placed_at, max: data.at(-1)?.placed_at, sum: null, average: null },
      distinct: new Set(orders.map(({ placed_at }) => Number(placed_at))).size,
    });
    const days = (
      await tables.data('orders', {
        columns: [{ name: 'delivered_on', meta: { sort: 'ASC' } }],
        meta: { length: 1000 },
      })
    ).data.flatMap(({ delivered_on }) => delivered_on ?? []);
    expect(await statistics('delivered_on')).toMatchObject({ min: days[0], max: days.at(-1), sum: null });
  });

  it('are of the rows that match', async () => {
    const some = orders.filter(({ status, number }) => status === 'new' && number.includes('R-0'));
    const payload = { filters: { orders: { status: 'new' } }, meta: { search: 'R-0' } };

    expect(await statistics('total', payload)).toMatchObject({
      count: some.length,
      sum: money(hundredths(some.map(({ total }) => total))),
    });
    expect(await statistics('status', payload)).toMatchObject({ count: some.length, distinct: 1, sum: null });
    expect(await statistics('total', { filters: { orders: { number: 'no such number' } } })).toEqual({
      ...{ count: 0, empty: 0, distinct: 0, min: null, max: null, sum: null, average: null },
    });
  });

  it('are of drawn columns only', async () => {
    for (const name of [
      'password',
      'customers.password',
      'customer_id',
      'orders.total',
      'Total ',
      '',
      '__proto__',
      1,
      {},
    ]) {
      if (name === '') continue;
      database.statements();
      const error = await expectRefused(
        tables.read('orders', { meta: { statistics: name } }),
        'meta.statistics',
      );
      expect(error.fields?.['meta.statistics']?.[0]).toMatch(/did you mean|send one of/);
      expect(database.statements()).toEqual([]);
    }
  });

  it('are not of what a resource or a row function hides', async () => {
    const hiding = tablesOf(
      database.db,
      summariesTable({
        methods: { quantity: () => '*' },
        template: {
          routePrefix: 'orders',
          columns: [
            { label: 'Total', name: 'total', data: 'orders.total', resource: 'masked', meta: ['filterable'] },
            { label: 'Quantity', name: 'quantity', data: 'orders.quantity' },
            { label: 'Paid', name: 'paid', data: 'orders.paid', meta: ['boolean', 'filterable'] },
          ],
        },
        resources: { masked: () => '***' },
      }),
    );

    for (const name of ['total', 'quantity']) {
      await expectRefused(hiding.read('orders', { meta: { statistics: name } }), 'meta.statistics');
    }
    await expectRefused(hiding.read('orders', { meta: { facets: ['orders.total'] } }), 'meta.facets.0');
    await hiding.read('orders', { meta: { facets: ['orders.paid'] } });
  });

  it('count the rows of a distinct query', async () => {
    const distinct = tablesOf(database.db, distinctTable());

    expect((await summariesOf(distinct).statistics('status')).statistics).toMatchObject({
      count: new Set(orders.map(({ status, paid }) => `${status} ${paid}`)).size,
      ...{ empty: 0, distinct: 6 },
    });
  });
});
