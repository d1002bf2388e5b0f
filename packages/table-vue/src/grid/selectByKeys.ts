import type { RowId, TableController } from '@rowhouse/table-client';

/** Ctrl+A selects the rows of the page; again, all that match. False where rows cannot be selected. */
export function selectAllByKeys(table: TableController): boolean {
  if (!table.template?.selectable || table.rows.length === 0) return false;
  if (!table.pageSelected) table.togglePageSelected();
  else if (table.canSelectAll) table.selectAllMatching();

  return true;
}

/** Space selects a row; with Shift also those from the row that was changed last. */
export function selectRowByKeys(table: TableController, id: RowId, isRange: boolean): void {
  if (isRange) table.selectRange(id, !table.selectedOnPage.has(id));
  else table.toggleSelected(id);
}
