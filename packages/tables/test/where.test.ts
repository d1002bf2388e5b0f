import { PassThrough } from 'node:stream';
import { filterOperators } from '@rowhouse/table-protocol/internal';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { createTables, defineTable, type Tables } from '../src/index.ts';
import { expectRefused, idsOf } from './support.ts';

interface Goods {
  goods: {
    id: number;
    name: string | null;
    quantity: number | null;
    price: string | null;
    sold: boolean | number | null;
    made_on: string | null;
    packed_at: string | null;
    secret: string | null;
  };
}
type Item = Goods['goods'];

const template = {
  routePrefix: 'goods',
  lengthMenu: [100],
  columns: [
    { label: 'Name', name: 'name', data: 'goods.name', meta: ['filterable'] },
    { label: 'Quantity', name: 'quantity', data: 'goods.quantity', meta: ['filterable'], number: {} },
    { label: 'Price', name: 'price', data: 'goods.price', meta: ['filterable'], number: { precision: 2 } },
    { label: 'Sold', name: 'sold', data: 'goods.sold', meta: ['filterable', 'boolean'] },
    { label: 'Made', name: 'made_on', data: 'goods.made_on', meta: ['filterable', 'date'] },
    { label: 'Packed', name: 'packed_at', data: 'goods.packed_at', meta: ['filterable', 'datetime'] },
    { label: 'Secret', name: 'secret', data: 'goods.secret' },
  ],
};
const names = ['apple', 'pineapple', '', null, '100%', 'a_b', 'Ω日本', "o'neil"];
const days = ['2026-10-24', '2026-10-25', '2026-10-26', '2026-11-01', null, '2026-09-30', '2026-12-31'];
const goods: Item[] = Array.from({ length: 56 }, (_, index) => ({
  id: index + 1,
  name: names[index % names.length] ?? null,
  quantity: index % 5 === 0 ? null : (index % 9) - 4,
  price: index % 6 === 0 ? null : `${(index % 7) - 3}.${index % 2 === 0 ? '50' : '00'}`,
  sold: index % 3 === 0 ? null : index % 3 === 1,
  made_on: days[index % days.length] ?? null,
  // Around the ends of days in Bucharest, one of which has 25 hours.
  packed_at:
    index % 8 === 0
      ? null
      : ([
          '2026-10-24 20:59:59',
          '2026-10-24 21:00:00',
          '2026-10-25 21:59:59',
          '2026-10-25 22:00:00',
          '2026-10-26 21:59:59',
          '2026-10-26 22:00:00',
        ][index % 6] ?? null),
  secret: 'hidden',
}));

/** The instants at which the days of Bucharest start, in the time of the database. */
const starts: Readonly<Record<string, string>> = {
  '2026-10-24': '2026-10-23 21:00:00',
  '2026-10-25': '2026-10-24 21:00:00',
  '2026-10-26': '2026-10-25 22:00:00',
  '2026-10-27': '2026-10-26 22:00:00',
};

type Value = string | number | boolean | null;
type Holds = (item: Item) => boolean;
interface Sample {
  readonly where: unknown;
  readonly holds: Holds;
}

const read: Readonly<Record<string, (item: Item) => Value>> = {
  name: ({ name }) => name,
  quantity: ({ quantity }) => quantity,
  price: ({ price }) => (price === null ? null : Number(price)),
  sold: ({ sold }) => sold,
};

function sample(
  column: string,
  operator: string,
  value: unknown,
  matches: (cell: NonNullable<Value>) => boolean,
): Sample {
  const negated = ['isNot', 'noneOf', 'doesNotContain'].includes(operator);
  const holds = (item: Item) => {
    const cell = read[column]?.(item) ?? null;

    return (cell !== null && matches(cell)) !== negated;
  };

  return { where: { data: `goods.${column}`, operator, value }, holds };
}

