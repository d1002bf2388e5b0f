import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { defineTable, installActionRuns } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects } from '../../../test/databases.ts';
import { summariesOf } from '../../tables/test/summaries.ts';
import { tablesOf } from '../../tables/test/support.ts';
import { type StoredTables, storedTables } from './storedTables.ts';

/** Statements that fill `flags (id, b)` with every number and text that a column of booleans may hold. */
const flags = {
  postgres: { type: 'boolean', values: ['true', 'false', 'null'], found: { yes: [1], no: [2] } },
  mysql: {
    type: 'tinyint(1)',
    values: ['1', '0', 'null', '2', '-1'],
    found: { yes: [1, 4, 5], no: [2] },
  },
  sqlite: {
    type: 'boolean',
    values: ['1', '0', 'null', '2', '-1', "'true'", "'False'", "'no'", "'yes'", '0.5'],
    found: { yes: [1, 4, 5, 6, 9, 10], no: [2, 7, 8] },
  },
} as const;

/** Types whose cells are texts of objects, and one value of each. */
const types = {
  postgres: {
    point: "'(1,2)'",
    jsonb: `'{"a": 1.10}'`,
    'bit(3)': "'101'",
    bytea: "'x'",
    'int[]': "'{1}'",
    interval: "'1 day'",
    xml: "'<a/>'",
    money: '1',
    inet: "'::1'",
    tsrange: "'[2024-01-01,2024-01-02)'",
  },
  mysql: {
    point: 'point(1, 2)',
    polygon: 'polygon(linestring(point(0, 0), point(1, 0), point(1, 1), point(0, 0)))',
    json: `'{"a": 1.10}'`,
    'bit(1)': "b'1'",
    'bit(8)': '200',
    "set('a','b')": "'a,b'",
    blob: "x'00ff'",
    'varbinary(9)': "x'ff'",
    time: "'-12:00:00'",
    year: '2024',
  },
  sqlite: { json: `'{"a": 1.10}'`, blob: "x'00ff'", point: "'1 2'", none: '1.5' },
} as const;

