import { createTables } from '@rowhouse/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, type TestDialect } from '../../../test/databases.ts';
import { type Detected, detect } from './detected.ts';
import { routes } from './foundTables.ts';

/** Types of keys, each with the SQL of some values that are easily confused. */
const keys: Readonly<Record<TestDialect, readonly (readonly [type: string, ...values: string[]])[]>> = {
  postgres: [
    ['jsonb', `'{"a":1}'`, `'{"a": "1"}'`, "'[1, 2]'", "'null'"],
    ['interval', "'1 day'", "'1 mon'", "'1 day 00:00:00.000001'"],
    ['bytea', "'\\x00ff'", "'\\x00'"],
    ['integer[]', "'{1,2}'", "'{12}'", "'{{1,2}}'"],
    ['text[]', `'{"a,b"}'`, "'{a,b}'", "'{NULL}'"],
    ['bytea[]', `'{"\\\\x00"}'`, `'{"\\\\x01"}'`],
    ['int4range', "'[1,3)'", "'[1,4)'", "'empty'"],
    ['inet', "'10.0.0.1'", "'10.0.0.1/8'"],
    ['cidr', "'10.0.0.0/8'", "'10.0.0.0/16'"],
    ['macaddr', "'08:00:2b:01:02:03'", "'08:00:2b:01:02:04'"],
    ['timestamptz', "'2024-05-01 10:00:00.000001+00'", "'2024-05-01 10:00:00.000002+00'", "'infinity'"],
    ['timestamp', "'2024-05-01 10:00:00.000001'", "'2024-05-01 10:00:00.000002'"],
    ['date', "'2024-05-01'", "'2024-05-02'", "'0044-03-15 BC'"],
    ['time', "'10:00:00.000001'", "'10:00:00'"],
    ['timetz', "'10:00:00+01'", "'10:00:00+02'"],
    ['money', "'1.50'", "'-1.50'"],
    ['bit(9)', "b'000000001'", "b'100000000'"],
    ['bit varying', "b'1'", "b'01'"],
    ['numeric', '1.50', '1.500000000000000000000000000001', "'NaN'"],
    ['real', '0.1', '16777216', "'NaN'"],
    ['float8', '0.1', '1e300', "'Infinity'"],
    ['boolean', 'true', 'false'],
    ['uuid', "'00000000-0000-4000-8000-000000000001'", "'ffffffff-ffff-4fff-bfff-ffffffffffff'"],
    ['mood', "'A+'", "'A-'"],
    ['d_mood', "'A+'", "'A-'"],
    ['place', "row(1, 'a,b')", "row(1, 'a')", 'row(null, null)'],
    ['oid', '1', '4294967295'],
    ['char(4)', "'a'", "'b'"],
    ['bigint', '9007199254740993', '9007199254740992'],
    ['text', "'a,b'", "'~'", "'a~1b'"],
  ],
  mysql: [
    ['binary(2)', "x'00ff'", "x'0000'"],
    ['varbinary(9)', "x'00ff'", "x'00'"],
    ["enum('A+', 'A-', '1')", "'A+'", "'A-'", "'1'"],
    ["set('a', 'b')", "'a'", "'a,b'"],
    ['bit(10)', "b'1'", "b'1000000000'", "b'0'"],
    ['tinyint(1)', '0', '1', '2'],
    ['year', '1965', '2065'],
    ['time(6)', "'10:00:00.000001'", "'-10:00:00'", "'100:00:00'"],
    ['decimal(30, 20)', '1.5', '1.00000000000000000001'],
    ['float', '0.1', '16777216', '16777218'],
    ['double', '0.1', '1e300'],
    ['date', "'2024-05-01'", "'2024-05-02'"],
    ['datetime(6)', "'2024-05-01 10:00:00.000001'", "'2024-05-01 10:00:00.000002'"],
    ['timestamp(6)', "'2024-05-01 10:00:00.000001'", "'2024-05-01 10:00:00.000002'"],
    ['bigint unsigned', '18446744073709551615', '9007199254740993'],
    ['varchar(20)', "'a,b'", "'~'", "'12'", "'12a'"],
    ['uuid', "'00000000-0000-4000-8000-000000000001'", "'ffffffff-ffff-4fff-bfff-ffffffffffff'"],
    ['inet6', "'::1'", "'::2'"],
  ],
  sqlite: [
    ['text', 'null', 'null', "'x'", "'12'", "x'00ff'", "'~~null1'", "''"],
    ['text not null', "'x'", "'12'", "'a,b'"],
    ['blob', "x'00ff'", "x'00'", "x'61'", "'a'", 'null'],
    ['blob not null', "x'00ff'", "x'00'", "x'61'", "'a'"],
    ['', "'1'", '1', "'1.5'", '1.5', "x'31'", 'null', "'x'"],
    ['int', '1', "'x'", '1.5', 'null', 'null'],
    ['integer', '1', '2'],
    ['real', '0.1', '1e300', "'x'"],
    ['decimal(9, 2)', '1.5', '2', "'x'", 'null'],
    ['date', "'2024-05-01'", "'2024-05-02'", '3'],
    ['boolean', '0', '1'],
    ['uuid', "'00000000-0000-4000-8000-000000000001'", "'x'"],
  ],
};

