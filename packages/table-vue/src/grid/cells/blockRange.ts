import type { CellRange } from '@rowhouse/table-client/internal';

/** Indexes of a row on the page and of a shown column. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** Cells between two corners; the second one has the focus. */
export interface Corners {
  readonly anchor: CellPosition;
  readonly head: CellPosition;
}

/** The first and last rows and columns of a block. */
export type BlockRange = CellRange;

export function rangeOf({ anchor, head }: Corners): BlockRange {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    start: Math.min(anchor.column, head.column),
    end: Math.max(anchor.column, head.column),
  };
}

export function contains({ top, bottom, start, end }: BlockRange, { row, column }: CellPosition): boolean {
  return row >= top && row <= bottom && column >= start && column <= end;
}

/** The borders of the block at a cell. */
export function sidesOf({ top, bottom, start, end }: BlockRange, { row, column }: CellPosition): string[] {
  return [
    ...(row === top ? ['top'] : []),
    ...(row === bottom ? ['bottom'] : []),
    ...(column === start ? ['start'] : []),
    ...(column === end ? ['end'] : []),
  ];
}

interface Bounds {
  readonly rows: number;
  readonly columns: number;
  /** In a right-to-left page, columns are drawn from right to left. */
  readonly isReversed: boolean;
}

/** The neighbour in the direction of an arrow key; the same cell at the edge of the table. */
export function adjacentPosition(
  { row, column }: CellPosition,
  key: string,
  { rows, columns, isReversed }: Bounds,
): CellPosition {
  const forward = isReversed ? -1 : 1;
  const [down = 0, right = 0] =
    { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -forward], ArrowRight: [0, forward] }[key] ?? [];

  return {
    row: Math.max(0, Math.min(row + down, rows - 1)),
    column: Math.max(0, Math.min(column + right, columns - 1)),
  };
}
