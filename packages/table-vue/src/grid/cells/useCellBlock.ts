import type { TableColumn, TableController, TableRow } from '@rowhouse/table-client';
import { computed, type Ref, shallowRef, watch } from 'vue';
import type { Say } from '../useAnnouncement.ts';
import {
  adjacentPosition,
  type BlockRange,
  type CellPosition,
  type Corners,
  contains,
  rangeOf,
} from './blockRange.ts';
import { cellElement, focusCell, type GridCell } from './gridCell.ts';
import { useBlockOutline } from './useBlockOutline.ts';

export interface BlockCells {
  readonly rows: readonly TableRow[];
  readonly columns: readonly TableColumn[];
}

export interface CellBlock {
  /** Ends the block; false if there was none. */
  clear(): boolean;
  select(anchor: CellPosition, head: CellPosition): void;
  /** Null outside of the rows. */
  positionOf(cell: GridCell): CellPosition | null;
  /** The rows and columns of the block; null without one. */
  cells(): BlockCells | null;
  has(cell: GridCell): boolean;
  /** The block of a cell, or the cell itself; null outside of the rows. */
  rangeAt(cell: GridCell): BlockRange | null;
  /** Shift with an arrow key extends the block; Escape and other keys that move the focus end it. */
  onKeydown(event: KeyboardEvent, cell: GridCell): boolean;
}

/** Several cells, selected for copying: by Shift with arrow keys or a click, or by dragging a mouse. */
export function useCellBlock(
  table: TableController,
  grid: Readonly<Ref<HTMLTableElement | null>>,
  say: Say,
): CellBlock {
  const corners = shallowRef<Corners | null>(null);
  const range = computed(() => corners.value && rangeOf(corners.value));
  useBlockOutline(grid, range, () => table.shownColumns);

  const positionOf = ({ index, column, element }: GridCell): CellPosition | null => {
    const at = element.matches('td') ? table.shownColumns.findIndex(({ name }) => name === column.name) : -1;

    return at === -1 ? null : { row: index, column: at };
  };

  function select(anchor: CellPosition, head: CellPosition): void {
    corners.value = { anchor, head };
    const { top, bottom, start, end } = rangeOf({ anchor, head });
    say('{rows|# row|# rows}, {columns|# column|# columns} selected', {
      rows: bottom - top + 1,
      columns: end - start + 1,
    });
  }

  function has(cell: GridCell): boolean {
    const place = positionOf(cell);

    return range.value !== null && place !== null && contains(range.value, place);
  }

  function clear(): boolean {
    const had = corners.value !== null;
    corners.value = null;

    return had;
  }

  function elementAt({ row, column }: CellPosition): HTMLElement | null {
    const [shown, name] = [table.rows[row], table.shownColumns[column]?.name];

    return shown && name !== undefined
      ? cellElement(table, grid.value, { row: table.rowId(shown), column: name })
      : null;
  }

  function extend({ key }: KeyboardEvent, cell: GridCell): boolean {
    const from = positionOf(cell);
    if (!from) return false;
    const { anchor, head } = corners.value ?? { anchor: from, head: from };
    const to = adjacentPosition(head, key, {
      rows: table.rows.length,
      columns: table.shownColumns.length,
      isReversed: grid.value !== null && getComputedStyle(grid.value).direction === 'rtl',
    });
    select(anchor, to);
    focusCell(elementAt(to));

    return true;
  }

  watch(
    () => [table.rows, table.shownColumns] as const,
    ([rows, columns], [oldRows, oldColumns]) => {
      // New values in the same cells, for example of a live table, keep the block.
      const isSame =
        isSameBy(rows, oldRows, (row) => table.rowId(row)) &&
        isSameBy(columns, oldColumns, ({ name }) => name);
      if (!isSame) clear();
    },
  );

  return {
    clear,
    select,
    positionOf,
    cells: () => {
      const block = range.value;
      return (
        block && {
          rows: table.rows.slice(block.top, block.bottom + 1),
          columns: table.shownColumns.slice(block.start, block.end + 1),
        }
      );
    },
    has,
    rangeAt(cell) {
      const place = positionOf(cell);
      if (has(cell)) return range.value;

      return place && rangeOf({ anchor: place, head: place });
    },
    onKeydown(event, cell) {
      const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return false;
      if (key.startsWith('Arrow') && shiftKey) return extend(event, cell);
      if (key === 'Escape') return clear();
      if (key.startsWith('Arrow') || key === 'Home' || key === 'End' || key === 'Enter') clear();

      return false;
    },
  };
}

/** Whether two lists have the same members in the same order. */
function isSameBy<Member>(
  now: readonly Member[],
  before: readonly Member[],
  keyOf: (member: Member) => unknown,
): boolean {
  return (
    now === before ||
    (now.length === before.length &&
      now.every((member, index) => keyOf(member) === keyOf(before[index] as Member)))
  );
}
