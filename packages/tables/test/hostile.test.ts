import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, TableError, type Tables } from '../src/index.ts';
import { createShop, fillShop, ordersTable, type Shop } from './shop.ts';
import {
  countBySql,
  databaseWords,
  expectRefused,
  type LoggedDatabase,
  loggedDatabase,
  tablesOf,
} from './support.ts';

const size = 80;

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    "' or 1=1 --",
    '"; drop table orders; --',
    '%',
    '\\',
    '\0',
    '\ud800',
    'a\udfff',
    '\u202e',
    '#{7*7}',
    '$1',
    '?',
    ':a',
    'NaN',
    'null',
    '__proto__',
    '9'.repeat(40),
    '-0',
    '1e999',
    '0x10',
    '2026-02-30',
    '2026-06-01',
    '9999-12-31T23:59:59+14:00',
    '0001-01-01',
  ),
  fc.integer(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
  fc.bigInt().map(String),
);
const value = fc.oneof(
  { weight: 4, arbitrary: nasty },
  fc.array(nasty, { maxLength: 4 }),
  fc.record({ min: nasty, max: nasty }, { requiredKeys: [] }),
  fc.dictionary(fc.string({ maxLength: 5 }), nasty, { maxKeys: 2 }),
);
const column = fc.constantFrom(
  'number',
  'status',
  'total',
  'paid',
  'placed_at',
  'delivered_on',
  'customer_id',
  'note',
  'password',
);
const byColumn = fc.dictionary(
  fc.constantFrom('orders', 'customers', '__proto__'),
  fc.dictionary(column, value),
);
const internalFilter = fc.record(
  {
    label: nasty,
    data: fc.oneof(
      column.map((name) => `orders.${name}`),
      nasty,
    ),
    type: fc.constantFrom('string', 'boolean', 'enum', 'number', 'date', 'select', null),
    value,
    mode: fc.oneof(fc.constantFrom('full', 'interval', 'startsWith', 'doesntContain', null), nasty),
  },
  { requiredKeys: ['data', 'value'] },
);
const sorted = fc.record(
  {
    name: fc.oneof(fc.constantFrom('number', 'customer', 'total', 'cents', 'quantity', 'note'), nasty),
    meta: fc.record(
      { sort: fc.constantFrom('ASC', 'DESC', null, 'x'), visible: nasty },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['name'] },
);
const meta = fc.record(
  {
    start: fc.oneof(fc.nat(200), fc.constantFrom(999, 1000, 2 ** 31 - 1), nasty),
    length: fc.oneof(fc.integer({ min: 1, max: 1000 }), nasty),
    search: nasty,
    searchMode: fc.constantFrom('full', 'startsWith', 'endsWith', 'exactMatch', 'doesntContain', 'x'),
    forceInfo: nasty,
    sort: nasty,
  },
  { requiredKeys: [] },
);
const payload = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        meta,
        columns: fc.array(sorted, { maxLength: 3 }),
        filters: byColumn,
        intervals: byColumn,
        internalFilters: fc.array(internalFilter, { maxLength: 3 }),
        params: fc.object({ maxDepth: 2 }),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.anything() },
);
/** One well-formed filter of one column, which reaches the database more often. */
const single = fc
  .tuple(column, fc.constantFrom('filters', 'intervals'), nasty)
  .map(([name, member, wanted]) => ({
    [member]: { orders: { [name]: member === 'filters' ? wanted : { min: wanted } } },
  }));

describe.each(dialects)('hostile requests on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, size);
    tables = tablesOf(database.db, ordersTable());
  });

  afterAll(() => database.destroy());

  const isAnsweredOrRefused = async (asked: unknown) => {
    try {
      const { data, count, filtered } = await tables.data('orders', asked);

      expect(count).toBe(size);
      expect(filtered).toBeGreaterThanOrEqual(0);
      expect(filtered).toBeLessThanOrEqual(size);
      expect(data.length).toBeLessThanOrEqual(filtered);
      expect(JSON.stringify(data)).not.toContain('secret-');
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      expect([400, 422]).toContain(error.status);
      expect(databaseWords(error)).toEqual([]);
    }
  };

  it('are accepted, or refused with 400 or 422, with any content', async () => {
    await fc.assert(fc.asyncProperty(payload, isAnsweredOrRefused), { numRuns: 400 });
    expect(await countBySql(database.db, 'orders')).toBe(size);
  });

  it('are accepted or refused, for any value of any filter', async () => {
    await fc.assert(fc.asyncProperty(single, isAnsweredOrRefused), { numRuns: 300 });
  });

  it('are refused by the field where a text is too long or not storable', async () => {
    const search = (text: string) => tables.data('orders', { meta: { search: text } });
    const filter = (text: string) => tables.data('orders', { filters: { orders: { number: text } } });

    for (const text of [
      'x'.repeat(10_000),
      'a\0b',
      '\ud800',
      'x\udc00y',
      'w '.repeat(21).replace(/w/g, () => Math.random().toString(36)),
    ]) {
      await expectRefused(search(text), 'meta.search');
    }
    for (const text of ['x'.repeat(10_000), 'a\0b', '\ud800', 'x\udc00y']) {
      await expectRefused(filter(text), 'filters.orders.number');
    }
    expect((await search('x'.repeat(200))).filtered).toBe(0);
    expect((await search(`${'%_\\!'.repeat(50)}`)).filtered).toBe(0);
    expect((await search('🚚日\u{10ffff}')).filtered).toBe(0);
  });

  it('are refused where they are no object', async () => {
    for (const body of [[], 'text', 5, true, [{}]]) {
      await expect(tables.data('orders', body)).rejects.toMatchObject({
        status: 400,
        code: 'tables.malformed_request',
      });
    }
    expect((await tables.data('orders', null)).count).toBe(size);
  });

  it('find nothing, or are refused, if the column cannot contain the characters', async () => {
    const latin = dialect === 'mysql' ? sql`varchar(20) character set latin1` : sql`varchar(20)`;
    await sql`create table old (id integer primary key, name ${latin})`.execute(database.db);
    await sql`insert into old values (1, 'é'), (2, 'plain')`.execute(database.db);
    const old = tablesOf(
      database.db,
      defineTable({
        template: {
          routePrefix: 'old',
          columns: [{ label: 'Name', name: 'name', data: 'old.name', meta: ['searchable', 'filterable'] }],
        },
        query: (db: Kysely<{ old: { id: number; name: string } }>) =>
          db.selectFrom('old').select(['id as dtRowId', 'name']),
      }),
    );

    expect((await old.data('old', { meta: { search: 'é' } })).filtered).toBe(1);
    for (const text of ['Ω', '🚚', '日本']) {
      for (const asked of [{ meta: { search: text } }, { filters: { old: { name: text } } }]) {
        const filtered = await old.data('old', asked).then(
          (response) => response.filtered,
          (error: unknown) => {
            expect(error).toMatchObject({ status: 422, code: 'tables.invalid_request' });
            return 0;
          },
        );
        expect(filtered).toBe(0);
      }
    }
  });

  it('leave the database usable when many of them arrive at the same time', async () => {
    const refused = { filters: { orders: { customer_id: '99999999999999999999' } } };
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        tables.data('orders', { ...refused, meta: { start: index % 2 === 0 ? 0 : 1500 } }),
      ),
    );
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db);

    expect(rows).toEqual([{ one: 1 }]);
    expect((await tables.data('orders', {})).data).toHaveLength(10);
  });
});
