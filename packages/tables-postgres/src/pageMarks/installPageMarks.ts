import { dialectOf, functionSchemas, namedDatabase, parseCountSource } from '@rowhouse/tables/internal';
import type { Kysely } from 'kysely';
import { keepMarks } from './keepMarks.ts';
import { type MarkedSort, nameOf } from './markNames.ts';
import { installStatements, removeStatements } from './markStatements.ts';

export interface PageMarkOptions {
  /** Rows between two marks. Defaults to a four-thousandth of the table, from 5,000 to 100,000. */
  readonly every?: number;
}

/**
 * Speeds up pages in the middle of a huge table by marks near them. A sort consists of its table and all of its
 * columns, with those that make it unique last: `orders(placed_at, id)`. The columns must be NOT NULL, and need an
 * index in this order. Run it in a migration; running it again only recreates the marks.
 *
 * Triggers record the sort key of each created or deleted row, and the old and new key of each row whose key changes.
 * The first page of the sort sets the marks in the background, as `keepPageMarks` does; until then, pages are read
 * without marks. Does nothing on MySQL and SQLite.
 */
export async function installPageMarks<DB>(
  db: Kysely<DB>,
  sorts: readonly string[],
  { every }: PageMarkOptions = {},
): Promise<void> {
  const { own, dialect, parsed } = markedSorts(db, sorts);
  if (parsed.length === 0) return;

  const install = async (transaction: Kysely<DB>) => {
    const schemas = await functionSchemas(transaction, dialect);
    for (const sort of parsed) {
      for (const statement of installStatements(sort, every ?? null, schemas))
        await statement.execute(transaction);
    }
  };
  // Migrations run in one.
  await (own.isTransaction ? install(own) : own.transaction().execute(install));
}

/** Sets the marks of these sorts and brings them up to date; only necessary if no pages are read for a long time. */
export async function keepPageMarks<DB>(db: Kysely<DB>, sorts: readonly string[]): Promise<void> {
  const { own, parsed } = markedSorts(db, sorts);

  for (const sort of parsed) await keepMarks(own, nameOf(sort), { waits: true });
}

/** Drops the marks of `installPageMarks` for these sorts. */
export async function removePageMarks<DB>(db: Kysely<DB>, sorts: readonly string[]): Promise<void> {
  const { own, parsed } = markedSorts(db, sorts);

  for (const sort of parsed) {
    for (const statement of removeStatements(sort)) await statement.execute(own);
  }
}

/** Other databases than PostgreSQL have no sorts with marks. */
function markedSorts<DB>(db: Kysely<DB>, sorts: readonly string[]) {
  const dialect = dialectOf(db);
  const { rawDb, names } = namedDatabase(db);
  const parsed = sorts.map((text): MarkedSort => {
    const sort = parseCountSource(text, names);
    if (sort.columns.length > 0) return sort;

    throw new RangeError(
      `"${text}" names no columns. Name the table with the columns of the sort: "orders(placed_at, id)".`,
    );
  });

  return { own: rawDb, dialect, parsed: dialect.name === 'postgres' ? parsed : [] };
}
