import type { RowId, TableColumn, TableController, TableRow } from '@rowhouse/table-client';
import { focusGrid } from '../../controls/controlElements.ts';
import { focusTarget } from '../cellFocus.ts';

/** A cell with a value: in the grid, or in the details of a row. */
export interface GridCell {
  readonly element: HTMLElement;
  readonly row: TableRow;
  readonly rowId: RowId;
  /** Index on the page. */
  readonly index: number;
  readonly column: TableColumn;
}

const ofRows = ':is(tbody > tr > td, .rh-details dd)[data-column]';

/**
 * The cell that contains an element, or the element itself; null for headers, totals, controls and cells of nested
 * tables.
 */
export function gridCellOf(
  table: TableController,
  grid: HTMLTableElement | null,
  target: EventTarget | null,
): GridCell | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(ofRows) : null;
  const index = Number(element?.closest<HTMLElement>('[data-row]')?.dataset.row);
  const row = table.rows[index];
  const column = table.columns.find(({ name }) => name === element?.dataset.column);
  if (!element || !row || !column || element.closest('table') !== grid) return null;

  return { element, row, rowId: table.rowId(row), index, column };
}

/** The drawn element of a cell; null if it is not drawn. */
export function cellElement(
  table: TableController,
  grid: HTMLTableElement | null,
  { row, column }: { readonly row: RowId; readonly column: string },
): HTMLElement | null {
  const index = table.rows.findIndex((other) => table.rowId(other) === row);
  if (index === -1) return null;
  const cells = grid?.querySelectorAll<HTMLElement>(
    `[data-row="${index}"] [data-column="${CSS.escape(column)}"]`,
  );

  return [...(cells ?? [])].find((cell) => cell.matches(ofRows)) ?? null;
}

/** Focuses a cell; for one in the details of a row, the details. */
export function focusCell(element: HTMLElement | null): void {
  const cell = element?.closest<HTMLTableCellElement>('td');
  if (cell) focusTarget(cell).focus();
}

/** Focuses a cell, or the grid if the cell is no longer drawn. */
export function focusCellOrGrid(element: HTMLElement | null, grid: HTMLTableElement | null): void {
  if (element) focusCell(element);
  else focusGrid(grid);
}
