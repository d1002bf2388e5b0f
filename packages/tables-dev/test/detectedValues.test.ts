import type { DataResponse, GroupsResponse } from '@rowhouse/table-protocol';
import { createTables, defineTable } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { type Detected, detect } from './detected.ts';
import { routes } from './foundTables.ts';

const pi = '3.14159265358979323846264338327950288419';
const long = '3.14159265358979323846264338327950288419716939937510';

const statements = {
  postgres: [
    "create type blood as enum ('A+', 'A-', 'in_stock')",
    'create domain d_blood as blood',
    'create domain d_count as integer check (value > 0)',
    'create domain d_day as date',
    "create table samples (id integer primary key, blood blood, rated text check (rated in ('PG-13', 'G')), sign text check (sign in ('x-1', 'x+1')), state text check (state in ('new', 'in_stock', 'on-hold')), kept d_blood, counted d_count, day d_day, a_b integer, \"aB\" integer, \"a-b\" integer)",
    "insert into samples values (1, 'A+', 'PG-13', 'x-1', 'new', 'A+', 3, '2024-05-01', 1, 1, 1), (2, 'A-', 'G', 'x+1', 'in_stock', 'A-', 4, '2024-05-02', 2, 2, 2)",
    'create table numbers (id integer primary key, rate numeric, exact numeric(60, 50), price numeric(12, 2), rounded numeric(6, -2), single real, double float8)',
    `insert into numbers values (1, 1.23456, ${long}, 2.5, 1200, 0.1, 0.1), (2, 12, 1, 3, 300, 3.14, 3.14), (3, -0.5, ${long.slice(0, -2)}09, 4, 100, 16777216, 1e300)`,
    'create table specials (id integer primary key, d float8, n numeric, f real, i integer)',
    `insert into specials values (1, 'NaN', 'NaN', 'NaN', 1), (2, 'Infinity', 'Infinity', 'Infinity', 2), (3, '-Infinity', '-Infinity', '-Infinity', 3), (4, 100000, 100000, 100000, 100000), (5, 0.0015, 0.0015, 0.0015, 2)`,
    'create extension ltree',
    'create extension intarray',
    'create extension hstore',
    'create type shape as (corner point, name text)',
    'create type size as (width integer, height integer)',
    'create domain d_shape as shape',
    'create table kinds (id integer primary key, a jsonpath, b shape, c shape[], d d_shape, e size, f size[], g xid, h lquery, i query_int, j refcursor, k json, l json[], m point, n xml, o tsquery, p pg_snapshot, q int4range, r inet, s macaddr, t interval, u money, v timestamptz[], w "char", x name, y cid, z pg_lsn, bits bit varying, boxes box, store hstore, tree ltree, words tsvector, vector int2vector)',
    `insert into kinds (id, a, b, e, m, q) values (1, '$.a', row(point(1, 2), 'x'), row(1, 2), point(1, 2), '[1,3)'), (2, '$.b', row(point(2, 2), 'x'), row(0, 2), point(0, 2), '[0,3)')`,
  ],
  mysql: [
    "create table samples (id integer primary key, blood enum('A+', 'A-', 'in_stock'), rated varchar(9) check (rated in ('PG-13', 'G')), sign varchar(9) check (sign in ('x-1', 'x+1')), state varchar(9) check (state in ('new', 'in_stock', 'on-hold')), a_b integer, `aB` integer, `a-b` integer)",
    "insert into samples values (1, 'A+', 'PG-13', 'x-1', 'new', 1, 1, 1), (2, 'A-', 'G', 'x+1', 'in_stock', 2, 2, 2)",
    'create table numbers (id integer primary key, exact decimal(39, 30), price decimal(12, 2), single float, double_ double)',
    `insert into numbers values (1, ${pi.slice(0, 32)}, 2.5, 0.1, 0.1), (2, 1, 3, 3.14, 3.14), (3, ${pi.slice(0, 31)}8, 4, 16777216, 1e300)`,
    'create table specials (id integer primary key, d double, i integer)',
    'insert into specials values (1, 100000, 100000), (2, 0.0015, 2), (3, 7, 7)',
    'create table kinds (id integer primary key, a point, b polygon, c json, d bit(8), e year, f time(3), g set("a", "b"), h geometrycollection, i inet6, j uuid)',
    "insert into kinds (id, a, c, e) values (1, point(1, 2), '{}', 2024), (2, point(2, 2), '[]', 2023)",
  ],
  sqlite: [
    "create table samples (id integer primary key, blood text check (blood in ('A+', 'A-', 'in_stock')), rated text check (rated in ('PG-13', 'G')), sign text check (sign in ('x-1', 'x+1')), state text check (state in ('new', 'in_stock', 'on-hold')), a_b integer, \"aB\" integer, \"a-b\" integer)",
    "insert into samples values (1, 'A+', 'PG-13', 'x-1', 'new', 1, 1, 1), (2, 'A-', 'G', 'x+1', 'in_stock', 2, 2, 2)",
    'create table numbers (id integer primary key, rate numeric, price decimal(12, 2), single real, double_ double)',
    'insert into numbers values (1, 1.23456, 2.5, 0.1, 0.1), (2, 12, 3, 3.14, 3.14), (3, -0.5, 4, 16777216, 1e300)',
    'create table specials (id integer primary key, d double, n numeric, i integer)',
    'insert into specials values (1, 9e999, 9e999, 9e999), (2, -9e999, -9e999, -9e999), (3, 1e5, 1e5, 100000), (4, 0.0015, 0.0015, 2)',
    'create table kinds (id integer primary key, a, b blob, c numeric, d json, e uuid)',
    "insert into kinds values (1, 'x', x'00', 1.5, '{}', 'y'), (2, 2, null, 'z', null, 4)",
  ],
} as const;

