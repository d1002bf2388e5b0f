import type { Kysely } from 'kysely';
import { parseCountSource } from '../query/CountSource.ts';
import { namedDatabase } from '../query/databaseNames.ts';
import { dialectOf } from '../query/dialects/dialectOf.ts';
import { functionSchemas } from '../query/functionSchemas.ts';

/**
 * Keeps cached counts of these tables up to date: creates two bookkeeping tables and, on each named table, triggers
 * that record how many rows a statement created or deleted, in the same transaction. `users(deleted_at)` also records
 * updates that change these columns: name those that a query filters by. Run it in a migration; running it again only
 * resets cached counts.
 *
 * Covered, on every database: each INSERT and DELETE by any client, and their rollback. PostgreSQL and SQLite also
 * cover deletes and updates that a foreign key cascades; PostgreSQL covers TRUNCATE and COPY, rows written straight
 * into a partition, and partitions that are attached, detached or dropped. Not covered: MySQL's TRUNCATE and cascades,
 * SQLite's REPLACE (unless `recursive_triggers` is on), and sessions that disable triggers. After a partition was
 * created or attached, rows are counted for each request until `followPartitions` is run.
 *
 * Cost: PostgreSQL writes one small record for each INSERT and DELETE statement, MySQL and SQLite one for each row;
 * every database one for each row of which a named column changes.
 */
export async function installRowCounts<DB>(db: Kysely<DB>, sources: readonly string[]): Promise<void> {
  const dialect = dialectOf(db);
  const { rawDb, names } = namedDatabase(db);
  const schemas = await functionSchemas(rawDb, dialect);

  for (const source of sources.map((text) => parseCountSource(text, names))) {
    for (const statement of dialect.rowCounts.install(source, schemas)) await statement.execute(rawDb);
  }
}

/**
 * Extends `installRowCounts` to partitions that were added since: creates missing triggers, and locks only these
 * partitions. Cached counts stay. Run it in the transaction that creates or attaches a partition, with the sources of
 * `installRowCounts`. Does nothing on MySQL and SQLite, where triggers of a table cover its partitions.
 */
export async function followPartitions<DB>(db: Kysely<DB>, sources: readonly string[]): Promise<void> {
  const { rowCounts } = dialectOf(db);
  const { rawDb, names } = namedDatabase(db);

  for (const source of sources.map((text) => parseCountSource(text, names))) {
    for (const statement of rowCounts.followPartitions(source)) await statement.execute(rawDb);
  }
}

/** Removes the triggers of `installRowCounts` for these sources; the bookkeeping tables stay. */
export async function removeRowCounts<DB>(db: Kysely<DB>, sources: readonly string[]): Promise<void> {
  const { rowCounts } = dialectOf(db);
  const { rawDb, names } = namedDatabase(db);

  for (const source of sources.map((text) => parseCountSource(text, names))) {
    for (const statement of rowCounts.remove(source)) await statement.execute(rawDb);
  }
}