describe.each(dialects)('values as they are stored, on %s', (dialect) => {
  const flag = flags[dialect];
  const known = Object.entries<string>(types[dialect]);
  let served: StoredTables;

  beforeAll(async () => {
    served = await storedTables(dialect, [
      `create table flags (id int primary key, b ${flag.type})`,
      ...flag.values.map((value, index) => `insert into flags values (${index + 1}, ${value})`),
      `create table kinds (id int primary key, ${known.map(([type], index) => `c${index} ${type}`).join(', ')})`,
      `insert into kinds values (1, ${known.map(([, value]) => value).join(', ')})`,
      `insert into kinds (id) values (2)`,
      'create table texts (id int primary key, j json)',
      `insert into texts values (1, '{"n": 12345678901234567890}'), (2, '{"d": 1.10, "2": 1, "1": [1e2]}')`,
    ]);
  });

  afterAll(() => served.destroy());

  it('find the booleans that are shown, in filters, facets, groups and files', async () => {
    const { yes, no } = flag.found;
    const of = (wanted: boolean) => [...(wanted ? yes : no)];
    const shown = await served.cells('flags', 'b');
    const ids = (value: boolean) => shown.flatMap((cell, index) => (cell === value ? [index + 1] : []));

    expect([ids(true), ids(false)]).toEqual([of(true), of(false)]);
    for (const value of [true, false]) {
      expect(await served.found('flags', 'b', 'is', value)).toEqual(of(value));
      expect(await served.found('flags', 'b', 'isNot', value)).toEqual(
        shown.flatMap((cell, index) => (cell === value ? [] : [index + 1])),
      );
    }
    const summaries = summariesOf(served.tables, 'flags');
    const counts = new Map([
      [true, yes.length],
      [false, no.length],
      [null, 1],
    ]);
    const { facets } = await summaries.facets(['flags.b']);
    const counted = (list: readonly { value: unknown; count: number }[] = []) =>
      new Map(list.map(({ value, count }) => [value, count]));

    expect(facets['flags.b']?.values).toHaveLength(counts.size);
    expect(counted(facets['flags.b']?.values)).toEqual(counts);
    const { groups } = await summaries.groups([{ column: 'b' }]);
    expect(groups).toHaveLength(counts.size);
    expect(counted(groups)).toEqual(counts);
    for (const { value, count } of groups) {
      const meta = { groups: [{ column: 'b' }], groupPath: [value] };
      expect((await served.tables.data('flags', { meta })).data).toHaveLength(count);
    }
    expect((await served.statistics('flags', 'b'))?.distinct).toBe(2);
    expect(await served.csv('flags')).toEqual(shown.map((cell, index) => `${index + 1},${cell ?? ''}`));
    const grouped = { grouped: true, meta: { groups: [{ column: 'b' }] } };
    expect(await served.csv('flags', grouped)).toHaveLength(shown.length);
  });

  it('have statistics for every type', async () => {
    for (const { name } of (await served.tables.init('kinds', null)).template.columns) {
      if (name === 'id') continue;
      const statistics = await served.statistics('kinds', name);
      expect({ name, ...statistics }).toMatchObject({ name, count: 2, empty: 1, distinct: 1 });
    }
  });

  it('are the text of JSON', async () => {
    const cells = await served.cells('texts', 'j');

    expect(cells).toEqual(['{"n": 12345678901234567890}', '{"d": 1.10, "2": 1, "1": [1e2]}']);
    expect(await served.csv('texts')).toEqual(
      cells.map((cell, index) => `${index + 1},"${String(cell).replaceAll('"', '""')}"`),
    );
  });

  it('are the text of JSON in own tables, and objects for their functions', async () => {
    const database = await createTestDatabase<{ docs: { id: number; j: unknown; note: string | null } }>(
      dialect,
    );
    const { db } = database;
    const texts = ['{"n": 12345678901234567890, "d": 1.10, "b": 1, "a": [1e2]}', '"x"', '[12.50]', 'null'];
    await sql.raw('create table docs (id int primary key, j json, k json, note varchar(99))').execute(db);
    for (const [index, json] of texts.entries()) {
      await sql`insert into docs (id, j, k) values (${index + 1}, ${json}, ${json})`.execute(db);
    }
    await sql`insert into docs (id) values (9)`.execute(db);
    await installActionRuns(db as Kysely<unknown>);
    const parsed: unknown[] = [];
    const json = (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : value);
    const table = defineTable({
      template: {
        routePrefix: 'docs',
        appends: ['seen'],
        columns: [
          { label: 'Id', name: 'id', data: 'docs.id', meta: ['sortable', 'sort:ASC'] },
          { label: 'J', name: 'doc', data: 'docs.j', meta: ['filterable'] },
          { label: 'Seen', name: 'seen' },
          { label: 'K', name: 'k', data: 'docs.k', resource: 'type' },
        ],
      } as never,
      query: (kysely: Kysely<{ docs: { id: number; j: unknown; k: unknown } }>) =>
        kysely.selectFrom('docs').select(['docs.id as dtRowId', 'docs.id', 'docs.j as doc', 'docs.k']),
      appends: {
        seen: ({ doc }: { doc?: unknown }) => typeof (dialect === 'postgres' ? doc : json(doc)),
      } as never,
      resources: { type: (value: unknown) => typeof (dialect === 'postgres' ? value : json(value ?? null)) },
      actions: {
        touch: {
          row: (row: { doc?: unknown }) => {
            parsed.push(dialect === 'postgres' ? row.doc : json(row.doc));
          },
        },
      } as never,
    });
    const tables = tablesOf(db, table);
    const all = [...texts.slice(0, 3), 'null', null];
    const types = ['object', 'string', 'object', 'object', 'object'];

    const { data } = await tables.data('docs', {});
    expect(data.map((row) => row.doc)).toEqual(all);
    expect(data.map((row) => row.seen)).toEqual(types);
    expect(data.map((row) => row.k)).toEqual(types);
    const one = await tables.data('docs', { meta: { row: 1 } });
    expect(one.data.map((row) => row.doc)).toEqual([texts[0]]);
    const output = new PassThrough();
    const [file] = await Promise.all([
      text(output),
      tables.exportRows('docs', {}, null, { output, format: 'csv' }),
    ]);
    expect(file.split('\r\n')[1]).toContain(`"${texts[0]?.replaceAll('"', '""')}"`);
    expect(await tables.runAction('docs', 'touch', {}, null)).toMatchObject({ processed: 5 });
    expect(parsed).toEqual([...texts.map((each) => JSON.parse(each)), null]);
    await database.destroy();
  });

  it('are objects where a column names a part of JSON, with every digit', async () => {
    const database = await createTestDatabase<{ things: { id: number; j: string } }>(dialect);
    await sql.raw('create table things (id int primary key, j json)').execute(database.db);
    await sql
      .raw(`insert into things values (1, '{"n": 12345678901234567890, "d": {"e": 1.10}}'), (2, null)`)
      .execute(database.db);
    const columns = [
      { label: 'N', name: 'j.n' },
      { label: 'E', name: 'j.d.e' },
    ];
    const table = (flatten: boolean) =>
      defineTable({
        template: { routePrefix: 'things', flatten, columns } as never,
        query: (db: Kysely<{ things: { id: number; j: unknown } }>) =>
          db
            .selectFrom('things')
            .select(['id as dtRowId'])
            .select(sql`cast(j as ${sql.raw(dialect === 'postgres' ? 'text' : 'char')})`.as('j')),
      });
    const rows = async (flatten: boolean) =>
      (await tablesOf(database.db, table(flatten)).data('things', {})).data;

    expect(await rows(false)).toMatchObject([
      { j: { n: '12345678901234567890', d: { e: '1.10' } } },
      { j: null },
    ]);
    expect(await rows(true)).toMatchObject([{ 'j.n': '12345678901234567890', 'j.d.e': '1.10' }, { j: null }]);
    await database.destroy();
  });
});

