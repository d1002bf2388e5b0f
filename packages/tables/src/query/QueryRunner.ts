import type { CompiledQuery, Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';

/** Runs a query and returns its rows. */
export type QueryRunner = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>;

/** Runs queries without limits, on a database or in a transaction. */
export function runnerOf(db: Kysely<AnyDatabase>): QueryRunner {
  return async (query) => (await db.executeQuery(query)).rows;
}
