import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { installRowCounts, type Tables, type TemplateJson } from '../src/index.ts';
import { orderedBySql, sortedBy } from './orderedBySql.ts';
import { createShop, fillShop, ordersTable, ordersTemplate, type Shop, statuses } from './shop.ts';
import { countBySql, idsBySql, idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 2600;

const sortable = [
  { name: 'number', column: 'orders.number' },
  { name: 'customer', column: 'customers.name' },
  { name: 'status', column: 'orders.status' },
  { name: 'total', column: 'orders.total' },
  { name: 'cents', column: 'orders.cents' },
  { name: 'quantity', column: 'orders.quantity', nullLast: true },
  { name: 'placed_at', column: 'orders.placed_at' },
  { name: 'delivered_on', column: 'orders.delivered_on', nullLast: true },
];

const sort = fc
  .uniqueArray(
    fc.record({
      by: fc.constantFrom(...sortable),
      direction: fc.constantFrom('ASC' as const, 'DESC' as const),
    }),
    { maxLength: 3, selector: ({ by }) => by.name },
  )
  .map((terms) => ({
    columns: sortedBy(...terms.map(({ by, direction }): [string, 'ASC' | 'DESC'] => [by.name, direction])),
    terms: terms.map(({ by, direction }) => ({ ...by, direction })),
  }));

/** A filter as clients send it, and the same as a condition of SQL. */
const filter = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ payload: {}, where: '1 = 1' }) },
  fc.subarray([...statuses], { minLength: 1 }).map((keys) => ({
    payload: { filters: { orders: { status: keys } } },
    where: `orders.status in (${keys.map((key) => `'${key}'`).join(', ')})`,
  })),
  fc.integer({ min: 0, max: 90_000 }).map((min) => ({
    payload: { intervals: { orders: { total: { min } } } },
    where: `orders.total >= ${min}`,
  })),
  fc.constant({
    payload: { filters: { orders: { paid: true } } },
    where: `orders.paid = true`,
  }),
);

const start = fc.oneof(
  fc.integer({ min: 0, max: 150 }),
  fc.integer({ min: 990, max: size + 100 }),
  fc.constantFrom(0, 99, 100, 999, 1000, 1001, size - 1, size, size + 1, 2 ** 31 - 1),
);
const length = fc.oneof(fc.constantFrom(1, 10, 1000), fc.integer({ min: 1, max: 1000 }));

const template = (more: Partial<TemplateJson>): TemplateJson => ({ ...ordersTemplate, ...more });

/** Ways in which a table knows how many rows it has, each of which reaches deep pages in its own way. */
const variants = {
  counted: { definition: () => ordersTable(), config: {}, exact: true },
  'counted, above the limit': {
    definition: () => ordersTable(),
    config: { fullInfoRecordLimit: 10 },
    exact: true,
  },
  'kept by triggers': {
    definition: () =>
      ordersTable(template({ routePrefix: 'kept', cache: true }), { count: { sources: ['orders'] } }),
    config: {},
    exact: true,
  },
  'kept by triggers for the whole table': {
    definition: () =>
      ordersTable(template({ routePrefix: 'whole', cache: true }), {
        count: { sources: ['orders'], wholeTable: true },
      }),
    config: {},
    exact: true,
  },
  'kept for an hour': {
    definition: () => ordersTable(template({ routePrefix: 'hourly', cache: true })),
    config: {},
    exact: false,
  },
} as const;

describe.each(dialects)('pages on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, size);
    await installRowCounts(database.db, ['orders']);
  });

  afterAll(() => database.destroy());

  describe.each(Object.keys(variants) as (keyof typeof variants)[])('a table %s', (name) => {
    const { definition, config, exact } = variants[name];
    let tables: Tables;
    let id: string;

    beforeAll(async () => {
      tables = tablesOf(database.db, definition(), config);
      id = tables.all()[0]?.id ?? '';
      // What is kept from here on has to follow what is created and deleted below.
      await tables.data(id, {});
    });

    it('equal the same slice of the whole ordered list, for any request and any change in between', async () => {
      await fc.assert(
        fc.asyncProperty(
          sort,
          filter,
          start,
          length,
          fc.boolean(),
          fc.nat({ max: 3 }),
          async ({ columns, terms }, { payload, where }, from, rows, forceInfo, change) => {
            await changeRows(database.db, change);
            const all = await idsBySql(database.db, orderedBySql(dialect, terms, where));
            const count = await countBySql(database.db, 'orders');

            const response = await tables.data(id, {
              ...payload,
              columns,
              meta: { start: from, length: rows, forceInfo },
            });

            expect(idsOf(response)).toEqual(all.slice(from, from + rows));
            if (exact) expect(response.count).toBe(count);
            if (response.filters && response.fullRecordInfo) expect(response.filtered).toBe(all.length);
            expect(response.fullRecordInfo).toBe(forceInfo || !('fullInfoRecordLimit' in config));
          },
        ),
        { numRuns: 30 },
      );
    });

    it('return every row exactly once, from either end', async () => {
      const all = await idsBySql(
        database.db,
        orderedBySql(dialect, [{ column: 'orders.status', direction: 'DESC' }]),
      );
      const seen: number[] = [];

      for (let from = 0; from < all.length; from += 170) {
        const columns = sortedBy(['status', 'DESC']);
        seen.push(...idsOf(await tables.data(id, { columns, meta: { start: from, length: 170 } })));
      }

      expect(seen).toEqual(all);
    });
  });
});

/** Creates or deletes a few rows, or leaves them, behind the tables' back. */
async function changeRows(db: Kysely<Shop>, change: number): Promise<void> {
  if (change === 1) {
    const { rows } = await sql<{ id: number | string }>`select max(id) as id from orders`.execute(db);
    const next = Number(rows[0]?.id) + 1;
    await sql`
      insert into orders (id, number, customer_id, status, total, cents, placed_at)
      select ${sql.lit(next)} + id, number, customer_id, status, total, cents, placed_at
      from orders where id in (7, 8, 9, 2001, 2002)`.execute(db);
  }
  if (change === 2) {
    await sql`delete from orders where id > ${sql.lit(size)} and id % 2 = 0`.execute(db);
  }
}
