import type { PhoneRows } from '../table/TableState.ts';

export interface PhoneRowsSnapshot {
  /** The user's choice for narrow screens. */
  readonly phoneRows: PhoneRows;
  /** The grid is narrow. */
  readonly narrow: boolean;
  /** Rows are drawn as cards: the table is narrow, may hide columns, and is not grouped. */
  readonly cards: boolean;
}

export interface PhoneRowsFunctions {
  /** Cards need columns to be hidden, so they end the fit `scroll`. */
  setPhoneRows(rows: PhoneRows): void;
  /** Called by the grid when its width has changed. */
  setNarrow(narrow: boolean): void;
}
