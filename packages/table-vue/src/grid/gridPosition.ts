/** Position of a cell: index of its row, and of its first column as drawn. */
export interface GridPosition {
  readonly row: number;
  readonly cell: number;
}

/** The rows that are drawn, without hidden ones. */
function rowsOf(grid: HTMLTableElement): HTMLTableRowElement[] {
  return [...grid.rows].filter((row) => (row.ariaHidden ?? row.parentElement?.ariaHidden) !== 'true');
}

/** The cell at a position, or the nearest one. */
export function cellAt(
  grid: HTMLTableElement | null,
  { row, cell }: GridPosition,
): HTMLTableCellElement | null {
  const all = grid ? rowsOf(grid) : [];
  const cells = [...(all[Math.max(0, Math.min(row, all.length - 1))]?.cells ?? [])];

  return cells.find((one) => columnOf(one) + one.colSpan > cell) ?? cells.at(-1) ?? null;
}

/** The position of a cell; null if it is not in a row. */
export function positionOf(grid: HTMLTableElement, cell: HTMLTableCellElement): GridPosition | null {
  const row = cell.parentElement;

  return row instanceof HTMLTableRowElement ? { row: rowsOf(grid).indexOf(row), cell: columnOf(cell) } : null;
}

/** Index of the first column of a cell, as columns are drawn. */
function columnOf(cell: HTMLTableCellElement): number {
  let column = 0;
  let before = cell.previousElementSibling;

  while (before instanceof HTMLTableCellElement) {
    column += before.colSpan;
    before = before.previousElementSibling;
  }

  return column;
}