describe('lists of PostgreSQL', () => {
  const lists = {
    'int[]': ['{1,NULL,3}', '{1,3}', '{{1,2},{3,4}}', '{1,2,3,4}', '{}', '[2:3]={1,2}', '{1,2}', null],
    'text[]': [
      '{a,NULL}',
      '{a,"NULL"}',
      '{"a, b"}',
      '{a,b}',
      '{""}',
      '{}',
      '{"a\\"b"}',
      '{"a b",c}',
      '{" a"}',
    ],
    'numeric[]': ['{1.10,NaN}', '{1.1,NaN}'],
    'timestamp[]': ['{"2024-01-01 00:00:00"}'],
  };
  let served: StoredTables;

  beforeAll(async () => {
    served = await storedTables(
      'postgres',
      Object.entries(lists).flatMap(([type, values], index) => [
        `create table t${index} (id int primary key, a ${type})`,
        ...values.map(
          (value, row) =>
            `insert into t${index} values (${row + 1}, ${value === null ? 'null' : `'${value}'`})`,
        ),
      ]),
    );
  });

  afterAll(() => served.destroy());

  it('look different when they are different, and plain when they are plain', async () => {
    for (const [index, values] of Object.values(lists).entries()) {
      const cells = await served.cells(`t${index}`, 'a');
      expect(new Set(cells).size).toBe(values.length);
      expect(new Set(await served.csv(`t${index}`)).size).toBe(values.length);
    }
    expect(await served.cells('t0', 'a')).toEqual([
      ...['{1,NULL,3}', '1, 3', '{{1,2},{3,4}}', '1, 2, 3, 4', '{}', '[2:3]={1,2}', '1, 2', null],
    ]);
    expect(await served.cells('t1', 'a')).toEqual([
      ...[
        '{a,NULL}',
        '{a,"NULL"}',
        '{"a, b"}',
        'a, b',
        '{""}',
        '{}',
        String.raw`{"a\"b"}`,
        'a b, c',
        '{" a"}',
      ],
    ]);
  });
});