const emptiness = fc.constantFrom('name', 'quantity', 'price', 'sold').chain((column) =>
  fc.constantFrom('isEmpty', 'isNotEmpty').map(
    (operator): Sample => ({
      where: { data: `goods.${column}`, operator },
      holds: (item) =>
        [null, ''].includes((read[column]?.(item) ?? null) as string | null) === (operator === 'isEmpty'),
    }),
  ),
);
const choices = fc
  .record({
    column: fc.constantFrom('name', 'quantity', 'price', 'sold'),
    operator: fc.constantFrom('is', 'isNot', 'anyOf', 'noneOf'),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  })
  .map(({ column, operator, picks }) => {
    const known = goods
      .map((item) => read[column]?.(item) ?? null)
      .filter((cell) => cell !== null && cell !== '');
    const values = picks.map((pick) => known[pick % known.length] ?? 0);
    const list = operator.endsWith('Of') ? values : values.slice(0, 1);

    return sample(column, operator, operator.endsWith('Of') ? list : list[0], (cell) => list.includes(cell));
  });
const texts = fc
  .record({
    operator: fc.constantFrom('contains', 'doesNotContain', 'startsWith', 'endsWith'),
    text: fc.constantFrom('apple', 'pine', '%', '_', '日', "'", 'a'),
  })
  .map(({ operator, text }) => {
    const test = operator === 'startsWith' ? 'startsWith' : operator === 'endsWith' ? 'endsWith' : 'includes';

    return sample('name', operator, text, (cell) => String(cell)[test](text));
  });
const comparisons: Readonly<Record<string, (cell: number, bound: number) => boolean>> = {
  lessThan: (cell, bound) => cell < bound,
  atMost: (cell, bound) => cell <= bound,
  moreThan: (cell, bound) => cell > bound,
  atLeast: (cell, bound) => cell >= bound,
  between: (cell, bound) => cell >= bound && cell <= bound + 2,
};
const numbers = fc
  .record({
    column: fc.constantFrom('quantity', 'price'),
    operator: fc.constantFrom(...Object.keys(comparisons)),
    bound: fc.constantFrom(-3, -1.5, 0, 0.5, 1, 2),
  })
  .map(({ column, operator, bound }) =>
    sample(
      column,
      operator,
      operator === 'between' ? { min: bound, max: bound + 2 } : bound,
      (cell) => comparisons[operator]?.(Number(cell), bound) === true,
    ),
  );
/** Relative to 25 October 2026 in Bucharest. */
const ranges: Readonly<Record<string, readonly [string, string]>> = {
  today: ['2026-10-25', '2026-10-25'],
  'next 2 days': ['2026-10-25', '2026-10-26'],
  yesterday: ['2026-10-24', '2026-10-24'],
  '2026-10-26': ['2026-10-26', '2026-10-26'],
};
const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const dates = fc
  .record({
    column: fc.constantFrom('made_on' as const, 'packed_at' as const),
    operator: fc.constantFrom('is', 'isNot', 'before', 'onOrBefore', 'after', 'onOrAfter'),
    text: fc.constantFrom(...Object.keys(ranges)),
  })
  .map(({ column, operator, text }): Sample => {
    const [first, last] = ranges[text] ?? ['', ''];
    const start = column === 'made_on' ? first : (starts[first] ?? '');
    const end = column === 'made_on' ? nextDay(last) : (starts[nextDay(last)] ?? '');
    const within: Readonly<Record<string, (cell: string) => boolean>> = {
      is: (cell) => cell >= start && cell < end,
      before: (cell) => cell < start,
      onOrBefore: (cell) => cell < end,
      after: (cell) => cell >= end,
      onOrAfter: (cell) => cell >= start,
    };
    const holds = (item: Item) => {
      const cell = item[column];
      const isIn = cell !== null && within[operator === 'isNot' ? 'is' : operator]?.(cell) === true;

      return isIn !== (operator === 'isNot');
    };

    return { where: { data: `goods.${column}`, operator, value: text }, holds };
  });

