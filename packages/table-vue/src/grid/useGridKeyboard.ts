import type { RowId, TableController } from '@rowhouse/table-client';
import type { Ref } from 'vue';
import { cellOf, controlsOf, focusTarget, onlyControl, usesKeys } from './cellFocus.ts';
import type { GridPosition } from './gridPosition.ts';
import { useGridFocus } from './useGridFocus.ts';

/**
 * The keyboard of a WAI-ARIA grid: arrow keys move between cells, Enter or F2 moves to a cell's controls, Escape back to
 * the cell.
 */
export function useGridKeyboard(
  table: TableController,
  grid: Readonly<Ref<HTMLTableElement | null>>,
  hasSlots: Readonly<Ref<boolean>>,
  headerKeys: HeaderKeys,
) {
  const { position, moveTo, onFocusin, onFocusout } = useGridFocus(table, grid, hasSlots);

  function onKeydown(event: KeyboardEvent): void {
    const element = event.target;
    const cell = grid.value && element instanceof HTMLElement ? cellOf(grid.value, element) : null;

    if (!cell || event.defaultPrevented || event.isComposing || (event.metaKey && event.key !== 'a')) {
      return;
    }
    if (event.altKey) {
      if (keyOnHeader(event, cell, headerKeys)) event.preventDefault();
      return;
    }

    const isInside = element !== cell && element !== focusTarget(cell);
    const isHandled =
      (isInside && keyInsideCell(event, cell)) ||
      (!(isInside && usesKeys(element as Element)) && keyOnGrid(event, cell));

    if (isHandled) event.preventDefault();
  }

  /** Keys on a cell, or on a control inside a cell that does not use them. */
  function keyOnGrid(event: KeyboardEvent, cell: HTMLTableCellElement): boolean {
    const { key, ctrlKey, metaKey } = event;
    if ((ctrlKey || metaKey) && key === 'a') return selectAllByKeys(table);
    if (ctrlKey && key !== 'Home' && key !== 'End') return false;

    const isRightToLeft = getComputedStyle(grid.value as Element).direction === 'rtl';
    const destination = destinationOf(event, position(), isRightToLeft);

    if (destination) {
      moveTo(destination);
      return true;
    }
    if (key === 'Escape') {
      // Escape hides the tooltip without moving the focus.
      grid.value?.classList.add('rh-without-tooltips');
      return false;
    }

    return turnPage(key, table) || actOnCell(event, cell, table);
  }

  return { onKeydown, onFocusin, onFocusout };
}

/** Functions of keys with Alt on a column's header. */
export interface HeaderKeys {
  widen(name: string, steps: number): void;
  moveFocused(name: string, steps: number): unknown;
  openMenu(header: HTMLTableCellElement): void;
}

/** Alt+Left and Alt+Right resize a column, with Shift they move it, and Alt+Down opens its menu. */
function keyOnHeader(
  { key, shiftKey, ctrlKey }: KeyboardEvent,
  header: HTMLTableCellElement,
  { widen, moveFocused, openMenu }: HeaderKeys,
): boolean {
  const { column } = header.dataset;
  if (column === undefined || ctrlKey || header.parentElement?.parentElement?.tagName !== 'THEAD')
    return false;
  if (key === 'ArrowDown' && !shiftKey) {
    openMenu(header);
    return true;
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;

  const isForward = (key === 'ArrowRight') === (getComputedStyle(header).direction !== 'rtl');
  if (shiftKey) void moveFocused(column, isForward ? 1 : -1);
  else widen(column, isForward ? 1 : -1);

  return true;
}

/** The target of a key that moves the focus; null for other keys. */
function destinationOf(
  { key, ctrlKey }: KeyboardEvent,
  {
    row,
    cell,
    preferredCell,
    span,
  }: GridPosition & { readonly preferredCell: number; readonly span: number },
  isRightToLeft: boolean,
): GridPosition | null {
  const [left, right] = isRightToLeft ? [cell + span, cell - 1] : [cell - 1, cell + span];

  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, cell: preferredCell };
    case 'ArrowDown':
      return { row: row + 1, cell: preferredCell };
    case 'ArrowLeft':
      return { row, cell: left };
    case 'ArrowRight':
      return { row, cell: right };
    case 'Home':
      return { row: ctrlKey ? 0 : row, cell: 0 };
    case 'End':
      return { row: ctrlKey ? Number.POSITIVE_INFINITY : row, cell: Number.POSITIVE_INFINITY };
    default:
      return null;
  }
}

