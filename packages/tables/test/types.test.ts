import { checkTables } from '@rowhouse/tables-dev';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, type TableDefinition, type TemplateJson } from '../src/index.ts';
import { createShop, fillShop, type Shop } from './shop.ts';
import { type LoggedDatabase, loggedDatabase, refusal, tablesOf } from './support.ts';

const template: TemplateJson = {
  routePrefix: 'orders',
  columns: [{ label: 'Number', name: 'number', data: 'orders.number' }],
};

const numbers = (db: Kysely<Shop>) =>
  db.selectFrom('orders').select(['orders.id as dtRowId', 'orders.number']);

interface User {
  readonly name: string;
}

describe('defineTable', () => {
  it('accepts a query whose rows have dtRowId, and no other', () => {
    defineTable({ template, query: numbers });
    defineTable({ template, query: (db: Kysely<Shop>) => numbers(db).where('orders.cents', '>', 5) });

    // @ts-expect-error the rows have no dtRowId
    defineTable({ template, query: (db: Kysely<Shop>) => db.selectFrom('orders').select('orders.number') });
    // @ts-expect-error a promise of rows is no query
    defineTable({ template, query: (db: Kysely<Shop>) => numbers(db).execute() });
    // @ts-expect-error rows are no query
    defineTable({ template, query: () => [{ dtRowId: 1 }] });
    // @ts-expect-error nothing is no query
    defineTable({ template, query: () => null });
    // @ts-expect-error an insert is no query
    defineTable({ template, query: (db: Kysely<Shop>) => db.insertInto('countries') });
    // @ts-expect-error there is no such table
    defineTable({ template, query: (db: Kysely<Shop>) => db.selectFrom('nothing').selectAll() });
  });

  it('passes the rows of the query and the user to row functions', () => {
    defineTable({
      template,
      query: (db: Kysely<Shop>, { user }: { user: User | null }) =>
        numbers(db).where('orders.note', '=', user?.name ?? ''),
      appends: { shout: (row) => row.number.toUpperCase() },
      methods: { twice: (row): number => row.dtRowId * 2 },
      cssClasses: (row) => ({ number: row.number }),
      rowActions: (row) => [row.number],
      resources: { of: (_value, row) => row.dtRowId.toFixed() },
    });
    defineTable({ template, query: numbers, cssClasses: (row) => [row.number] });
    defineTable({
      template,
      query: numbers,
      appends: {
        // @ts-expect-error the rows have no status
        status: (row) => row.status,
      },
    });
    defineTable({
      template,
      query: numbers,
      // @ts-expect-error actions are a list of names
      rowActions: (row) => row.number.length,
    });
    defineTable({
      template,
      query: numbers,
      // @ts-expect-error a number is no expression
      expressions: { number: 5 },
    });
  });

  it('accepts a template as JSON, and reports unknown keys', () => {
    // @ts-expect-error columns are missing
    defineTable({ template: { routePrefix: 'orders' }, query: numbers });
    // @ts-expect-error a length menu has numbers
    defineTable({ template: { ...template, lengthMenu: ['10'] }, query: numbers });
  });
});

describe.each(dialects)('a query that cannot be used, on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, 5);
  });

  afterAll(() => database.destroy());

  /** A definition past the compiler, as plain JavaScript writes it. */
  const untyped = (query: (db: Kysely<Shop>) => unknown, dtRowId?: string) =>
    ({
      ...defineTable({ template: { ...template, ...(dtRowId && { dtRowId }) }, query: numbers }),
      query,
    }) as TableDefinition;

  const faults: [name: string, query: (db: Kysely<Shop>) => unknown, reported: RegExp][] = [
    ['a list of rows', () => [{ dtRowId: 1 }], /returned a list of rows.*without execute/],
    ['a promise of rows', (db) => numbers(db).execute(), /returned a promise.*without execute/],
    ['null', () => null, /returned null/],
    ['nothing', () => undefined, /returned undefined/],
    ['a text', () => 'select 1', /returned a value of type string/],
    ['an insert', (db) => db.insertInto('countries').values({ id: 9, name: 'x', code: 'x' }), /returned/],
    ['a delete', (db) => db.deleteFrom('orders'), /returned/],
    ['an ordered query', (db) => numbers(db).orderBy('orders.number'), /has an orderBy.*sort:ASC/],
    ['a limited query', (db) => numbers(db).limit(5), /has a limit or an offset/],
    ['a query with an offset', (db) => numbers(db).limit(5).offset(1), /has a limit or an offset/],
    [
      'a query without dtRowId',
      (db) => db.selectFrom('orders').select('orders.number'),
      /does not select the row identifier.*id as dtRowId/,
    ],
    [
      'a query of everything',
      (db) => db.selectFrom('orders').selectAll(),
      /does not select the row identifier/,
    ],
    ['a union', (db) => numbers(db).union(numbers(db)), /union.*derived table/],
  ];

  it.each(faults)('is refused, with a remedy, when it is %s', async (_name, query, reported) => {
    const tables = tablesOf(database.db, untyped(query));
    const error = await refusal(tables.data('orders', {}));

    expect(error).toMatchObject({ status: 500, code: 'tables.invalid_query' });
    expect(error.message).toContain('The query of table "orders"');
    expect(error.message).toMatch(reported);
    expect((await checkTables(tables)).flatMap(({ faults }) => faults)).toMatchObject([
      { code: 'query', path: '' },
    ]);
    expect(await database.db.selectFrom('orders').selectAll().execute()).toHaveLength(5);
  });

  it('identifies rows by the name in the template', async () => {
    const tables = tablesOf(
      database.db,
      untyped((db) => db.selectFrom('orders').select(['orders.id', 'orders.number']), 'id'),
    );
    const { data } = await tables.data('orders', {});

    expect(data.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4, 5]);
  });

  it('identifies rows by an expression', async () => {
    const tables = tablesOf(
      database.db,
      defineTable({
        template,
        query: (db: Kysely<Shop>) =>
          db.selectFrom('orders').select('orders.number').select(sql<number>`orders.id * 10`.as('dtRowId')),
      }),
    );
    const { data } = await tables.data('orders', {});

    expect(data.map(({ dtRowId }) => Number(dtRowId))).toEqual([10, 20, 30, 40, 50]);
  });

  it('finds no fault in a valid query', async () => {
    const tables = tablesOf(database.db, defineTable({ template, query: numbers }));

    expect((await checkTables(tables)).map(({ faults }) => faults)).toEqual([[]]);
    expect((await refusal(tables.data('nothing', {}))).code).toBe('tables.not_found');
  });
});
