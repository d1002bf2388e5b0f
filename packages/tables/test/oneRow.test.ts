import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, type Tables } from '../src/index.ts';
import { createShop, fillShop, ordersTable, ordersTemplate, type Shop } from './shop.ts';
import { expectRefused, idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 300;

/** One row for each status: its identifier is made of several rows. */
const statuses = defineTable({
  template: {
    routePrefix: 'statuses',
    name: 'Statuses',
    comparisonOperator: 'LIKE',
    appends: ['orders'],
    columns: [{ label: 'Orders', name: 'orders', meta: [] }],
  },
  query: (db: Kysely<Shop>) =>
    db
      .selectFrom('orders')
      .select(['orders.status', sql`min(orders.id)`.as('dtRowId'), sql`count(*)`.as('orders')])
      .groupBy('orders.status'),
});

/** The identifier is no column. */
const computed = defineTable({
  template: {
    ...ordersTemplate,
    routePrefix: 'computed',
    columns: ordersTemplate.columns.slice(0, 1),
    filters: [],
  },
  query: (db: Kysely<Shop>) =>
    db.selectFrom('orders').select([sql`orders.id + 1000`.as('dtRowId'), 'orders.number']),
});

describe.each(dialects)('one row on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, size);
    tables = tablesOf(database.db, [ordersTable(), statuses, computed]);
  });

  afterAll(() => database.destroy());

  const order = { columns: [{ name: 'quantity', meta: { sort: 'DESC' } }] };

  it('is the row as its page has it, with its position in the result', async () => {
    const page = await tables.data('orders', { ...order, meta: { length: 1000 } });

    for (const position of [0, 1, 123, size - 1]) {
      const row = page.data[position];
      const one = await tables.data('orders', {
        ...order,
        meta: { row: row?.dtRowId, length: 10, start: 50 },
      });

      expect(one.data).toEqual([row]);
      expect(one.position).toBe(position);
      expect(one.count).toBe(size);
    }
  });

  it('has the position within search and filters', async () => {
    const filtered = { ...order, filters: { orders: { status: 'paid' } } };
    const page = await tables.data('orders', { ...filtered, meta: { length: 1000, search: 'plain' } });
    const ids = idsOf(page);
    expect(ids.length).toBeGreaterThan(3);

    for (const [position, row] of ids.entries()) {
      const one = await tables.data('orders', { ...filtered, meta: { row: String(row), search: 'plain' } });

      expect([one.position, one.filtered]).toEqual([position, ids.length]);
    }
  });

  it('is found outside of the result, where it has no position', async () => {
    const one = await tables.data('orders', { meta: { row: 5, search: 'nothing has these words' } });

    expect(idsOf(one)).toEqual([5]);
    expect(one).toMatchObject({ position: null, filtered: 0, filters: true });
  });

  it('has no position above the limit, unless requested', async () => {
    const limited = tablesOf(database.db, ordersTable(), { fullInfoRecordLimit: 10 });

    expect((await limited.data('orders', { meta: { row: 7 } })).position).toBeNull();
    expect((await limited.data('orders', { meta: { row: 7, forceInfo: true } })).position).toBe(6);
  });

  it.each([String(size + 1), '0', '-3', '7a', ' 7', '7.0', '07', 'a', '1e1', "7' or 1=1", '9'.repeat(40)])(
    'is not found for %j',
    async (row) => {
      expect(await tables.data('orders', { meta: { row } })).toMatchObject({ data: [], position: null });
    },
  );

  it('is found by an identifier that is computed, or made of several rows', async () => {
    expect(await tables.data('computed', { meta: { row: '1007' } })).toMatchObject({
      data: [{ number: 'R-00259' }],
      position: 6,
    });
    const [first] = (await tables.data('statuses', {})).data;
    const one = await tables.data('statuses', { meta: { row: first?.dtRowId } });

    expect(one.data).toEqual([first]);
    // The place of a row among groups is not counted.
    expect(one.position).toBeNull();
  });

  it('is refused where it is no identifier, and to exports and actions', async () => {
    await expectRefused(tables.data('orders', { meta: { row: { id: 1 } } }), 'meta.row');
    await expectRefused(tables.data('orders', { meta: { row: 'a\0' } }), 'meta.row');
    await expectRefused(tables.data('orders', { meta: { row: 'x'.repeat(1001) } }), 'meta.row');
    await expectRefused(tables.request('orders', { meta: { row: 1 } }), 'meta.row');
  });
});