describe('columns of SQLite', () => {
  let served: StoredTables;

  beforeAll(async () => {
    served = await storedTables('sqlite', [
      'create table loose (id integer primary key, n integer, t text, r real, price_cents integer)',
      ...[
        '1.5, 1.5, 1.0, 1.5',
        "'abc', x'01ff', 'xyz', 'abc'",
        "x'00ff', 'plain', 9e999, x'01'",
        '1e20, 7, -9e999, 150',
      ].map((values, index) => `insert into loose values (${index + 1}, ${values})`),
    ]);
  });

  afterAll(() => served.destroy());

  it('show numbers of more decimals than their type has, everywhere alike', async () => {
    const scaled = await storedTables('sqlite', [
      'create table prices (id integer primary key, amount numeric(10,2), quantity decimal(8, 0))',
      ...['1.2345, 1.5', '1.1, 2', "'-2.005', 1e-3", 'null, null'].map(
        (values, index) => `insert into prices values (${index + 1}, ${values})`,
      ),
    ]);
    const summaries = summariesOf(scaled.tables, 'prices');

    expect(await scaled.cells('prices', 'amount')).toEqual(['1.2345', '1.10', '-2.005', '']);
    expect(await scaled.cells('prices', 'quantity')).toEqual(['1.5', '2', '0.001', '']);
    expect((await scaled.csv('prices')).map((line) => line.split(',').slice(1).join(' '))).toEqual([
      ...['1.2345 1.5', '1.1 2', '-2.005 0.001', ' '],
    ]);
    expect(await scaled.found('prices', 'amount', 'is', '1.2345')).toEqual([1]);
    expect(await scaled.found('prices', 'amount', 'is', '1.23')).toEqual([]);
    expect(await scaled.found('prices', 'quantity', 'between', { min: '1.4', max: '1.6' })).toEqual([1]);
    expect(await scaled.total('prices')).toMatchObject({ amount: '0.3295', quantity: '3.501' });
    const { groups, total } = await summaries.groups([{ column: 'amount' }]);
    expect(groups.map(({ label }) => label)).toEqual(['-2.005', '1.10', '1.2345', null]);
    expect(groups.map((group) => group.total.amount)).toEqual(['-2.005', '1.10', '1.2345', '0.00']);
    expect(total).toMatchObject({ amount: '0.3295' });
    expect(await scaled.statistics('prices', 'amount')).toMatchObject({
      ...{ min: '-2.005', max: '1.2345', sum: '0.3295' },
    });
    await scaled.destroy();
  });

  it('show values of any type as they are stored', async () => {
    expect(await served.cells('loose', 'n')).toEqual(['1.5', 'abc', '', '100,000,000,000,000,000,000']);
    expect(await served.cells('loose', 't')).toEqual(['1.5', '01ff', 'plain', '7']);
    expect(await served.cells('loose', 'r')).toEqual([1, 'xyz', 'Infinity', '-Infinity']);
    expect(await served.cells('loose', 'price_cents')).toEqual(['0.015', 'abc', '', '1.50']);
    expect((await served.csv('loose')).map((line) => line.split(',').slice(0, 4).join(','))).toEqual([
      ...['1,1.5,1.5,1', '2,abc,01ff,xyz', '3,,plain,', '4,100000000000000000000,7,'],
    ]);
    const { groups } = await summariesOf(served.tables, 'loose').groups([{ column: 'n' }]);
    expect(groups.map(({ label }) => label)).toContain('1.5');
    expect(await served.statistics('loose', 'n')).toMatchObject({ min: '1.5', max: '00ff', sum: null });
    expect(await served.statistics('loose', 'r')).toMatchObject({ min: '-Infinity', max: 'xyz', sum: null });
  });
});
