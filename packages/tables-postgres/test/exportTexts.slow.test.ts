import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { defineTable, type TemplateJson } from '@rowhouse/tables';
import fc from 'fast-check';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { minutes } from '../../../test/patience.ts';
import { type LoggedDatabase, loggedDatabase } from '../../tables/test/support.ts';
import { tablesOf } from './support.ts';

interface Values {
  id: number;
  words: string | null;
  code: string | null;
  amount: string | null;
  big: string | null;
  ratio: number | null;
  cents: number | null;
  yes: boolean | number | null;
  day: string | null;
  clock: string | null;
}

const template: TemplateJson = {
  routePrefix: 'values',
  name: 'Values',
  columns: [
    { label: 'Words', name: 'words', data: 'things.words', meta: ['searchable'] },
    { label: 'Code', name: 'code', data: 'things.code', enum: 'codes' },
    { label: 'Amount', name: 'amount', data: 'things.amount', money: { symbol: '€', precision: 2 } },
    { label: 'Plain amount', name: 'plain', data: 'things.amount' },
    { label: 'Big', name: 'big', data: 'things.big' },
    { label: 'Ratio', name: 'ratio', data: 'things.ratio' },
    { label: 'Cents', name: 'cents', data: 'things.cents', meta: ['cents'] },
    { label: 'Yes', name: 'yes', data: 'things.yes', meta: ['boolean'] },
    { label: 'Day', name: 'day', data: 'things.day', meta: ['date'] },
    { label: 'Clock', name: 'clock', data: 'things.clock', meta: ['datetime'] },
  ],
} as unknown as TemplateJson;

const table = defineTable({
  template,
  enums: { codes: { a: 'First', bb: '=second', 'a longer key': 'Third' } },
  query: (db: Kysely<{ things: Values }>) =>
    db
      .selectFrom('things')
      .select(['id as dtRowId', 'words', 'code', 'amount', 'amount as plain', 'big', 'ratio'])
      .select(['cents', 'yes', 'day', 'clock'])
      .where((where) => where.or([where('words', 'is', null), where('words', '<>', "no'thing\\")])),
});

/** With a plugin, which sees the values of rows, rows are read as objects. */
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => result,
};

const hostile = fc.constantFrom(
  ...[
    '\\',
    '\\N',
    '\\.',
    '\t',
    '\n',
    '\r\n',
    '\r',
    "'",
    '"',
    ',',
    ';',
    '=1+1',
    '-5',
    '-a',
    '@x',
    ' a ',
    '_x000D_',
  ],
  ...[
    '<&>',
    '😀',
    'Ærø',
    '日本',
    '＝1',
    '\u00a0',
    '\u2028',
    '\ufffe',
    '\uffff',
    '\ufeff',
    '\u0001',
    '\u007f',
    '$1',
    '$$',
  ],
);
const words = fc.oneof(
  fc
    .array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 4 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const text = words.map((value) => value.replaceAll('\0', '').toWellFormed());
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 6 });
const year = (min: string, max: string) =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }).map((date) => date.toISOString());

