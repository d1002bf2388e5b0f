import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { type LoggedDatabase, loggedDatabase } from '../../tables/test/support.ts';
import { introspectTables } from '../src/introspect/index.ts';

/** Texts of 40 rows: as many different ones as named. */
const tables = {
  events: { name: 2, title: 3 },
  products: { name: 30 },
  tasks: { name: 4, title: 40 },
  people: { first_name: 8, last_name: 5 },
  visitors: { first_name: 1, last_name: 2 },
} as const;
const size = 40;

describe.each(dialects)('names of rows without statistics, on %s', (dialect) => {
  let database: LoggedDatabase<Record<string, Record<string, unknown>>>;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    const { db } = database;
    for (const [table, texts] of Object.entries(tables)) {
      await Object.keys(texts)
        .reduce(
          (creation, name) => creation.addColumn(name, 'varchar(40)'),
          db.schema.createTable(table).addColumn('id', 'integer', (column) => column.primaryKey()),
        )
        .execute();
      const rows = Array.from({ length: size }, (_, index) => ({
        id: index + 1,
        ...Object.fromEntries(
          Object.entries(texts).map(([name, different], position) => [
            name,
            // The second of two runs through its values once for each of the first.
            `${name} ${position === 0 ? index % different : Math.floor((index * different) / size)}`,
          ]),
        ),
      }));
      await db.insertInto(table).values(rows).execute();
    }
    await db.schema
      .createTable('codes')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'varchar(40)', (column) => column.unique())
      .execute();
    await db.schema
      .createTable('empty_things')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'varchar(40)')
      .execute();
  });
  afterAll(() => database.destroy());

  const namesOf = async () =>
    Object.fromEntries(
      (await introspectTables({ db: database.db as never })).tables.map(({ name, labelColumns }) => [
        name,
        labelColumns,
      ]),
    );

  it('are the key where nothing is nearly unique, and persons by both names together', async () => {
    expect(await namesOf()).toMatchObject({
      events: ['id'],
      products: ['name'],
      tasks: ['title'],
      people: ['first_name', 'last_name'],
      visitors: ['id'],
      codes: ['name'],
      empty_things: ['name'],
    });
  });

  it('read at most 1,000 rows of a table, by its key, and no row without need', async () => {
    database.statements();
    await namesOf();
    const reads = database.statements().filter((statement) => statement.includes('first_rows'));

    // A unique name needs none.
    expect(reads).toHaveLength(6);
    for (const read of reads) expect(read.replaceAll(/\s+/g, ' ')).toMatch(/order by \S+ limit 1000 \)/);
  });

  it('are the same when the database has statistics', async () => {
    const names = await namesOf();
    for (const table of Object.keys(tables)) {
      if (dialect === 'postgres') await sql`analyze ${sql.id(table)}`.execute(database.db);
      if (dialect === 'mysql') await sql`analyze table ${sql.id(table)}`.execute(database.db);
      if (dialect === 'sqlite') await sql`analyze`.execute(database.db);
    }

    expect(await namesOf()).toEqual(names);
  });
});
