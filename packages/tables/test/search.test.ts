import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, type Tables } from '../src/index.ts';
import { idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

interface Library {
  books: {
    id: number;
    title: string;
    body: string | null;
    price: string | number;
    day: string;
    hidden: string;
  };
}

type Book = Library['books'];

const books: Book[] = (
  [
    ['Red Fox', 'quick brown'],
    ['red apple', null],
    ['RED', 'the fox sleeps'],
    ['100% sure', 'a_b'],
    ['100 sure', 'axb'],
    ['back\\slash', 'C:\\dir'],
    ['bang! bang', '!%'],
    ["O'Neil", 'say "hi"'],
    ['-- comment', '/* no */ ; drop table books'],
    ['ΩΜΕΓΑ', 'ωμεγα'],
    ['日本語', 'naïve café'],
    ['fox', 'fox'],
    ['foxes', null],
    ['a fox', 'red'],
    ['tab\there', 'two  blanks'],
  ] as const
).map(([title, body], index) => ({
  id: index + 1,
  title,
  body,
  price: `${index * 10 + 3}.75`,
  day: `2026-03-${String(index + 10)}`,
  hidden: 'secret',
}));

const modes = ['full', 'startsWith', 'endsWith', 'exactMatch', 'doesntContain'] as const;
type Mode = (typeof modes)[number];

const template = (comparisonOperator: string, columns = ['title', 'body']) => ({
  routePrefix: 'books',
  comparisonOperator,
  lengthMenu: [100],
  columns: [
    ...columns.map((name) => ({ label: name, name, data: `books.${name}`, meta: ['searchable'] })),
    { label: 'Hidden', name: 'hidden', data: 'books.hidden' },
  ],
});

const definition = (operator: string, columns?: string[]) =>
  defineTable({
    template: template(operator, columns),
    query: (db: Kysely<Library>) => db.selectFrom('books').selectAll('books').select('books.id as dtRowId'),
  });

describe.each(dialects)('search on %s', (dialect) => {
  let database: LoggedDatabase<Library>;
  let like: Tables;
  let ilike: Tables;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await database.db.schema
      .createTable('books')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('title', 'varchar(200)', (column) => column.notNull())
      .addColumn('body', 'text')
      .addColumn('price', 'decimal(10, 2)', (column) => column.notNull())
      .addColumn('day', 'date', (column) => column.notNull())
      .addColumn('hidden', 'varchar(20)', (column) => column.notNull())
      .execute();
    await database.db.insertInto('books').values(books).execute();
    like = tablesOf(database.db, definition('LIKE'));
    ilike = tablesOf(database.db, definition('ILIKE'));
  });

  afterAll(() => database.destroy());

  /** How the database sees letters under an operator, by the flags of its dialect. */
  const fold = (operator: string) => {
    const { likeHeedsCase, ilikeCoversUnicode } = database.capabilities;
    if (operator === 'LIKE' && likeHeedsCase) return (text: string) => text;
    if (ilikeCoversUnicode) return (text: string) => text.toLowerCase();

    return (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  };

  const matches = (operator: string, mode: Mode, term: string, value: string | null): boolean => {
    if (value === null) return mode === 'doesntContain';
    const text = fold(operator)(value);
    const wanted = fold(operator)(term);
    switch (mode) {
      case 'full':
        return text.includes(wanted);
      case 'startsWith':
        return text.startsWith(wanted);
      case 'endsWith':
        return text.endsWith(wanted);
      case 'exactMatch':
        return text === wanted;
      case 'doesntContain':
        return !text.includes(wanted);
    }
  };

  const expected = (operator: string, mode: Mode, search: string, rows: readonly Book[] = books) => {
    const text = search.trim();
    const terms = mode === 'full' ? text.split(/\s+/) : [text];

    return rows
      .filter(({ title, body }) =>
        terms.every((term) => {
          const found = [title, body].map((value) => matches(operator, mode, term, value));

          return mode === 'doesntContain' ? found.every(Boolean) : found.some(Boolean);
        }),
      )
      .map(({ id }) => id);
  };

  const search = async (tables: Tables, text: string, searchMode: Mode = 'full') => {
    const response = await tables.data('books', { meta: { search: text, searchMode, length: 100 } });
    expect(response.filtered).toBe(response.data.length);
    expect(response.count).toBe(books.length);
    expect(response.filters).toBe(text.trim() !== '');

    return idsOf(response).sort((a, b) => a - b);
  };

  const texts = [
    'fox',
    'FOX',
    'red fox',
    'fox red',
    '  fox   RED ',
    'Red',
    '%',
    '_',
    '100%',
    'a_b',
    '\\',
    'back\\slash',
    '\\dir',
    '!',
    '!%',
    "'",
    "O'Neil",
    '"hi"',
    '--',
    '-- comment',
    "' or 1=1 --",
    '; drop table books',
    'ΩΜΕΓΑ',
    'ωμεγα',
    '本',
    'café',
    'nothing like it',
    'tab\there',
    'two  blanks',
  ];

  it.each(modes)('finds in mode %s the same as plain text matching, by LIKE and by ILIKE', async (mode) => {
    for (const text of texts) {
      expect(await search(like, text, mode), `LIKE ${text}`).toEqual(expected('LIKE', mode, text));
      expect(await search(ilike, text, mode), `ILIKE ${text}`).toEqual(expected('ILIKE', mode, text));
    }
  });

  it('requires every word in any of the columns', async () => {
    expect(await search(ilike, 'red fox')).toEqual([1, 3, 14]);
    expect(await search(ilike, 'fox brown')).toEqual([1]);
    expect(await search(ilike, 'fox brown nowhere')).toEqual([]);
  });

  it('respects case by LIKE if and only if the flag is set', async () => {
    expect(await search(like, 'RED')).toEqual(database.capabilities.likeHeedsCase ? [3] : [1, 2, 3, 14]);
  });

  it('ignores case by ILIKE, beyond ASCII if and only if the flag is set', async () => {
    expect(await search(ilike, 'RED')).toEqual([1, 2, 3, 14]);
    expect(await search(ilike, 'ωΜεΓα', 'exactMatch')).toEqual(
      database.capabilities.ilikeCoversUnicode ? [10] : [],
    );
  });

  it('takes a null for a text that contains nothing', async () => {
    const found = await search(ilike, 'fox', 'doesntContain');

    expect(found).toContain(2);
    expect(found).not.toContain(13);
    expect(found).not.toContain(1);
  });

  it('reads all special characters of SQL and LIKE literally', async () => {
    const alphabet = [
      'a',
      'B',
      'b',
      '%',
      '_',
      '\\',
      '!',
      "'",
      '"',
      '-',
      ';',
      '?',
      '$1',
      ':x',
      'Ω',
      'ω',
      '日',
      ' ',
    ];
    const text = fc
      .array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 3 })
      .map((c) => c.join(''));
    const rows = fc
      .sample(fc.record({ title: text, body: fc.option(text) }), { numRuns: 120, seed: 7 })
      .map((row, index) => ({ ...(books[0] as Book), ...row, id: index + 1 }));
    await database.db.deleteFrom('books').execute();
    await database.db.insertInto('books').values(rows).execute();

    try {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom('LIKE', 'ILIKE'), fc.constantFrom(...modes), text, async (...of) => {
          const [operator, searchMode, wanted] = of;
          fc.pre(wanted.trim() !== '');
          const response = await (operator === 'LIKE' ? like : ilike).data('books', {
            meta: { search: wanted, searchMode, length: 100 },
          });

          const ids = expected(operator, searchMode, wanted, rows);
          expect(response.filtered).toBe(ids.length);
          expect(idsOf(response)).toEqual(ids.slice(0, 100));
        }),
        { numRuns: 120 },
      );
    } finally {
      await database.db.deleteFrom('books').execute();
      await database.db.insertInto('books').values(books).execute();
    }
  });

  it('searches numbers and dates as text if they are searchable', async () => {
    const tables = tablesOf(database.db, definition('LIKE', ['price', 'day']));

    expect(await search(tables, '13.75', 'exactMatch')).toEqual([2]);
    expect(await search(tables, '3.75', 'endsWith')).toEqual(books.map(({ id }) => id));
    expect(await search(tables, '2026-03-12')).toEqual([3]);
    expect(await search(tables, '03-1 3.7')).toEqual(books.slice(0, 10).map(({ id }) => id));
    expect(await search(tables, 'March')).toEqual([]);
  });

  it('searches a computed column by its expression, together with the others', async () => {
    const tables = tablesOf(database.db, {
      ...defineTable({
        template: {
          ...template('ILIKE'),
          columns: [
            { label: 'Text', name: 'text', meta: ['searchable'] },
            { label: 'Title', name: 'title', data: 'books.title', meta: ['searchable'] },
          ],
        },
        query: (db: Kysely<Library>) =>
          db
            .selectFrom('books')
            .select(['books.id as dtRowId', 'books.title'])
            .select(sql<string>`coalesce(books.body, 'no body')`.as('text')),
        expressions: { text: sql`coalesce(books.body, 'no body')` },
      }),
    });

    expect(await search(tables, 'no body')).toEqual([2, 13]);
    expect(await search(tables, 'fox')).toEqual([1, 3, 12, 13, 14]);
    expect(await search(tables, 'NO foxes')).toEqual([13]);
  });

  it('never finds a row by a column that is not searchable in the template', async () => {
    expect(await search(ilike, 'secret')).toEqual([]);
    expect(await search(ilike, '2026')).toEqual([]);
  });

  it('takes white space alone for no search', async () => {
    expect(await search(ilike, ' \t\n\u00a0\u3000')).toEqual(books.map(({ id }) => id));
  });
});