const row = fc.record({
  words: maybe(text),
  code: maybe(
    fc.oneof(
      fc.constantFrom('a', 'bb', 'a longer key', 'other'),
      text.map((value) => value.slice(0, 20)),
    ),
  ),
  amount: maybe(
    fc.tuple(fc.bigInt(-(10n ** 19n), 10n ** 19n), fc.integer({ min: 0, max: 10 })).map(([units, scale]) => {
      const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
      const whole = digits.slice(0, digits.length - scale);

      return `${units < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
    }),
  ),
  big: maybe(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String)),
  ratio: maybe(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 })),
  cents: maybe(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  yes: maybe(fc.boolean()),
  day: maybe(year('1000-01-02', '9999-12-30').map((date) => date.slice(0, 10))),
  clock: maybe(year('1000-01-02', '9999-12-30').map((date) => date.replace('T', ' ').replace('Z', ''))),
});

describe.each(dialects)('a file whose rows were read as texts, on %s', (dialect) => {
  let database: LoggedDatabase<{ things: Values }>;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    const types = {
      postgres: ['text', 'numeric(30,10)', 'float8', 'timestamptz'],
      mysql: ['text', 'decimal(30,10)', 'double', 'datetime(3)'],
      sqlite: ['text', 'text', 'double', 'datetime'],
    }[dialect];
    const [words = '', amount = '', ratio = '', clock = ''] = types;
    await sql`create table things (id integer primary key, words ${sql.raw(words)}, code varchar(40),
      amount ${sql.raw(amount)}, big bigint, ratio ${sql.raw(ratio)}, cents integer, yes boolean, day date,
      clock ${sql.raw(clock)})`.execute(database.db);
  });

  afterAll(() => database.destroy());

  async function exported(
    db: Kysely<{ things: Values }>,
    format: 'csv' | 'xlsx',
    payload: unknown,
    timeZone: string,
  ) {
    const output = new PassThrough();
    const [file] = await Promise.all([
      buffer(output),
      tablesOf(db, table).exportRows('values', payload, null, { output, format, timeZone }),
    ]);

    return file;
  }

  async function expectSameFiles(payload: unknown, timeZone = 'UTC'): Promise<void> {
    for (const format of ['csv', 'xlsx'] as const) {
      const byRows = await exported(database.db.withPlugin(plugin), format, payload, timeZone);
      database.statements();
      const byTexts = await exported(database.db, format, payload, timeZone);

      expect(byTexts.equals(byRows)).toBe(true);
      expect(database.statements().filter((statement) => statement.startsWith('copy ('))).toHaveLength(
        dialect === 'postgres' ? 1 : 0,
      );
    }
  }

  it('is equal byte for byte, with any values', { timeout: minutes(2) }, async () => {
    const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu');

    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), zones, async (rows, zone) => {
        await database.db.deleteFrom('things').execute();
        const values = rows.map((values, index) => ({
          id: index + 1,
          ...values,
          // Node's SQLite reads no larger integers.
          big: dialect === 'sqlite' && values.big !== null ? String(BigInt(values.big) / 4096n) : values.big,
          yes: dialect === 'sqlite' && values.yes !== null ? Number(values.yes) : values.yes,
        }));
        await database.db.insertInto('things').values(values).execute();
        await expectSameFiles({}, zone);
      }),
      { numRuns: 12 },
    );
  });

  it('has the rows of any search, and reads no part of it as SQL', { timeout: minutes(2) }, async () => {
    const searched = fc.oneof(
      text,
      fc.constantFrom("'; drop table things; --", "\\'; select 1", "E'\\", '$1', "a'b\\'c"),
    );

    await fc.assert(
      fc.asyncProperty(searched, async (search) => {
        await database.db.deleteFrom('things').execute();
        await database.db
          .insertInto('things')
          .values([
            { id: 1, words: `x${search}x` },
            { id: 2, words: 'other' },
          ] as Values[])
          .execute();
        await expectSameFiles({ meta: { search } });
      }),
      { numRuns: 25 },
    );
    expect(await database.db.selectFrom('things').select('id').execute()).toHaveLength(2);
  });

  if (dialect === 'postgres')
    it('has values that only PostgreSQL has', async () => {
      await database.db.deleteFrom('things').execute();
      await sql`insert into things (id, amount, ratio, clock, day) values
        (1, 'NaN', 'NaN', 'infinity', '-infinity'), (2, 0, 'Infinity', '0044-03-15 12:00:00 BC', '12000-01-01'),
        (3, null, '-0', '1850-01-01 00:00:00.123456', '0099-01-01'), (4, -0.5, 1e-7, '1900-02-28', '1900-03-01')`.execute(
        database.db,
      );

      await expectSameFiles({}, 'Europe/Berlin');
    });
});