/** Two columns, so that each is a part of the identifier. */
const pairs: Readonly<Record<TestDialect, readonly string[]>> = {
  postgres: [
    'a jsonb',
    'b timestamptz',
    `('{"a": 1}', '2024-05-01 10:00:00.000001+00')`,
    `('{"a": 1}', '2024-05-01 10:00:00.000002+00')`,
  ],
  mysql: ['a varbinary(9)', 'b float', "(x'00ff', 16777216)", "(x'00ff', 16777218)", "(x'00', 0.1)"],
  sqlite: ['a text', 'b', '(null, 1)', '(null, 1)', "('a,b', 'c')", "('a', 'b,c')", "('a', x'00')"],
};

describe.each(dialects)('rows of a database that is found, on %s', (dialect) => {
  const named = keys[dialect].map(([type, ...values], index) => ({ type, values, table: `key_${index}` }));
  let served: Detected;

  beforeAll(async () => {
    const [a, b, ...rows] = pairs[dialect];
    served = await detect(dialect, [
      ...(dialect === 'postgres'
        ? [
            "create type mood as enum ('A+', 'A-')",
            'create domain d_mood as mood',
            'create type place as (number integer, name text)',
            'create table moods (mood d_mood, number integer, note text, primary key (mood, number))',
            "insert into moods values ('A+', 1, 'x'), ('A-', 1, 'y')",
          ]
        : []),
      ...named.flatMap(({ type, values, table }) => [
        `create table ${table} (id ${type} primary key, note varchar(20))`,
        `insert into ${table} values ${values.map((value, index) => `(${value}, 'n${index}')`).join(', ')}`,
      ]),
      `create table pair (${a}, ${b}, primary key (a, b))`,
      `insert into pair values ${rows.join(', ')}`,
    ]);
  });

  afterAll(() => served.database.destroy());

  /** The identifiers of all rows, each of which has to be a text or a number, and no other row's. */
  async function identifiers(table: string): Promise<(string | number)[]> {
    const ids = (await served.tables.data(table, {})).data.map(({ dtRowId }) => dtRowId as string | number);
    expect(ids.every((id) => typeof id === 'string' || typeof id === 'number')).toBe(true);
    expect(new Set(ids.map(String)).size).toBe(ids.length);

    return ids;
  }

  it.each([...named, { type: 'several columns', values: pairs[dialect].slice(2), table: 'pair' }])(
    'have an identifier that finds each, with a key of type $type',
    async ({ values, table }) => {
      const ids = await identifiers(table);
      expect(ids).toHaveLength(values.length);
      for (const id of ids) {
        const { data } = await served.tables.data(table, { meta: { row: id } });
        expect(data.map(({ dtRowId }) => dtRowId)).toEqual([id]);
      }
    },
  );

  it('are read in any order, with keys of any type', async () => {
    for (const { id, made } of served.found.tables) {
      for (const { template } of made.columns) {
        if (!(template.meta as string[]).includes('sortable')) continue;
        const { data, count } = await served.tables.data(id, {
          columns: [{ name: template.name, meta: { sort: 'DESC' } }],
        });
        expect(data, `${id} by ${template.name}`).toHaveLength(count);
      }
    }
  });

  it.each([...named, { type: 'several columns', table: 'pair' }])(
    'are selected and left out by their identifiers, with a key of type $type',
    async ({ table }) => {
      const definition = served.found.tables.find(({ id }) => id === table)?.definition;
      if (!definition) throw new Error(`There is no table ${table}.`);
      const own = createTables({
        db: served.database.db,
        routes,
        definitions: [{ ...definition, template: { ...definition.template, selectable: true } as never }],
      });
      const ids = await identifiers(table);
      for (const id of ids) {
        const chosen = await own.data(table, { only: [id] });
        expect(chosen.data.map(({ dtRowId }) => dtRowId)).toEqual([id]);
        expect((await own.data(table, { except: [id] })).filtered).toBe(ids.length - 1);
      }
    },
  );

  it.each(named)('are edited by their identifiers, with a key of type $type', async ({ table }) => {
    const definition = served.found.tables.find(({ id }) => id === table)?.definition;
    if (!definition) throw new Error(`There is no table ${table}.`);
    const note = { label: 'Note', name: 'note', data: `${table}.note`, meta: ['editable'] };
    const own = createTables({
      db: served.database.db,
      routes,
      definitions: [
        {
          ...definition,
          template: { routePrefix: table, columns: [note] } as never,
          filterParams: {},
          edit: { columns: { note: true } },
        },
      ],
    });
    for (const [index, id] of (await identifiers(table)).entries()) {
      const value = `edited ${index}`;
      await own.edit(table, { row: id, column: 'note', value }, null);
      const edited = (await own.data(table, {})).data.filter((row) => row.note === value);
      expect(edited.map(({ dtRowId }) => dtRowId)).toEqual([id]);
    }
  });
});
