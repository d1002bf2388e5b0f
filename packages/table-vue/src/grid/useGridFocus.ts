import type { TableController } from '@rowhouse/table-client';
import { nextTick, onBeforeUnmount, type Ref, watch } from 'vue';
import { cellOf, focusTarget, slotStops } from './cellFocus.ts';
import { cellAt, type GridPosition, positionOf } from './gridPosition.ts';

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
  /** The column to return to from a cell that spans several columns. */
  let preferredCell = 0;

  function makeStop(element: HTMLElement): void {
    if (stop !== element) {
      if (stop) stop.tabIndex = -1;
      stop = element;
      stop.tabIndex = 0;
    }
  }

  /** The index of the row changes when other rows are drawn before it. */
  function notePosition(): void {
    const cell = grid.value && focused?.isConnected ? cellOf(grid.value, focused) : null;
    position = (grid.value && cell && positionOf(grid.value, cell)) ?? position;
  }

  function onFocusin({ target }: FocusEvent): void {
    const cell = grid.value && target instanceof HTMLElement ? cellOf(grid.value, target) : null;
    if (!cell) return;

    grid.value?.classList.remove('rh-without-tooltips');
    focused = target as HTMLElement;
    notePosition();
    if (cell.colSpan === 1) preferredCell = position.cell;
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

    // A row that is only moved in the document also loses the focus.
    const isLost = focused !== null && document.activeElement === document.body;

    if (isLost || !stop?.isConnected) {
      const cell = cellAt(grid.value, position);
      if (cell) makeStop(focusTarget(cell));
    }
    if (isLost) {
      focused = null;
      stop?.focus();
    }
  }

  onRedrawn(table, grid, hasSlots, restore);

  return {
    position() {
      notePosition();

      return { ...position, preferredCell, span: cellAt(grid.value, position)?.colSpan ?? 1 };
    },
    moveTo(to: GridPosition): void {
      const cell = cellAt(grid.value, to);
      if (cell) focusTarget(cell).focus();
    },
    onFocusin,
    onFocusout,
  };
}

/** Calls `listener` after changes that may remove the focused element. */
function onRedrawn(
  table: TableController,
  grid: Readonly<Ref<HTMLTableElement | null>>,
  hasSlots: Readonly<Ref<boolean>>,
  listener: () => void,
): void {
  watch(
    () => [
      grid.value,
      table.rows,
      table.groupLines,
      table.shownColumns,
      table.hiddenColumns,
      table.expanded.size,
    ],
    listener,
    { flush: 'post' },
  );

  // A host may redraw its slots at any time.
  const observer = new MutationObserver(listener);
  watch(
    [grid, hasSlots],
    () => {
      observer.disconnect();
      if (grid.value && hasSlots.value) observer.observe(grid.value, { childList: true, subtree: true });
    },
    { flush: 'post' },
  );
  onBeforeUnmount(() => observer.disconnect());
}
