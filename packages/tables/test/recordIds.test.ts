import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import type { AnyDatabase } from '../src/definition/TableContext.ts';
import type { CatalogueColumn } from '../src/query/catalogue.ts';
import { dialectOf } from '../src/query/dialects/dialectOf.ts';
import { readCatalogue } from '../src/query/readCatalogue.ts';

interface Ids {
  /** Type of the column. */
  readonly type: string;
  /** Different values, as SQL. */
  readonly values: readonly string[];
}

const cases = {
  postgres: [
    { type: 'bigint', values: ['-5', '0', '9007199254740993', '9223372036854775807'] },
    { type: 'double precision', values: ['0.1', '0.30000000000000004', '-1e300', '3'] },
    { type: 'bytea', values: [String.raw`'\x'`, String.raw`'\x00ff'`, String.raw`'\x27'`] },
    { type: 'text', values: ["''", "'it''s'", "' a'", "'NULL'"] },
    { type: 'timestamptz', values: ["'2026-10-25 02:30:00.123456+02'", "'2026-10-25 02:30:00.123456+01'"] },
  ],
  mysql: [
    { type: 'bigint', values: ['-5', '0', '9007199254740993', '9223372036854775807'] },
    { type: 'double', values: ['0.1', '0.30000000000000004', '-1e300', '3'] },
    { type: 'float', values: ['0.1', '16777216', '0.25'] },
    { type: 'varbinary(20)', values: ["x'00ff'", "x'27'", "x'41'"] },
    { type: 'bit(12)', values: ["b'101010101010'", "b'0'", "b'1'"] },
    { type: 'varchar(20)', values: ["''", "'it''s'", "' a'", "'NULL'"] },
  ],
  // Without a type: values of all types in one column.
  sqlite: [
    {
      type: '',
      values: [
        ...['-5', '0', '7', '9007199254740993', '-9223372036854775808'],
        ...['7.5', '1e300', "'7.5'", "''", "'it''s'", "'NULL'", "x'00ff27'", "x''"],
      ],
    },
    { type: 'text', values: ["'7'", "'X''00'''"] },
    { type: 'real', values: ['3', '0.1', '0.30000000000000004'] },
  ],
} satisfies Record<string, readonly Ids[]>;

describe.each(dialects)('the texts of record ids, on %s', (dialect) => {
  let database: TestDatabase<AnyDatabase>;
  let db: Kysely<AnyDatabase>;
  const recordIds = () => dialectOf(db).recordIds;
  beforeAll(async () => {
    database = await createTestDatabase<AnyDatabase>(dialect);
    db = database.db;
  });
  afterAll(() => database.destroy());

  it.each(cases[dialect].map(({ type, values }, index) => ({ type, values, name: `ids_${index}` })))(
    'tell the values of a column of type "$type" apart, find them and write them again',
    async ({ type, values, name }) => {
      await sql.raw(`create table ${name} (n integer primary key, v ${type}, copied ${type})`).execute(db);
      for (const [n, value] of values.entries()) {
        await sql.raw(`insert into ${name} (n, v) values (${n}, ${value})`).execute(db);
      }
      const table = (await readCatalogue(db, dialectOf(db))).find({ schema: null, name });
      const stored = table?.columns.get('v') as CatalogueColumn;
      const read = async (column: string) => {
        const { rows } = await sql<{ n: number; id: string }>`
          select n, ${recordIds().text(sql.ref(column), stored)} as id from ${sql.table(name)} order by n`.execute(
          db,
        );

        return rows.map(({ id }) => id);
      };
      const ids = await read('v');
      expect(new Set(ids).size).toBe(values.length);
      for (const [n, id] of ids.entries()) {
        const { rows } = await sql<{ n: number }>`
          select n from ${sql.table(name)} where ${recordIds().is(sql.ref('v'), [id], stored)}`.execute(db);
        expect(rows, id).toEqual([{ n }]);
        await sql`update ${sql.table(name)} set copied = ${recordIds().value(id, stored)} where n = ${n}`.execute(
          db,
        );
      }
      const { rows } = await sql<{ n: number }>`
        select n from ${sql.table(name)} where ${recordIds().is(sql.ref('v'), ids, stored)} order by n`.execute(
        db,
      );
      expect(rows.map(({ n }) => n)).toEqual([...values.keys()]);
      expect(await read('copied')).toEqual(ids);
    },
  );
});
