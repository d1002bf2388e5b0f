import type { Kysely } from 'kysely';
import { dialectOf } from '../query/dialects/dialectOf.ts';

/**
 * Lets kept counts follow the rows of these tables: creates two bookkeeping tables and, on each named table,
 * triggers that record how many rows a statement created or deleted, in the same transaction. Run it in a migration;
 * running it again changes nothing but that counts are taken anew.
 *
 * Covered, on every database: each INSERT and DELETE, whoever sends it, and their rollback. PostgreSQL and SQLite also
 * cover deletes that a foreign key cascades; PostgreSQL covers TRUNCATE and COPY. Not covered: MySQL's TRUNCATE and
 * cascades, SQLite's REPLACE (unless `recursive_triggers` is on), rows written straight into a partition, and
 * sessions that switch triggers off.
 *
 * Cost: PostgreSQL writes one small record a statement, MySQL and SQLite one a row.
 */
export async function installRowCounts<DB>(db: Kysely<DB>, tables: readonly string[]): Promise<void> {
  const { rowCounts } = dialectOf(db);

  for (const statement of tables.flatMap((table) => rowCounts.install(table))) {
    await statement.execute(db);
  }
}

/** Undoes `installRowCounts` for these tables; the bookkeeping tables stay. */
export async function removeRowCounts<DB>(db: Kysely<DB>, tables: readonly string[]): Promise<void> {
  const { rowCounts } = dialectOf(db);

  for (const statement of tables.flatMap((table) => rowCounts.remove(table))) {
    await statement.execute(db);
  }
}
