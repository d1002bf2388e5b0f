import type { Kysely } from 'kysely';
import type { AnyDatabase, AnyRow, TableContext } from './TableContext.ts';

/**
 * How the cells of a table are edited. Each column is tagged `editable` in the template, too.
 *
 * ```ts
 * edit: {
 *   columns: {
 *     paid: true,
 *     customer: { column: 'orders.customer_id', references: 'customers.id' },
 *     note: { schema: Type.Union([Type.Null(), Type.String({ maxLength: 200 })]) },
 *     status: async ({ row, value, db, user }) => { … },
 *   },
 *   version: 'orders.version',
 * }
 * ```
 */
export interface TableEdit<DB = AnyDatabase, Row = AnyRow, User = unknown> {
  /**
   * Name of a column → how it is written. `true` writes the column's `data` by the row identifier; a function writes it
   * itself. Columns that are fields of `records`, and tagged `editable`, need not be repeated.
   */
  readonly columns?: Readonly<Record<string, true | EditFunction<DB, Row, User> | ColumnEdit<DB, Row, User>>>;
  /**
   * `table.column` that is different after each change of a row, of the table that the row identifier is from. The query
   * selects it under its own name. A whole number is raised by one with each edit; any other type has to be changed by
   * the database.
   */
  readonly version?: string;
}

export interface ColumnEdit<DB = AnyDatabase, Row = AnyRow, User = unknown> {
  /** `table.column` of the query that is written. Defaults to the column's `data`. */
  readonly column?: string;
  /**
   * The `table.column`s that identify the written record. Defaults to the row identifier, or the definition's `key`. Required
   * where these are columns of another table.
   */
  readonly id?: string | readonly string[];
  /** `table.column` that has to have the value, such as `customers.id`. A foreign key of the database suffices, too. */
  readonly references?: string;
  /**
   * JSON schema (such as TypeBox's) of the value, in addition to the column's type: a number as it is shown, a date as
   * text, a list as an array, JSON as the value that it describes. Null must be valid, too, if cells may be empty. Texts have at
   * most its `maxLength`, or 10,000, characters; JSON has at most 100,000. A column of JSON whose schema is that of an array of
   * texts is a list.
   */
  readonly schema?: object;
  /** Called before the value is written. When it throws, nothing is written. */
  before?(change: EditChange<DB, Row, User>): unknown;
  /** Writes the value, instead of an update of `column`. */
  write?(change: EditChange<DB, Row, User>): unknown;
}

/**
 * Writes the value of one cell. It refuses a change by throwing; the message of a `TableError` is sent to the client,
 * such as `new TableError('tables.edit_refused', 'The order is already shipped.')`. It is called again when the
 * transaction has to be repeated after a conflict with another, and its writes are then rolled back first.
 */
export type EditFunction<DB = AnyDatabase, Row = AnyRow, User = unknown> = (
  change: EditChange<DB, Row, User>,
) => unknown;

/** A value in the form of `EditChange.value`. Of a list, null is an item without a value. */
export type EditedValue = string | boolean | null | readonly (string | null)[];

/** A change of one cell. `request` has the `params` that the client sent. */
export interface EditChange<DB = AnyDatabase, Row = AnyRow, User = unknown> extends TableContext<User> {
  /** Name of the column. */
  readonly column: string;
  /** The current row, not formatted, with relations loaded. It does not change until the end of the transaction. */
  readonly row: Row;
  /**
   * The new value as databases store it: a boolean; an exact decimal as text (cents for a column tagged `cents`); a day as
   * `YYYY-MM-DD` or an instant in UTC as ISO 8601; the items of a list as texts; otherwise a text, also for JSON.
   */
  readonly value: EditedValue;
  /** The transaction of the change, for this call only: await every query before the function returns. */
  readonly db: Kysely<DB>;
  /** UUID of the change, the same when the client repeats it; null if it sent none. */
  readonly requestId: string | null;
}

/** Functions of an application around every change of a cell of its tables. */
export interface EditHooks {
  /** Called in the transaction, before the functions of the column. It refuses the change by throwing, as they do. */
  before?(change: EditedCell): unknown;
  /** Called when the change has been committed. An error is reported and has no other effect. */
  after?(change: Omit<EditedCell, 'db'>): unknown;
}

export interface EditedCell extends EditChange {
  /** Id of the table. */
  readonly table: string;
  /** Identifier of the row, as text. */
  readonly rowId: string;
  /** The value that is replaced, as the database driver gives it. */
  readonly from: unknown;
}
