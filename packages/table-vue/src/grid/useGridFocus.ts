import type { TableController } from '@rowhouse/table-client';
import { nextTick, onBeforeUnmount, type Ref, watch } from 'vue';
import { cellOf, focusTarget, slotStops } from './cellFocus.ts';

/** A cell of the grid: indexes of its row and within the row, in document order. */
export interface GridPosition {
  readonly row: number;
  readonly cell: number;
}

/**
 * The roving tabindex of the grid: one stop for the tab key, on the cell that was focused last. All elements of the
 * templates have tabindex -1; the stop gets 0 here, so that redrawing rows does not change it.
 */
export function useGridFocus(
  table: TableController,
  grid: Readonly<Ref<HTMLTableElement | null>>,
  hasSlots: Readonly<Ref<boolean>>,
) {
  let stop: HTMLElement | null = null;
  let focused: HTMLElement | null = null;
  let position: GridPosition = { row: 0, cell: 0 };
  /** The cell to return to after a row with a single wide cell. */
  let preferredCell = 0;

  const rows = () =>
    grid.value ? [...grid.value.rows].filter((row) => row.parentElement?.ariaHidden !== 'true') : [];

  /** The cell at a position, or the nearest one. */
  function cellAt({ row, cell }: GridPosition): HTMLTableCellElement | null {
    const all = rows();
    const cells = all[Math.max(0, Math.min(row, all.length - 1))]?.cells;

    return cells?.[Math.max(0, Math.min(cell, cells.length - 1))] ?? null;
  }

  function makeStop(element: HTMLElement): void {
    if (stop !== element) {
      if (stop) stop.tabIndex = -1;
      stop = element;
      stop.tabIndex = 0;
    }
  }

  function onFocusin({ target }: FocusEvent): void {
    const cell = grid.value && target instanceof HTMLElement ? cellOf(grid.value, target) : null;
    const row = cell?.parentElement;
    if (!cell || !(row instanceof HTMLTableRowElement)) return;

    grid.value?.classList.remove('rh-without-tooltips');
    focused = target as HTMLElement;
    position = { row: rows().indexOf(row), cell: cell.cellIndex };
    if (row.cells.length > 1) preferredCell = cell.cellIndex;
    makeStop(focusTarget(cell));
  }

  /** Forgets the focus when it moves elsewhere, but not when the focused element is removed from the page. */
  function onFocusout({ target, relatedTarget }: FocusEvent): void {
    void nextTick().then(() => {
      const hasMoved = target instanceof Element && target.isConnected && document.activeElement !== target;
      if (focused === target && (hasMoved || relatedTarget !== null)) focused = null;
    });
  }

  /** Restores the only stop and the focus after rows or columns were drawn. */
  function restore(): void {
    for (const control of grid.value ? slotStops(grid.value) : []) {
      if (control !== stop) control.tabIndex = -1;
    }

    // A row that only moves in the document loses the focus as well.
    const isLost = focused !== null && document.activeElement === document.body;

    if (isLost || !stop?.isConnected) {
      const cell = cellAt(position);
      if (cell) makeStop(focusTarget(cell));
    }
    if (isLost) {
      focused = null;
      stop?.focus();
    }
  }

  // Each of these may remove the focused element.
  watch(
    () => [grid.value, table.rows, table.shownColumns, table.hiddenColumns, table.expanded.size],
    restore,
    { flush: 'post' },
  );

  // A host may redraw its slots at any time.
  const observer = new MutationObserver(restore);
  watch(
    [grid, hasSlots],
    () => {
      observer.disconnect();
      if (grid.value && hasSlots.value) observer.observe(grid.value, { childList: true, subtree: true });
    },
    { flush: 'post' },
  );
  onBeforeUnmount(() => observer.disconnect());

  return {
    position: () => ({ ...position, preferredCell }),
    moveTo(to: GridPosition): void {
      const cell = cellAt(to);
      if (cell) focusTarget(cell).focus();
    },
    onFocusin,
    onFocusout,
  };
}