const leaf = fc.oneof(emptiness, choices, texts, numbers, dates);
const grouped = (nodes: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> =>
  fc.oneof(
    nodes,
    nodes.map(({ where, holds }) => ({ where: { not: where }, holds: (item: Item) => !holds(item) })),
    fc
      .tuple(fc.constantFrom('all', 'any'), fc.array(nodes, { minLength: 1, maxLength: 3 }))
      .map(([kind, list]) => ({
        where: { [kind]: list.map(({ where }) => where) },
        holds: (item: Item) =>
          kind === 'all' ? list.every(({ holds }) => holds(item)) : list.some(({ holds }) => holds(item)),
      })),
  );
const trees = grouped(grouped(grouped(leaf)));

describe.each(dialects)('filter groups on %s', (dialect) => {
  let database: TestDatabase<Goods>;
  let tables: Tables;
  let now = new Date('2026-10-25T12:00:00Z');

  beforeAll(async () => {
    database = await createTestDatabase<Goods>(dialect);
    await database.db.schema
      .createTable('goods')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'varchar(50)')
      .addColumn('quantity', 'integer')
      .addColumn('price', 'decimal(10, 2)')
      .addColumn('sold', 'boolean')
      .addColumn('made_on', 'date')
      .addColumn('packed_at', dialect === 'mysql' ? 'datetime' : 'timestamp')
      .addColumn('secret', 'varchar(50)')
      .execute();
    const flag = (value: Item['sold']) => (value === null || dialect === 'postgres' ? value : Number(value));
    await database.db
      .insertInto('goods')
      .values(goods.map((item) => ({ ...item, sold: flag(item.sold) })))
      .execute();
    tables = createTables({
      db: database.db,
      now: () => now,
      definitions: [
        defineTable({
          template,
          query: (db: Kysely<Goods>) =>
            db.selectFrom('goods').selectAll('goods').select('goods.id as dtRowId'),
        }),
      ],
    });
  });

  afterAll(() => database.destroy());

  const found = async (where: unknown, more: object = {}) => {
    const response = await tables.data('goods', { meta: { length: 100 }, where, ...more }, null, {
      timeZone: 'Europe/Bucharest',
    });
    expect(response.filtered).toBe(response.data.length);
    expect(response.filters).toBe(true);

    return idsOf(response).sort((a, b) => Number(a) - Number(b));
  };

  it('match the rows that the same conditions match in JavaScript', async () => {
    await fc.assert(
      fc.asyncProperty(trees, async ({ where, holds }) => {
        expect(await found(where)).toEqual(goods.filter(holds).map(({ id }) => id));
      }),
      { numRuns: 60 },
    );
  });

  it('have to match in addition to all other filters', async () => {
    const where = { any: [{ data: 'goods.sold', operator: 'is', value: true }] };
    const ids = await found(where, { intervals: { goods: { quantity: { min: 1 } } } });

    expect(ids).toEqual(
      goods
        .filter(({ sold, quantity }) => sold === true && quantity !== null && quantity >= 1)
        .map(({ id }) => id),
    );
  });

  it('use the time of each request, although pages are cached compiled', async () => {
    const where = { data: 'goods.made_on', operator: 'is', value: 'today' };
    const madeOn = (day: string) => goods.filter(({ made_on }) => made_on === day).map(({ id }) => id);

    now = new Date('2026-10-25T21:59:59Z');
    expect(await found(where)).toEqual(madeOn('2026-10-25'));
    now = new Date('2026-10-25T22:00:00Z');
    expect(await found(where)).toEqual(madeOn('2026-10-26'));
    now = new Date('2026-10-25T12:00:00Z');
    expect(await found(where)).toEqual(madeOn('2026-10-25'));
  });

  it('use the time of the request in exports that run later', async () => {
    const where = { data: 'goods.made_on', operator: 'is', value: 'today' };
    const exported = async (moment?: Date) => {
      const output = new PassThrough().resume();
      const run = {
        output,
        format: 'csv',
        timeZone: 'Europe/Bucharest',
        ...(moment && { now: moment }),
      } as const;

      return (await tables.exportRows('goods', { where }, null, run)).rows;
    };

    expect(await exported(new Date('2026-10-31T23:00:00Z'))).toBe(
      goods.filter(({ made_on }) => made_on === '2026-11-01').length,
    );
    expect(await exported()).toBe(goods.filter(({ made_on }) => made_on === '2026-10-25').length);
    expect(await exported(new Date('2020-01-01T00:00:00Z'))).toBe(0);
  });

  it('refer to declared columns only', async () => {
    for (const data of ['goods.secret', 'secret', 'goods.id', '__proto__', 'goods.name) or (1=1']) {
      for (const operator of ['isEmpty', ...filterOperators.string]) {
        const where = { any: [{ data, operator, value: 'hidden' }] };
        await expectRefused(tables.data('goods', { where }), 'where.any.0.data');
      }
    }
  });
});