function turnPage(key: string, table: TableController): boolean {
  if (key === 'PageUp' && table.page > 1) table.goToPage(table.page - 1);
  if (key === 'PageDown' && table.hasNextPage) table.goToPage(table.page + 1);

  return key === 'PageUp' || key === 'PageDown';
}

/** Keys while a control inside a cell has the focus. */
function keyInsideCell({ key, shiftKey, target }: KeyboardEvent, cell: HTMLTableCellElement): boolean {
  if (key === 'Escape' || key === 'F2') {
    focusTarget(cell).focus();
    return true;
  }
  if (key === 'Tab') {
    const controls = controlsOf(cell);
    const index = controls.indexOf(target as HTMLElement);
    controls.at((index + (shiftKey ? -1 : 1)) % controls.length)?.focus();
    return true;
  }

  return false;
}

/** Shortcuts of a cell: sort, select, press its control, or move to its controls. */
function actOnCell(
  { key, shiftKey, target }: KeyboardEvent,
  cell: HTMLTableCellElement,
  table: TableController,
): boolean {
  const element = target as HTMLElement;

  switch (key) {
    case 'Enter':
      return pressEnter(element, cell, table, shiftKey);
    case 'F2':
      return focusControlIn(cell, element);
    case ' ':
      return pressSpace(element, cell, table, shiftKey);
    case 'Delete':
      if (cell.querySelector('[data-rh=unsort]') === null) return false;
      table.clearSort(cell.dataset.column);
      return true;
    default:
      return false;
  }
}

function pressEnter(
  element: HTMLElement,
  cell: HTMLTableCellElement,
  table: TableController,
  add: boolean,
): boolean {
  if (element.dataset.rh === 'sort') {
    table.toggleSort(cell.dataset.column ?? '', { add });
    return true;
  }
  if (element === cell) {
    const only = onlyControl(cell);
    if (!only || usesKeys(only)) return focusControlIn(cell, element);
    only.click();
    return true;
  }
  if (element.matches('[type=checkbox]')) {
    element.click();
    return true;
  }

  // The browser presses buttons and follows links.
  return false;
}

function pressSpace(
  element: HTMLElement,
  cell: HTMLTableCellElement,
  table: TableController,
  isRange: boolean,
): boolean {
  const row = table.rows[Number(cell.closest('tr')?.dataset.row)];

  if (element === cell && row && table.template?.selectable) {
    selectRowByKeys(table, table.rowId(row), isRange);
    return true;
  }
  if (element === cell) {
    return pressEnter(element, cell, table, false);
  }
  if (element.matches('a')) {
    element.click();
    return true;
  }

  return false;
}

function focusControlIn(cell: HTMLTableCellElement, from: HTMLElement): boolean {
  const control = controlsOf(cell).find((candidate) => candidate !== from);
  control?.focus();

  return control !== undefined;
}

/** Ctrl+A selects the rows of the page; again, all that match. False where rows cannot be selected. */
function selectAllByKeys(table: TableController): boolean {
  if (!table.template?.selectable || (table.groupLines ?? table.rows).length === 0) return false;
  if (!table.pageSelected) void table.togglePageSelected();
  else if (table.canSelectAll) table.selectAllMatching();

  return true;
}

/** Space selects a row; with Shift also those from the row that was changed last. */
function selectRowByKeys(table: TableController, id: RowId, isRange: boolean): void {
  if (isRange) table.selectRange(id, !table.selectedOnPage.has(id));
  else table.toggleSelected(id);
}
