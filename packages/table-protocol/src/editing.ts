import type { FilterType } from './constants.ts';
import type { Problem } from './data.ts';

/** Body of a table's edit route: the new value of one cell. */
export interface EditPayload {
  /** Row identifier, as rows have it. */
  row: string | number;
  /** Name of a column whose `meta.editable` is true. */
  column: string;
  /** The new value; null for none. */
  value: EditValue;
  /**
   * The cell as the client shows it: the row's member of that name as it was received. If the cell is different now, the
   * response is 409.
   */
  expected?: unknown;
  /**
   * The member of that name in the row's `_exact` as it was received; null if there was none. If it is different now, the
   * response is 409: cells that look the same may have different values.
   */
  expectedExact?: string | null;
  /** The row's member `template.edit.version`, for tables that have one. If it is different now, the response is 409. */
  version?: string | number;
  /** UUID of the change, the same when it is repeated. For the application; the table does not depend on it. */
  requestId?: string;
  /** Free values for the application's query, as in the data request. */
  params?: Record<string, unknown> | null;
  /** As in the data request: the language in which `expected` was received. */
  locale?: string | null;
}

/**
 * A boolean; the key of an enumeration; a number as plain decimal text or as a JSON number, in the unit shown; a date as
 * `YYYY-MM-DD`; a time as ISO 8601, in the user's time zone if it names none; the value of an option; a text.
 */
export type EditValue = string | number | boolean | null;

/** Response of a table's edit route. */
export interface EditResponse<Row = Record<string, unknown>> {
  /** The row after the change, as the data route returns it; null if it is no longer one of the table's rows. */
  row: Row | null;
}

/** Response 409 of a table's edit route: the cell or the row has changed since it was read. */
export interface EditConflict<Row = Record<string, unknown>> extends Problem {
  /** The row as it is now. */
  current: Row;
}

/** How a client edits the cells of a table. */
export interface InitEdit {
  /** Path of the edit route; its method is PATCH. */
  path: string;
  /** Member of rows to send as `version`. */
  version?: string;
}

/** How a client edits the cells of a column. */
export interface InitColumnEdit {
  /** Kind of the values. `string` also if only the database knows it. */
  type: FilterType;
  /** `select`: path of the options, as in a filter; missing if the user may not list them. */
  path?: string;
  /**
   * `select`: the options are the rows of another table, and `path` is its data route: send `meta.names` to it. `id` if
   * cells show the identifier of the row, `name` if they show another of its columns.
   */
  names?: 'id' | 'name';
  /** Most characters (UTF-16 code units) of a text. */
  maxLength?: number;
  /** Null is refused, so clients offer no empty value. Missing if null is accepted, or that is not known. */
  required?: true;
}
