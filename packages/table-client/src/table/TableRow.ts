/** Value of `dtRowId` in a row. */
export type RowId = string | number;

/** One row as the server sent it. `_actions` names the row buttons that it has; without it, it has all. */
export interface TableRow {
  [column: string]: unknown;
  _actions?: readonly string[];
  /** Column name → CSS classes of its cell; a list has the classes of the whole row. */
  _cssClasses?: Readonly<Record<string, string>> | readonly string[];
  /** Column name → exact value of a cell whose format leaves out a part. */
  _exact?: Readonly<Record<string, string>>;
}
