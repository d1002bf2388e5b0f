import fc from 'fast-check';
import { Kysely, MysqlDialect, sql } from 'kysely';
import { createPool } from 'mysql2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, inSqlMode, type TestDatabase } from '../../../test/databases.ts';
import { withSafeTexts } from './withSafeTexts.ts';

interface Texts {
  texts: { id: number; text: string };
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .array(
      fc.constantFrom("'", '"', '\\', '\n', '\r', '\t', '\b', '\x1a', ' or 1=1 -- ', '%', '日', '🚚', 'a'),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
);

/** The collation of the column pads: it ignores spaces at the end. */
const withoutPadding = (text: string) => text.replace(/ +$/, '');

const modes = ['', 'NO_BACKSLASH_ESCAPES', 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES', 'ANSI_QUOTES'];

describe.each(dialects.filter((dialect) => dialect === 'mysql'))('texts on %s', (dialect) => {
  let database: TestDatabase<Texts>;

  beforeAll(async () => {
    database = await createTestDatabase<Texts>(dialect);
    await sql`create table texts (id integer auto_increment primary key,
      text varchar(200) character set utf8mb4 collate utf8mb4_bin not null)`.execute(database.db);
  });

  afterAll(() => database.destroy());

  async function inMode<T>(mode: string, run: (db: Kysely<Texts>) => Promise<T>): Promise<T> {
    const db = inSqlMode<Texts>(database.url as string, mode);
    try {
      return await run(withSafeTexts(db));
    } finally {
      await db.destroy();
    }
  }

  it.each(modes)('are written, compared and read as they are under sql_mode "%s"', (mode) =>
    inMode(mode, (db) =>
      fc.assert(
        fc.asyncProperty(text, text, async (one, other) => {
          await db.deleteFrom('texts').execute();
          await db
            .insertInto('texts')
            .values([{ text: one }, { text: other }] as never)
            .execute();
          const read = async (query: { execute(): Promise<{ text: string }[]> }) =>
            (await query.execute()).map((row) => row.text);
          const all = db.selectFrom('texts').select('text').orderBy('id');
          const alike = withoutPadding(one) === withoutPadding(other);
          const equal = alike ? [one, other] : [one];

          expect(await read(all)).toEqual([one, other]);
          expect(await read(all.where('text', '=', one))).toEqual(equal);
          expect(await read(all.where('text', 'in', [one, other]))).toEqual([one, other]);
          expect(await read(all.where(sql<boolean>`${sql.ref('text')} = ${sql.lit(one)}`))).toEqual(equal);
          await db
            .updateTable('texts')
            .set({ text: `${one}'` })
            .where('text', '=', one)
            .execute();
          expect(await read(all)).toEqual([`${one}'`, alike ? `${one}'` : other]);
        }),
        { numRuns: 60 },
      ),
    ),
  );
});

it('leaves other databases, and texts without special characters, as they are', async () => {
  const { db, destroy } = await createTestDatabase<Texts>('sqlite');
  expect(withSafeTexts(db)).toBe(db);
  await destroy();

  const pool = createPool({ host: '127.0.0.1', port: 1 });
  const mysql = withSafeTexts(new Kysely<Texts>({ dialect: new MysqlDialect({ pool }) }));
  const compiled = mysql.selectFrom('texts').selectAll().where('text', 'in', ['plain', 'ünder']).compile();
  expect(compiled).toMatchObject({
    sql: 'select * from `texts` where `text` in (?, ?)',
    parameters: ['plain', 'ünder'],
  });
  await mysql.destroy();
});