describe.each(dialects)('values of a database that is found, on %s', (dialect) => {
  let served: Detected;

  beforeAll(async () => {
    served = await detect(dialect, statements[dialect]);
  });

  afterAll(() => served.database.destroy());

  describe('labels', () => {
    it('are the values themselves where words in sentence case would hide what tells them apart', () => {
      expect(served.labels('samples', 'blood')).toEqual({ 'A+': 'A+', 'A-': 'A-', in_stock: 'in_stock' });
      expect(served.labels('samples', 'rated')).toEqual({ 'PG-13': 'PG-13', G: 'G' });
      expect(served.labels('samples', 'sign')).toEqual({ 'x-1': 'x-1', 'x+1': 'x+1' });
      expect(served.labels('samples', 'state')).toEqual({
        new: 'New',
        in_stock: 'In stock',
        'on-hold': 'On hold',
      });
    });

    it('of columns differ', () => {
      const labels = ['a_b', 'aB', 'a-b'].map((name) => served.column('samples', name)?.label);

      expect(labels).toEqual(['a_b', 'aB', 'a-b']);
      expect(served.column('samples', 'rated')?.label).toBe('Rated');
    });
  });

  describe('numbers', () => {
    const columns = { postgres: 'exact', mysql: 'exact', sqlite: 'rate' } as const;

    it('without a declared scale, or with one that formats lack, are shown as they are stored', async () => {
      const exact = await served.values('numbers', columns[dialect]);

      expect(exact.map(String).toSorted()).toEqual(
        {
          postgres: [`1.${'0'.repeat(50)}`, `${long.slice(0, -2)}09`, long],
          mysql: [`1.${'0'.repeat(30)}`, pi.slice(0, 32), `${pi.slice(0, 31)}8`],
          sqlite: ['-0.5', '1.23456', '12'],
        }[dialect].toSorted(),
      );
      if (dialect === 'postgres') {
        expect(new Set(await served.values('numbers', 'rate'))).toEqual(new Set(['1.23456', '12', '-0.5']));
        expect(new Set(await served.values('numbers', 'rounded'))).toEqual(new Set(['1,200', '300', '100']));
      }
      expect(new Set(await served.values('numbers', 'price'))).toEqual(new Set(['2.50', '3.00', '4.00']));
    });

    it('are found by each value that is shown, and only by it', async () => {
      const names = {
        postgres: ['rate', 'exact', 'price', 'rounded', 'single', 'double'],
        mysql: ['exact', 'price', 'single', 'double_'],
        sqlite: ['rate', 'price', 'single', 'double_'],
      }[dialect];
      for (const name of names) {
        for (const shown of await served.values('numbers', name)) {
          const value = String(shown).replaceAll(',', '');
          if (value.includes('e')) continue; // The filter takes plain decimals.
          const data = `numbers.${name}`;

          expect(await served.matching('numbers', { data, operator: 'is', value }), `${name} ${value}`).toBe(
            1,
          );
          expect(
            await served.matching('numbers', { data, operator: 'isNot', value }),
            `${name} ${value}`,
          ).toBe(2);
          expect(
            await served.matching('numbers', {
              data,
              operator: 'between',
              value: { min: value, max: value },
            }),
            `${name} ${value}`,
          ).toBe(1);
        }
      }
    });

    it('that are no decimals, or have an exponent, are found as they are shown and typed', async () => {
      const columns = { postgres: ['d', 'n', 'f'], mysql: ['d'], sqlite: ['d', 'n', 'i'] }[dialect];
      const special: readonly string[] = {
        postgres: ['NaN', 'Infinity', '-Infinity'],
        mysql: [],
        sqlite: ['Infinity', '-Infinity'],
      }[dialect];
      const { count } = await served.tables.data('specials', {});
      const matching = (name: string, operator: string, value: unknown) =>
        served.matching('specials', { data: `specials.${name}`, operator, value });

      for (const name of columns) {
        const shown = (await served.values('specials', name)).map(String);
        for (const value of ['NaN', 'Infinity', '-Infinity']) {
          const expected = special.includes(value) ? 1 : 0;
          expect(
            shown.filter((text) => text === value),
            name,
          ).toHaveLength(expected);
          expect(await matching(name, 'is', value), `${name} ${value}`).toBe(expected);
          expect(await matching(name, 'is', value.toLowerCase()), `${name} ${value}`).toBe(expected);
          expect(await matching(name, 'isNot', value), `${name} ${value}`).toBe(count - expected);
          expect(await matching(name, 'anyOf', [value, '1e5'])).toBe(expected + 1);
          await expect(matching(name, 'between', { min: value, max: null })).rejects.toMatchObject({
            code: 'tables.invalid_request',
          });
        }
        expect(await matching(name, 'is', '1E+5')).toBe(1);
        expect(await matching(name, 'is', name === 'i' ? '2e0' : '1.5e-3')).toBe(1);
        expect(await matching(name, 'between', { min: '9e4', max: '1.1e5' })).toBe(1);
      }
      const whole = { postgres: 'i', mysql: 'i', sqlite: null }[dialect];
      for (const value of whole === null ? [] : ['NaN', 'Infinity']) {
        expect(await matching('i', 'is', value)).toBe(0);
        expect(await matching('i', 'isNot', value)).toBe(count);
      }
    });

    it.runIf(dialect === 'mysql')('are compared by more digits than a decimal can have', async () => {
      const data = 'numbers.exact';
      const beyond = `${pi.slice(0, 31)}8${'0'.repeat(20)}1`;

      expect(await served.matching('numbers', { data, operator: 'is', value: beyond })).toBe(0);
      expect(await served.matching('numbers', { data, operator: 'atLeast', value: beyond })).toBe(1);
      expect(await served.matching('numbers', { data, operator: 'atMost', value: beyond })).toBe(2);
      expect(
        await served.matching('numbers', {
          data,
          operator: 'is',
          value: `${pi.slice(0, 32)}${'0'.repeat(40)}`,
        }),
      ).toBe(1);
    });
  });

  it.runIf(dialect === 'postgres')(
    'of domains are filtered, grouped and counted as those of their types',
    async () => {
      const is = (data: string, operator: string, value?: string) =>
        served.matching('samples', { data: `samples.${data}`, operator, ...(value && { value }) });

      expect(await is('kept', 'is', 'A+')).toBe(1);
      expect(await is('kept', 'isNot', 'A-')).toBe(1);
      expect(await is('kept', 'isNotEmpty')).toBe(2);
      expect(
        (await served.tables.data('samples', { filters: { samples: { kept: ['A+', 'A-'] } } })).filtered,
      ).toBe(2);
      expect(await is('counted', 'moreThan', '3')).toBe(1);
      expect(await is('day', 'is', '2024-05-02')).toBe(1);
      const facets = await served.tables.read('samples', { meta: { facets: ['samples.kept'] } });
      expect(facets).toMatchObject({
        facets: {
          'samples.kept': {
            values: [
              { value: 'A+', count: 1 },
              { value: 'A-', count: 1 },
            ],
          },
        },
      });
      for (const column of ['kept', 'counted', 'day']) {
        expect(await served.tables.read('samples', { meta: { statistics: column } })).toMatchObject({
          statistics: { count: 2 },
        });
        const sorted = await served.tables.data('samples', {
          columns: [{ name: column, meta: { sort: 'DESC' } }],
        });
        expect(sorted.data.map(({ dtRowId }) => dtRowId)).toEqual([2, 1]);
      }
    },
  );

  it('are sorted and described wherever that is offered', async () => {
    for (const { id, made } of served.found.tables) {
      for (const { template } of made.columns) {
        const sort = { columns: [{ name: template.name, meta: { sort: 'DESC' as const } }] };
        if ((template.meta as string[]).includes('sortable')) await served.tables.data(id, sort);
        const described = served.tables.read(id, { meta: { statistics: template.name } });
        await described.catch((error: unknown) => expect(error).toMatchObject({ status: 422 }));
      }
    }
  });

  it('are in the group that is opened by its key', async () => {
    const wanted =
      dialect === 'postgres' ? (['samples.kept', 'numbers.single'] as const) : (['numbers.single'] as const);
    for (const data of wanted) {
      const [table = '', name = ''] = data.split('.');
      const definition = defineTable({
        template: { routePrefix: 'own', columns: [{ label: 'Value', name, data, meta: ['groupable'] }] },
        query: (db: Kysely<Record<string, Record<string, unknown>>>) =>
          db.selectFrom(table).select([`${table}.id as dtRowId`, data]),
      });
      const own = createTables({ db: served.database.db, routes, definitions: [definition] });
      const groups = [{ column: name }];
      const closed = (await own.read('own', { meta: { groups } })) as GroupsResponse;

      expect(closed.groups.length).toBeGreaterThan(1);
      for (const { value, count } of closed.groups) {
        const opened = (await own.read('own', { meta: { groups, groupPath: [value] } })) as DataResponse;
        expect(
          opened.data.map((row) => String(row[name])),
          data,
        ).toEqual(Array(count).fill(String(value)));
      }
    }
  });
});
