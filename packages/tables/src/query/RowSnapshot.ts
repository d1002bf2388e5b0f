import type { CompiledQuery, Kysely } from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/defineTable.ts';

/** One instant of the database, in which any number of rows can be read. Always closed by who opened it. */
export interface RowSnapshot {
  /** Answers a query in the snapshot, while no rows are being read. Ends as `rows` does when it is aborted. */
  read<Row>(query: CompiledQuery<Row>, signal?: AbortSignal): Promise<Row[]>;
  /** Reads beside the rows: in the same snapshot, but on MySQL, whose stream keeps its connection, as things are then. */
  readonly beside: Kysely<AnyDatabase>;
  /**
   * The rows of a query, at most `size` at a time, in its order. Memory holds two such chunks. Once only.
   * Rejects with the signal's reason when it is aborted, and ends the statement that runs in the database.
   */
  rows(query: CompiledQuery<AnyRow>, size: number, signal?: AbortSignal): AsyncGenerator<AnyRow[]>;
  close(): Promise<void>;
}

/** `onError` is told of a statement that could not be ended. */
export type OpenRowSnapshot = (
  db: Kysely<AnyDatabase>,
  onError?: (error: unknown) => void,
) => Promise<RowSnapshot>;
