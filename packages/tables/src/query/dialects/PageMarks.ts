import type { Expression, RawBuilder, SqlBool } from 'kysely';

/** A sort by columns of one table, all in the same direction; the last columns make it unique. */
export interface MarkedSort {
  /** In the form of `installPageMarks`. */
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Marks of a sort: the key of every n-th row, and the number of rows between two of them. Triggers record the keys of
 * created, deleted and moved rows, so that the number of rows before a mark is known in any snapshot.
 */
export interface PageMarks {
  /** The table with the marks of a sort; it exists if they are installed. */
  nameOf(sort: MarkedSort): string;
  /**
   * DDL; each statement can be repeated. `every`: rows between two marks; null derives it from the size of the table.
   * `schemas`: see `Dialect.functionSchemas`.
   */
  install(sort: MarkedSort, every: number | null, schemas: string): readonly RawBuilder<unknown>[];
  remove(sort: MarkedSort): readonly RawBuilder<unknown>[];
  /**
   * The rows of the table, a slash, and the reading of its cached count, as a scalar. Nothing before the slash while
   * the marks are invalid, for example while they are being set.
   */
  total(name: string, reading: RawBuilder<string | null> | null): RawBuilder<string | null>;
  /** Start of a page: a table for FROM, without rows if no mark is near. */
  place(name: string, page: MarkedPage): MarkedPlace;
  /**
   * Applies recorded changes to the marks, and sets some of the missing ones; `more` if there is more to do. Only one
   * call works at a time; others return without work unless `waits` is set.
   */
  keep(name: string, waits: boolean): RawBuilder<{ readonly more: boolean }>;
}

export interface MarkedPage {
  readonly start: number;
  readonly length: number;
  /** Columns of the sort. */
  readonly direction: 'ASC' | 'DESC';
}

export interface MarkedPlace {
  readonly from: RawBuilder<unknown>;
  /** Condition for rows from the mark on, on the columns of the sort; matches no row if there is no usable mark. */
  condition(columns: readonly Expression<unknown>[]): Expression<SqlBool>;
  /** The number of these rows before `start`. */
  readonly skip: RawBuilder<number>;
}
