import type { RawBuilder } from 'kysely';

/** Differences between the databases; no code outside checks which one it is. */
export interface Dialect {
  /** DDL; can be repeated. `userId` is the SQL type of the users' key. */
  createTable(table: string, userId: string): RawBuilder<unknown>;
  /** Adds the column `fault` to a table that was created before it existed. */
  addFault(table: string): RawBuilder<unknown>;
  /** Indexes that are not part of createTable; can be repeated. */
  createIndexes(table: string): readonly RawBuilder<unknown>[];
  /** No rows if the table does not exist. */
  columnsOf(table: string): RawBuilder<{ name: string; type: string }>;
  /** Inserts a JSON list of rows by a single parameter, which costs far less than one per value. */
  insertRows(rows: string): RawBuilder<unknown>;
  /** Whether the payload is a JSON string in that list, instead of an object. */
  readonly payloadAsText: boolean;
  /** A time comparable with `created_at`. */
  time(date: Date): unknown;
  deleteBefore(table: string, before: Date, step: number): RawBuilder<unknown>;
  /** Whether the log can be partitioned by month. */
  readonly hasMonths: boolean;
  /** Sets how payloads are compressed and how much statistics sample; part of createIndexes, and for tables made otherwise. */
  readonly tune?: (table: string) => readonly RawBuilder<unknown>[];
  /** An expression for a new UUID per row. */
  readonly uuid: RawBuilder<string>;
  /** Casts any value to text. */
  asText(value: RawBuilder<unknown>): RawBuilder<string>;
  /** Converts a time of an older table. */
  asTime(column: string, type: string): RawBuilder<unknown>;
  /** Sets the minimum id of new rows. */
  reserveIds(table: string, next: number): RawBuilder<unknown>;
  /** Swaps the tables atomically: by one statement, or by several in a transaction. */
  swap(table: string, replacement: string, retired: string): readonly RawBuilder<unknown>[];
}

/** Columns of a record, without the generated `id`. */
export const columns = [
  'call_id',
  'user_id',
  'route',
  'url',
  'payload',
  'method',
  'status',
  'error',
  'fault',
  'try',
  'direction',
  'duration',
  'created_at',
  'updated_at',
] as const;

/**
 * Index name → columns: the filters of the API logs page, newest first, and the attempts of one call. No more, since each
 * index slows down every insert.
 */
export const indexes: Readonly<Record<string, readonly string[]>> = {
  created: ['created_at', 'id'],
  user: ['user_id', 'created_at', 'id'],
  route: ['route', 'created_at', 'id'],
  method: ['method', 'created_at', 'id'],
  direction: ['direction', 'created_at', 'id'],
  call: ['call_id'],
};

/** Index name → included columns, where supported, for the index-only scan of the figures by hour. */
export const covered: Readonly<Record<string, readonly string[]>> = { created: ['status', 'duration'] };
