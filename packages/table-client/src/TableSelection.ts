import type { RowId } from './TableRow.ts';

/** The count and the totals of the selected rows, as they are now. */
export interface SelectionTotals {
  /** Fewer than were selected if some exist no more. */
  readonly count: number;
  /** As `total` of a response of the data route. */
  readonly total: Readonly<Record<string, unknown>>;
}

export interface SelectionSnapshot {
  /** Rows that were selected one by one, on all pages. Kept while searching; empty while `allMatching`. */
  readonly selected: readonly RowId[];
  /** All rows that match the search and the filters are selected, but for `excepted`. Ends when others match. */
  readonly allMatching: boolean;
  readonly excepted: readonly RowId[];
  /** Null if all matching rows are selected and the server has not counted them. */
  readonly selectedCount: number | null;
  /** The selected rows of the page. */
  readonly selectedOnPage: ReadonlySet<RowId>;
  /** True if every row of the page is selected; false on an empty page. */
  readonly pageSelected: boolean;
  /** Number of selected rows that are not on this page; 0 while `allMatching`. */
  readonly selectedElsewhere: number;
  /** A button can act on all rows that match, as a selection. */
  readonly canSelectAll: boolean;
}

export interface SelectionFunctions {
  /** Replaces the selection. An equal one is no change. */
  select(ids: Iterable<RowId>): void;
  /** Adds rows to the selection, or removes them from it. */
  setSelected(ids: Iterable<RowId>, isSelected: boolean): void;
  toggleSelected(id: RowId): void;
  /**
   * Adds or removes the rows of the page from the row that was changed last to this one; this one alone if that one is not
   * on the page.
   */
  selectRange(id: RowId, isSelected: boolean): void;
  togglePageSelected(): void;
  /** Selects all rows that match. Buttons then send the request instead of identifiers. */
  selectAllMatching(): void;
  clearSelected(): void;
  /** The totals of the selected rows; null if the server does not tell them, or there are more than it takes. */
  readSelectionTotals(): Promise<SelectionTotals | null>;
}
