import type { EnglishText } from '@rowhouse/problems';
import type { TableRequest } from '../request/TableRequest.ts';

export type RowId = string | number | bigint;

/** Argument of a table's query and row functions. */
export interface TableContext<User = unknown> {
  readonly request: TableRequest;
  /** The user of the request; null on a table without authentication. */
  readonly user: User | null;
  /** IANA time zone in which the request's dates are filtered, shown and written. */
  readonly timeZone: string;
}

/** Argument of row functions, whose texts are for the user. */
export interface RowContext<User = unknown> extends TableContext<User> {
  /**
   * An English text in the language of the user, by the option `translate` of the tables: with `{name}` for a value, and
   * `{count|# row|# rows}` for a plural.
   */
  translate(text: EnglishText, values?: Readonly<Record<string, string | number>>): string;
}

export type AnyRow = { dtRowId: RowId } & Record<string, unknown>;

export type AnyDatabase = Record<string, Record<string, unknown>>;
