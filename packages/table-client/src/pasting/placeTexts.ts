import type { CellRange } from './Pasting.ts';
import type { CellTexts } from './readTable.ts';

export interface PlacedTexts {
  /** The cells that get texts. */
  readonly range: CellRange;
  /** The text of a cell of the range. */
  textAt(row: number, column: number): string;
  /** Lines and fields that do not fit into the table. */
  readonly omitted: { readonly rows: number; readonly columns: number };
}

/**
 * Places texts like a spreadsheet does: from the first cell of the block on; repeated, if the block is a multiple of them, as it is of a
 * single text.
 */
export function placeTexts(
  texts: CellTexts,
  block: CellRange,
  table: { readonly rows: number; readonly columns: number },
): PlacedTexts {
  const height = texts.length;
  const width = Math.max(...texts.map((line) => line.length));
  const size = { rows: block.bottom - block.top + 1, columns: block.end - block.start + 1 };
  const isRepeated = size.rows % height === 0 && size.columns % width === 0;
  const rows = isRepeated ? size.rows : height;
  const columns = isRepeated ? size.columns : width;
  const fitting = {
    rows: Math.min(rows, table.rows - block.top),
    columns: Math.min(columns, table.columns - block.start),
  };

  return {
    range: {
      top: block.top,
      bottom: block.top + fitting.rows - 1,
      start: block.start,
      end: block.start + fitting.columns - 1,
    },
    textAt: (row, column) => texts[(row - block.top) % height]?.[(column - block.start) % width] ?? '',
    omitted: { rows: rows - fitting.rows, columns: columns - fitting.columns },
  };
}
