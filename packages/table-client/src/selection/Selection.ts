import type { GroupKey } from '@rowhouse/table-protocol/internal';
import type { RowId } from '../table/TableRow.ts';

/** The current count and totals of the selected rows. */
export interface SelectionTotals {
  /** Fewer than were selected if some no longer exist. */
  readonly count: number;
  /** As `total` of a response of the data route. */
  readonly total: Readonly<Record<string, unknown>>;
}

export interface SelectionSnapshot {
  /** Rows that were selected one by one, on all pages. Kept while searching; empty while `allMatching`. */
  readonly selected: readonly RowId[];
  /**
   * All rows that match the search and the filters are selected, except `excepted`. Ends when the search or the filters
   * change.
   */
  readonly allMatching: boolean;
  readonly excepted: readonly RowId[];
  /** Null if all matching rows are selected and the server has not counted them. */
  readonly selectedCount: number | null;
  /** The selected rows of the page. */
  readonly selectedOnPage: ReadonlySet<RowId>;
  /** True if every row of the page is selected, those of closed groups included; false on an empty page. */
  readonly pageSelected: boolean;
  /** True if any row of the page is selected. */
  readonly pagePartlySelected: boolean;
  /** Group, by the key of its line → whether all or some of its rows are selected; none if it is missing. */
  readonly selectedGroups: ReadonlyMap<string, 'all' | 'some'>;
  /** Number of selected rows that are not on this page; 0 while `allMatching`. */
  readonly selectedElsewhere: number;
  /** A button can act on all rows that match, as a selection. */
  readonly canSelectAll: boolean;
}

export interface SelectionFunctions {
  /** Replaces the selection; an equal one has no effect. */
  select(ids: Iterable<RowId>): void;
  /** Adds rows to the selection, or removes them from it. */
  setSelected(ids: Iterable<RowId>, isSelected: boolean): void;
  toggleSelected(id: RowId): void;
  /**
   * Adds or removes a range of rows on the page, from the row that was changed last to this one; only this one if that
   * row is not on the page.
   */
  selectRange(id: RowId, isSelected: boolean): void;
  /** Selects the rows of the page, or no longer. Rows of closed groups are read for it. */
  togglePageSelected(): Promise<void>;
  /** Selects all rows of a group of the page, or no longer. Reads the rows that are not shown. */
  toggleGroupSelected(path: readonly GroupKey[]): Promise<void>;
  /** Selects all rows that match. Buttons then send the request instead of identifiers. */
  selectAllMatching(): void;
  clearSelected(): void;
  /** The totals of the selected rows; null if the server does not support them, or there are too many rows. */
  readSelectionTotals(): Promise<SelectionTotals | null>;
}
