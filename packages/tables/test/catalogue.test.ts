import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import type { AnyDatabase } from '../src/definition/TableContext.ts';
import { dialectOf } from '../src/query/dialects/dialectOf.ts';
import { readCatalogue } from '../src/query/readCatalogue.ts';

describe.each(dialects)('the catalogue on %s', (dialect) => {
  let database: TestDatabase<AnyDatabase>;
  let db: Kysely<AnyDatabase>;

  beforeAll(async () => {
    database = await createTestDatabase<AnyDatabase>(dialect);
    db = database.db;
    await db.schema
      .createTable('parcels')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('code', 'varchar(40)')
      .addColumn('place', 'varchar(40)')
      .execute();
    await db.schema.createIndex('by_place').on('parcels').columns(['place', 'code']).execute();
    await db.schema.createIndex('by_code').unique().on('parcels').column('code').execute();
    for (const statement of partly[dialect]) await sql.raw(statement).execute(db);
  });

  afterAll(() => database.destroy());

  /** Indexes that do not hold whole columns of all rows. */
  const partly: Record<typeof dialect, string[]> = {
    postgres: [
      'create index in_part on parcels (place) where code is not null',
      'create index of_expression on parcels (lower(place), id)',
      'create index without_order on parcels using hash (place)',
    ],
    mysql: ['create index of_beginnings on parcels (place(3), id)'],
    sqlite: [
      'create index in_part on parcels (place) where code is not null',
      'create index of_expression on parcels (lower(place), id)',
    ],
  };

  it('has the ordered indexes of plain columns over all rows, and no others', async () => {
    const catalogue = await readCatalogue(db, dialectOf(db));
    const { indexes = [] } = catalogue.find({ schema: null, name: 'parcels' }) ?? {};
    const own = indexes.map(({ columns, unique }) => ({ columns, unique }));

    expect(own.toSorted((a, b) => a.columns.length - b.columns.length)).toEqual(
      expect.arrayContaining([
        { columns: ['id'], unique: true },
        { columns: ['code'], unique: true },
        { columns: ['place', 'code'], unique: false },
      ]),
    );
    expect(own).toHaveLength(3);
  });

  it('has all tables, although a view cannot be read', async () => {
    await sql`create table dropped (a integer)`.execute(db);
    await sql`create view broken as select a + 1 as b from dropped`.execute(db);
    // PostgreSQL drops no table that a view reads.
    if (dialect !== 'postgres') await sql`drop table dropped`.execute(db);
    const catalogue = await readCatalogue(db, dialectOf(db));

    expect([...(catalogue.find({ schema: null, name: 'parcels' })?.columns.keys() ?? [])]).toEqual([
      'id',
      'code',
      'place',
    ]);
    expect(catalogue.find({ schema: null, name: 'broken' })).toBeDefined();
  });

  if (dialect === 'postgres')
    it('returns the table of an unqualified name if several schemas have one', async () => {
      await sql`create schema elsewhere`.execute(db);
      await sql`create table elsewhere.parcels (id uuid primary key, weight integer)`.execute(db);
      await sql`create table elsewhere.only_there (id integer primary key)`.execute(db);
      const catalogue = await readCatalogue(db, dialectOf(db));
      const parcels = catalogue.find({ schema: null, name: 'parcels' });

      expect(parcels?.columns.get('id')?.kind).toBe('integer');
      expect([...(parcels?.columns.keys() ?? [])]).toEqual(['id', 'code', 'place']);
      expect(catalogue.find({ schema: null, name: 'only_there' })).toBeUndefined();
    });
});
