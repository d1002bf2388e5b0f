import type { TableColumn } from '../table/TableColumn.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';

/** A row of a page, for a link to it. */
export interface RowLocation {
  readonly id: RowId;
  /** Zero-based index in the whole result; null for a row that is not on the page. */
  readonly position: number | null;
}

export interface RowsSnapshot {
  /** The rows of the page. */
  readonly rows: readonly TableRow[];
  readonly expanded: ReadonlySet<RowId>;
  readonly highlighted: ReadonlySet<RowId>;
}

export interface RowsFunctions {
  rowId(row: TableRow): RowId;
  /** One-based position in the result, of a row on the page that is shown; of a grouped row, in its group. */
  rowNumber(indexOnPage: number): number;
  /** The address of a row's own page, also of a row that is not on this page; null without `rowPage`. */
  rowLink(id: RowId): string | null;
  /** The address that a column's value in a row links to; null for none. */
  cellLink(column: string, row: TableRow): string | null;
  /** Emits `clicked` for a cell of a clickable column. */
  clickCell(column: TableColumn, row: TableRow): void;
  toggleExpanded(id: RowId): void;
  highlight(id: RowId): void;
  removeHighlight(id: RowId): void;
  toggleHighlight(id: RowId): void;
  clearHighlighted(): void;
}
