import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, type Tables } from '../src/index.ts';
import { expectRefused, idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

interface Stock {
  items: {
    id: number;
    name: string | null;
    quantity: number | null;
    price: string | null;
    huge: string;
    ratio: number;
    sold: boolean | number | null;
    state: string;
    owner_id: number | null;
  };
}

const template = {
  routePrefix: 'items',
  lengthMenu: [100],
  columns: [
    { label: 'Name', name: 'name', data: 'items.name', meta: ['filterable'] },
    { label: 'Quantity', name: 'quantity', data: 'items.quantity', meta: ['filterable'], number: {} },
    { label: 'Price', name: 'price', data: 'items.price', meta: ['filterable'], number: { precision: 2 } },
    { label: 'Huge', name: 'huge', data: 'items.huge', meta: ['filterable'], number: { precision: 2 } },
    { label: 'Ratio', name: 'ratio', data: 'items.ratio', meta: ['filterable'], number: { precision: 3 } },
    { label: 'Sold', name: 'sold', data: 'items.sold', meta: ['filterable', 'boolean'] },
    { label: 'State', name: 'state', data: 'items.state', meta: ['filterable'], enum: 'states' },
  ],
  filters: [{ label: 'Owner', data: 'items.owner_id', type: 'select', route: 'owners.options' }],
};

describe.each(dialects)('filters on %s', (dialect) => {
  let database: LoggedDatabase<Stock>;
  let tables: Tables;
  let items: Stock['items'][];

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await database.db.schema
      .createTable('items')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'varchar(50)')
      .addColumn('quantity', 'integer')
      .addColumn('price', 'decimal(14, 2)')
      .addColumn('huge', 'decimal(30, 2)', (column) => column.notNull())
      .addColumn('ratio', 'double precision', (column) => column.notNull())
      .addColumn('sold', 'boolean')
      .addColumn('state', 'varchar(10)', (column) => column.notNull())
      .addColumn('owner_id', 'integer')
      .execute();
    const names = ['Ada', 'ada%', "O'Neil", 'b_c', null, 'Ω'];
    items = Array.from({ length: 60 }, (_, index) => ({
      id: index + 1,
      name: names[index % names.length] as string | null,
      quantity: index % 7 === 0 ? null : index - 30,
      price: index % 9 === 0 ? null : `${index - 20}.${index % 2 === 0 ? '10' : '75'}`,
      huge: hugeAt(index),
      ratio: (index - 30) / 8,
      sold: index % 4 === 0 ? null : index % 4 === 1,
      state: ['1', '2', 'open'][index % 3] as string,
      owner_id: index % 5 === 0 ? null : index % 5,
    }));
    const flag = (value: Stock['items']['sold']) =>
      value === null || dialect === 'postgres' ? value : Number(value);
    await database.db
      .insertInto('items')
      .values(items.map((item) => ({ ...item, sold: flag(item.sold) })))
      .execute();
    tables = tablesOf(
      database.db,
      defineTable({
        template,
        enums: { states: { 1: 'One', 2: 'Two', open: 'Open' } },
        query: (db: Kysely<Stock>) => db.selectFrom('items').selectAll('items').select('items.id as dtRowId'),
      }),
    );
  });

  afterAll(() => database.destroy());

  // SQLite keeps decimals as doubles, so its stay below 2^53 hundredths; those of the others are far beyond.
  const hugeAt = (index: number) =>
    `${dialect === 'sqlite' ? '9007199254' : '90071992547409'}${900 + index}.${index % 2 === 0 ? '25' : '75'}`;
  const idsWhere = (holds: (item: Stock['items']) => boolean) => items.filter(holds).map(({ id }) => id);
  const found = async (payload: Record<string, unknown>) => {
    const response = await tables.data('items', { meta: { length: 100 }, ...payload });
    expect(response.filtered).toBe(response.data.length);
    expect(response.count).toBe(items.length);

    return idsOf(response);
  };
  const filter = (column: string, value: unknown) => found({ filters: { items: { [column]: value } } });
  const interval = (column: string, min?: unknown, max?: unknown) =>
    found({ intervals: { items: { [column]: { min, max } } } });
  const internal = (data: string, type: string, value: unknown, mode: string | null = null) =>
    found({ internalFilters: [{ label: 'F', data: `items.${data}`, type, value, mode }] });

  it('accept a value, or a list of which one has to match', async () => {
    expect(await filter('name', 'ada%')).toEqual(idsWhere(({ name }) => name === 'ada%'));
    expect(await filter('name', ["O'Neil", 'b_c'])).toEqual(
      idsWhere(({ name }) => name === "O'Neil" || name === 'b_c'),
    );
    expect(await filter('quantity', -3)).toEqual([28]);
    expect(await filter('quantity', ['-3', 4, 1000])).toEqual([28, 35]);
    expect(await filter('quantity', '4.00')).toEqual([35]);
    expect(await filter('price', '5.75')).toEqual(idsWhere(({ price }) => price === '5.75'));
    expect(await filter('ratio', '-0.125')).toEqual([30]);
    expect(await filter('name', 'nobody')).toEqual([]);
  });

  it('are nothing when they are empty', async () => {
    for (const nothing of [null, '', [], undefined]) {
      expect(await filter('name', nothing)).toHaveLength(items.length);
      expect(await interval('quantity', nothing, nothing)).toHaveLength(items.length);
    }
    expect(await found({ filters: null, intervals: {}, internalFilters: [] })).toHaveLength(items.length);
  });

  it('are combined with and', async () => {
    expect(
      await found({
        filters: { items: { state: ['1', 'open'], sold: false } },
        intervals: { items: { quantity: { min: -10 } } },
      }),
    ).toEqual(
      idsWhere(
        ({ state, sold, quantity }) =>
          state !== '2' && sold === false && quantity !== null && quantity >= -10,
      ),
    );
  });

  it('distinguish false from null', async () => {
    for (const [value, wanted] of [
      [true, true],
      ['1', true],
      ['true', true],
      [false, false],
      [0, false],
    ] as const) {
      expect(await filter('sold', value)).toEqual(idsWhere(({ sold }) => sold === wanted));
    }
    expect(await filter('sold', [true, false])).toEqual(idsWhere(({ sold }) => sold !== null));
  });

  it('accept enum keys, as text or as numbers, and no others', async () => {
    expect(await filter('state', 1)).toEqual(idsWhere(({ state }) => state === '1'));
    expect(await filter('state', ['2', 'open'])).toEqual(idsWhere(({ state }) => state !== '1'));
    await expectRefused(filter('state', 'Open'), 'filters.items.state');
    await expectRefused(filter('state', ['1', 'toString']), 'filters.items.state');
  });

  describe('as intervals', () => {
    it('are closed at their ends, and open where an end is missing', async () => {
      const between = (min: number, max: number) =>
        idsWhere(({ quantity }) => quantity !== null && quantity >= min && quantity <= max);

      expect(await interval('quantity', -5, 5)).toEqual(between(-5, 5));
      expect(await interval('quantity', 20)).toEqual(between(20, 100));
      expect(await interval('quantity', null, '-25')).toEqual(between(-100, -25));
      expect(await interval('quantity', 3, 3)).toEqual(between(3, 3));
    });

    it('compare decimals with whole-number columns exactly', async () => {
      for (const [min, max] of [
        ['-4.5', '4.5'],
        ['-4.0', '4.000'],
        ['0.1', '0.9'],
        ['-0.9', '-0.1'],
        ['-1.5', '-0.5'],
        ['2.999999999999999999', '3.000000000000000001'],
      ] as const) {
        expect(await interval('quantity', min, max), `${min} to ${max}`).toEqual(
          idsWhere(
            ({ quantity }) =>
              quantity !== null && quantity >= Math.ceil(Number(min)) && quantity <= Math.floor(Number(max)),
          ).filter((id) => min[0] !== '2' || id === 34),
        );
      }
    });

    it('compare decimal columns exactly, negative ones too', async () => {
      expect(await interval('price', '-7.26', '-7.24')).toEqual([]);
      expect(await interval('price', '-7.25', '3.75')).toEqual(
        idsWhere(({ price }) => price !== null && Number(price) >= -7.25 && Number(price) <= 3.75),
      );
      expect(await interval('price', '5.751', '6.099999')).toEqual([]);
    });

    it('distinguish adjacent numbers beyond 2^53', async () => {
      expect(await interval('huge', hugeAt(10), hugeAt(12))).toEqual([11, 12, 13]);
      expect(await filter('huge', hugeAt(20))).toEqual([21]);
      expect(
        await interval('huge', hugeAt(10).replace('.25', '.26'), hugeAt(11).replace('.75', '.74')),
      ).toEqual([]);
    });

    it('compare floating point columns', async () => {
      expect(await interval('ratio', '-0.25', '0.375')).toEqual(
        idsWhere(({ ratio }) => ratio >= -0.25 && ratio <= 0.375),
      );
    });

    it('are refused if their ends are reversed, or for other types than numbers and dates', async () => {
      await expectRefused(interval('quantity', 5, 4.9), 'intervals.items.quantity');
      await expectRefused(interval('name', 'a', 'b'), 'intervals.items.name');
      await expectRefused(interval('state', 1, 2), 'intervals.items.state');
    });
  });

  describe('filter groups', () => {
    it('match texts in every mode', async () => {
      const same = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase();

      expect(await internal('name', 'string', 'a%')).toEqual(idsWhere(({ name }) => name === 'ada%'));
      expect(await internal('name', 'string', "o'n", 'startsWith')).toEqual(
        idsWhere(({ name }) => name === "O'Neil" && !database.capabilities.likeHeedsCase),
      );
      expect(await internal('name', 'string', '_c', 'endsWith')).toEqual(
        idsWhere(({ name }) => name === 'b_c'),
      );
      expect(await internal('name', 'string', 'Ada', 'exactMatch')).toEqual(
        idsWhere(({ name }) => (database.capabilities.likeHeedsCase ? name === 'Ada' : same(name, 'Ada'))),
      );
      expect(await internal('name', 'string', '%', 'doesntContain')).toEqual(
        idsWhere(({ name }) => name !== 'ada%'),
      );
    });

    it('are equal to filters and intervals for the other types', async () => {
      expect(await internal('quantity', 'number', 4)).toEqual([35]);
      expect(await internal('quantity', 'number', 4, 'value')).toEqual([35]);
      expect(await internal('quantity', 'number', { min: 4, max: 5 }, 'interval')).toEqual(
        await interval('quantity', 4, 5),
      );
      expect(await internal('sold', 'boolean', true)).toEqual(await filter('sold', true));
      expect(await internal('state', 'enum', [2])).toEqual(await filter('state', '2'));
      expect(await internal('owner_id', 'select', [1, '3'])).toEqual(
        idsWhere(({ owner_id }) => owner_id === 1 || owner_id === 3),
      );
    });

    it('are refused with another type than the column has', async () => {
      await expectRefused(internal('quantity', 'string', '4'), 'internalFilters.0.type');
      await expectRefused(internal('sold', 'boolean', true, 'full'), 'internalFilters.0.mode');
    });
  });

  describe('values that cannot be compared with their column', () => {
    it('refuse a text for a number on every database, and never read it as zero', async () => {
      for (const value of ['abc', '1abc', ' ', '0x1', '1; drop table items', 'NaN', '1e3', ['1', 'two']]) {
        await expectRefused(filter('owner_id', value), 'filters.items.owner_id');
        await expectRefused(internal('owner_id', 'select', value), 'filters.items.owner_id');
      }
    });

    it('are refused under the member that has them', async () => {
      const where = { any: [{ data: 'items.owner_id', operator: 'is', value: 'abc' }] };
      const { fields } = await expectRefused(tables.data('items', { where }), 'where');

      expect(fields?.where?.[0]).toContain('"items.owner_id" is numeric');
    });

    it('find nothing, or respond 422, for numbers out of range', async () => {
      for (const value of ['99999999999999999999999', '-99999999999', '4.5']) {
        const ids = await filter('quantity', value).catch((error: unknown) => {
          expect(error).toMatchObject({ status: 422, code: 'tables.invalid_request' });
          return [];
        });

        expect(ids).toEqual([]);
      }
    });

    it('leave the database usable', async () => {
      await Promise.all(Array.from({ length: 20 }, () => filter('owner_id', 'abc').catch(() => undefined)));

      expect(await filter('owner_id', 1)).toEqual(idsWhere(({ owner_id }) => owner_id === 1));
    });
  });

  it('read numbers as text, so that none is rounded', async () => {
    await expectRefused(filter('quantity', 2 ** 60), 'filters.items.quantity');
    await expectRefused(filter('quantity', '1e1001'), 'filters.items.quantity');
    expect(await filter('quantity', '4e0')).toEqual(await filter('quantity', '4'));
    await expectRefused(filter('quantity', 'five'), 'filters.items.quantity');
    await expectRefused(filter('quantity', { min: 1 }), 'filters.items.quantity');
  });
});
