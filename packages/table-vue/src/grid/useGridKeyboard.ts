import { nextTick, onBeforeUnmount, type Ref, watch } from 'vue';
import type { TableController } from '../TableController.ts';
import { cellOf, controlsOf, focusTarget, onlyControl, slotStops, usesKeys } from './cellFocus.ts';

/** Where in the grid one is: row and cell as the document has them. */
interface Position {
  row: number;
  cell: number;
}

/**
 * The keyboard of a WAI-ARIA grid with a roving tabindex: one stop for the tab key, arrow keys between cells, Enter or
 * F2 into a cell's controls and Escape out again. Everything in the grid has tabindex -1 from its template; the element
 * gone to last has 0, set here, so that drawing rows anew does not touch it.
 */
export function useGridKeyboard(
  table: TableController,
  grid: Readonly<Ref<HTMLTableElement | null>>,
  hasSlots: Readonly<Ref<boolean>>,
) {
  let stop: HTMLElement | null = null;
  let focused: HTMLElement | null = null;
  let position: Position = { row: 0, cell: 0 };
  /** The cell to come back to after a row of a single wide cell. */
  let wantedCell = 0;

  const rows = () =>
    grid.value ? [...grid.value.rows].filter((row) => row.parentElement?.ariaHidden !== 'true') : [];

  function cellAt({ row, cell }: Position): HTMLTableCellElement | null {
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

  function goTo(to: Position): void {
    const cell = cellAt(to);
    if (cell) focusTarget(cell).focus();
  }

  function onFocusin({ target }: FocusEvent): void {
    const cell = grid.value && target instanceof HTMLElement ? cellOf(grid.value, target) : null;
    const row = cell?.parentElement;

    if (!cell || !(row instanceof HTMLTableRowElement)) {
      return;
    }

    grid.value?.classList.remove('rh-without-tooltips');
    focused = target as HTMLElement;
    position = { row: rows().indexOf(row), cell: cell.cellIndex };
    if (row.cells.length > 1) wantedCell = cell.cellIndex;
    makeStop(focusTarget(cell));
  }

  /** Forgets the focus when it goes elsewhere, and not when the focused element is taken out of the page. */
  function onFocusout({ target, relatedTarget }: FocusEvent): void {
    void nextTick().then(() => {
      const isLeft = target instanceof Element && target.isConnected && document.activeElement !== target;
      if (focused === target && (isLeft || relatedTarget !== null)) focused = null;
    });
  }

  /** After rows or columns were drawn: one tab stop, and the focus where it was. */
  function settle(): void {
    for (const control of grid.value ? slotStops(grid.value) : []) {
      if (control !== stop) control.tabIndex = -1;
    }

    // A row that only moves to another place loses the focus as well.
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

  function onKeydown(event: KeyboardEvent): void {
    const element = event.target;
    const cell = grid.value && element instanceof HTMLElement ? cellOf(grid.value, element) : null;

    if (!cell || event.defaultPrevented || event.altKey || event.metaKey || event.isComposing) {
      return;
    }

    const inside = element !== cell && element !== focusTarget(cell);
    const isDone =
      (inside && insideKey(event, cell)) ||
      (!(inside && usesKeys(element as Element)) && gridKey(event, cell));

    if (isDone) {
      event.preventDefault();
    }
  }

  /** Keys of someone who has gone into a cell. */
  function insideKey({ key, shiftKey, target }: KeyboardEvent, cell: HTMLTableCellElement): boolean {
    if (key === 'Escape' || key === 'F2') {
      focusTarget(cell).focus();
      return true;
    }
    if (key === 'Tab') {
      const controls = controlsOf(cell);
      const from = controls.indexOf(target as HTMLElement);
      controls.at((from + (shiftKey ? -1 : 1)) % controls.length)?.focus();
      return true;
    }

    return false;
  }

  /** Keys of someone who is on a cell, or inside one on a control that leaves them alone. */
  function gridKey({ key, ctrlKey, shiftKey, target }: KeyboardEvent, cell: HTMLTableCellElement): boolean {
    if (ctrlKey && key !== 'Home' && key !== 'End') {
      return false;
    }

    const forward = getComputedStyle(grid.value as Element).direction === 'rtl' ? -1 : 1;
    const { row } = position;

    switch (key) {
      case 'ArrowUp':
      case 'ArrowDown':
        goTo({ row: row + (key === 'ArrowUp' ? -1 : 1), cell: wantedCell });
        return true;
      case 'ArrowLeft':
      case 'ArrowRight':
        goTo({ row, cell: position.cell + (key === 'ArrowRight' ? forward : -forward) });
        return true;
      case 'Home':
        goTo({ row: ctrlKey ? 0 : row, cell: 0 });
        return true;
      case 'End':
        goTo({ row: ctrlKey ? Infinity : row, cell: Infinity });
        return true;
      case 'PageUp':
        if (table.page > 1) table.goToPage(table.page - 1);
        return true;
      case 'PageDown':
        if (table.hasNextPage) table.goToPage(table.page + 1);
        return true;
      case 'Escape':
        // What a tooltip covers can be read without going elsewhere.
        grid.value?.classList.add('rh-without-tooltips');
        return false;
      case 'Enter':
        return enter(target as HTMLElement, cell, shiftKey);
      case 'F2':
        return goInto(cell, target as HTMLElement);
      case ' ':
        return space(target as HTMLElement, cell);
      case 'Delete':
        return cell.querySelector('[data-rh=unsort]') !== null && unsort(cell);
      default:
        return false;
    }
  }

  function enter(element: HTMLElement, cell: HTMLTableCellElement, add: boolean): boolean {
    if (element.dataset.rh === 'sort') {
      table.toggleSort(cell.dataset.column ?? '', { add });
      return true;
    }
    if (element === cell) {
      const only = onlyControl(cell);
      if (!only || usesKeys(only)) return goInto(cell, element);
      only.click();
      return true;
    }
    if (element.matches('[type=checkbox]')) {
      element.click();
      return true;
    }

    // Buttons and links act by themselves.
    return false;
  }

  function goInto(cell: HTMLTableCellElement, from: HTMLElement): boolean {
    const control = controlsOf(cell).find((candidate) => candidate !== from);
    control?.focus();

    return control !== undefined;
  }

  function space(element: HTMLElement, cell: HTMLTableCellElement): boolean {
    const row = table.rows[Number(cell.closest('tr')?.dataset.row)];

    if (element === cell && row && table.template?.selectable) {
      table.toggleSelected(table.rowId(row));
      return true;
    }
    if (element === cell) {
      return enter(element, cell, false);
    }
    if (element.matches('a')) {
      element.click();
      return true;
    }

    return false;
  }

  function unsort(header: HTMLTableCellElement): boolean {
    table.clearSort(header.dataset.column);

    return true;
  }

  // What may take the focused element away.
  watch(
    () => [grid.value, table.rows, table.shownColumns, table.hiddenColumns, table.expanded.size],
    settle,
    { flush: 'post' },
  );

  // Hosts draw into slots when they like.
  const observer = new MutationObserver(settle);
  watch(
    [grid, hasSlots],
    () => {
      observer.disconnect();
      if (grid.value && hasSlots.value) observer.observe(grid.value, { childList: true, subtree: true });
    },
    { flush: 'post' },
  );
  onBeforeUnmount(() => observer.disconnect());

  return { onKeydown, onFocusin, onFocusout };
}
