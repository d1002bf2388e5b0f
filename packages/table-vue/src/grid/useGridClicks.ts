import type { RowId, TableController, TableRow } from '@rowhouse/table-client';
import { watch } from 'vue';

/**
 * Clicks and changed checkboxes in the grid. The attribute `data-rh` of a control names its function; one listener serves
 * all of them, because a page has hundreds.
 */
export function useGridClicks(table: TableController, openMenu: (header: HTMLTableCellElement) => void) {
  /**
   * Identifier of the row whose checkbox was clicked last: with the shift key, the rows from there are selected. Not an
   * index, because the rows at an index change with page and sort order.
   */
  let lastClicked: RowId | null = null;
  const rowOf = (control: HTMLElement): TableRow | undefined =>
    table.rows[Number(control.closest('tr')?.dataset.row)];

  watch(
    () => table.selected.length === 0,
    (isEmpty) => {
      if (isEmpty) lastClicked = null;
    },
  );

  function onChange({ target }: Event): void {
    if (!(target instanceof HTMLElement)) return;
    const row = rowOf(target);

    if (target.dataset.rh === 'select-page') table.togglePageSelected();
    else if (target.dataset.rh === 'select' && row) table.toggleSelected(table.rowId(row));
  }

  function onClick(event: MouseEvent): void {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-rh]') : null;

    if (!control) return;
    const { rh } = control.dataset;
    const column = columnOf(control);

    if (rh === 'sort') table.toggleSort(column, { add: event.shiftKey });
    else if (rh === 'menu') openMenu(control.closest('th') as HTMLTableCellElement);
    else if (rh === 'unsort') table.clearSort(column);
    else if (rh === 'unfold') unfold(control);
    else clickInRow(event, control);
  }

  function clickInRow(event: MouseEvent, control: HTMLElement): void {
    const row = rowOf(control);
    const { rh, button } = control.dataset;

    if (!row) return;
    if (rh === 'select') selectFromLast(control as HTMLInputElement, row, event.shiftKey);
    else if (rh === 'expand') table.toggleExpanded(table.rowId(row));
    else if (rh === 'cell') clickCell(columnOf(control), row);
    else if (rh === 'button') pressButton(Number(button), row);
  }

  /**
   * The rows between the checkbox clicked last and this one get the state of this one, if they are on the page. This one is
   * changed by its own checkbox.
   */
  function selectFromLast({ checked }: HTMLInputElement, row: TableRow, isRange: boolean): void {
    const ids = table.rows.map((shown) => table.rowId(shown));
    const [first, index] = [lastClicked === null ? -1 : ids.indexOf(lastClicked), table.rows.indexOf(row)];
    const range = new Set(first < index ? ids.slice(first, index) : ids.slice(index + 1, first + 1));
    lastClicked = table.rowId(row);

    if (isRange && first >= 0) {
      table.select(checked ? [...table.selected, ...range] : table.selected.filter((id) => !range.has(id)));
    }
  }

  function clickCell(name: string, row: TableRow): void {
    const column = table.columns.find((candidate) => candidate.name === name);
    if (column) table.clickCell(column, row);
  }

  function pressButton(index: number, row: TableRow): void {
    const button = table.rowButtons(row)[index];
    if (button) void table.press(button, row);
  }

  return { onChange, onClick };
}

const columnOf = (control: HTMLElement): string =>
  control.closest<HTMLElement>('[data-column]')?.dataset.column ?? '';

function unfold(control: HTMLElement): void {
  const isOpen = control.ariaExpanded !== 'true';
  control.ariaExpanded = String(isOpen);
  control.previousElementSibling?.classList.toggle('rh-unfolded', isOpen);
}

/** Folds all texts, after the rows were replaced. */
export function foldAll(grid: HTMLElement): void {
  for (const control of grid.querySelectorAll<HTMLElement>('[data-rh=unfold][aria-expanded=true]')) {
    unfold(control);
  }
}
