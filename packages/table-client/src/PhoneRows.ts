/** How rows are drawn where there is little width: each as a card, or as a table nevertheless. */
export type PhoneRows = 'cards' | 'table';

export interface PhoneRowsSnapshot {
  /** What the user wants on a narrow screen. */
  readonly phoneRows: PhoneRows;
  /** There is little width, as the grid has said. */
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
