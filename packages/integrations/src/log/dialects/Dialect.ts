import type { RawBuilder } from 'kysely';

/** What differs between the databases. Nothing outside asks which one it is. */
export interface Dialect {
  /** DDL; may be run again. `userId` is the SQL type of the users' key. */
  createTable(table: string, userId: string): RawBuilder<unknown>;
  /** What the table cannot be created with; may be run again. */
  createIndexes(table: string): readonly RawBuilder<unknown>[];
  /** None when there is no such table. */
  columnsOf(table: string): RawBuilder<{ name: string; type: string }>;
  /** Inserts a JSON list of rows, by one parameter: far less work for the process than one per value. */
  insertRows(rows: string): RawBuilder<unknown>;
  /** Whether a row's payload is within that list as text. */
  readonly payloadAsText: boolean;
  /** A time, as it is compared with `created_at`. */
  time(date: Date): unknown;
  deleteBefore(before: Date, step: number): RawBuilder<unknown>;
  /** A new UUID for each row. */
  readonly uuid: RawBuilder<string>;
  /** A value of any type as text. */
  asText(value: RawBuilder<unknown>): RawBuilder<string>;
  /** An older table's time as one of the current table's. */
  asTime(column: string, type: string): RawBuilder<unknown>;
  /** Rows inserted from now on have at least that id. */
  reserveIds(table: string, next: number): RawBuilder<unknown>;
  /** Gives the tables each other's place at one moment: all statements in a transaction, or one alone. */
  swap(table: string, replacement: string, retired: string): readonly RawBuilder<unknown>[];
}
