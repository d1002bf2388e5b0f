/** Cells of the page, by the indexes of their rows and of shown columns. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly start: number;
  readonly end: number;
}

/** A change of a block that needs a decision before it is made. */
export interface PasteShown {
  /** Cells that are written if the user confirms. */
  readonly cells: number;
  /** True while they are sent. */
  readonly saving: boolean;
  /** Rows and columns that do not fit into the table. */
  readonly omitted: { readonly rows: number; readonly columns: number };
  /** Labels of columns that cannot be edited, whose cells stay as they are. */
  readonly readOnly: readonly string[];
  /** Cells that the server has refused: the first of them. */
  readonly refused: readonly RefusedShown[];
  /** Number of all refused cells. */
  readonly refusedCount: number;
  /** Why nothing was written, if the same request may succeed later; null otherwise. Translated. */
  readonly fault: string | null;
}

export interface RefusedShown {
  /** Name of the row. */
  readonly row: string;
  /** Label of the column, translated. */
  readonly column: string;
  /** Translated. */
  readonly message: string;
  /** Text of the cell as another user has changed it, and of what it would become; null if that is not the reason. */
  readonly conflict: { readonly theirs: string; readonly mine: string } | null;
}

export interface PastingSnapshot {
  /** The change of a block that needs a decision; null for none. */
  readonly pasting: PasteShown | null;
}

export interface PastingFunctions {
  /**
   * Writes the text of a spreadsheet's clipboard over cells of the page, as one change with one undo. Null fills them with the
   * values of their first row, or of the row above if there is only one. A decision is asked for, in `pasting`, if cells do not fit,
   * are not editable, or are refused.
   */
  changeBlock(block: CellRange, text: string | null): Promise<void>;
  /** Writes the cells that can be written, or ends the change without writing. */
  decidePaste(isConfirmed: boolean): Promise<void>;
}
