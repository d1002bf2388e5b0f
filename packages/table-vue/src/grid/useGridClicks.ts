import type { RowId, TableController, TableRow } from '@rowhouse/table-client';

/**
 * Clicks and changed checkboxes in the grid. The attribute `data-rh` of a control names its function; one listener serves
 * all of them, because a page has hundreds.
 */
export function useGridClicks(table: TableController, openMenu: (header: HTMLTableCellElement) => void) {
  const rowOf = (control: HTMLElement): TableRow | undefined =>
    table.rows[Number(control.closest('tr')?.dataset.row)];

  function onChange({ target }: Event): void {
    if (!(target instanceof HTMLElement)) return;
    const row = rowOf(target);

    if (target.dataset.rh === 'select-page') void follow(target, table.togglePageSelected());
    else if (target.dataset.rh === 'select-group') {
      const line = table.groupLines?.[Number(target.closest('tr')?.dataset.line)];
      if (line?.kind === 'group') void follow(target, table.toggleGroupSelected(line.path));
    } else if (target.dataset.rh === 'select' && row) selectRow(target as HTMLInputElement, table.rowId(row));
  }

  /** The browser has changed the box; the rows are read first, and may be too many. */
  async function follow(box: HTMLElement, change: Promise<void>): Promise<void> {
    Object.assign(box, { checked: !(box as HTMLInputElement).checked, ariaBusy: 'true' });
    await change;
    box.ariaBusy = null;
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
    else if (rh === 'card-menu') openCard(control, control.ariaExpanded !== 'true');
    else clickInRow(event, control);
  }

  function clickInRow(event: MouseEvent, control: HTMLElement): void {
    const row = rowOf(control);
    const { rh, button } = control.dataset;

    if (!row) return;
    // Before the change, so that the table has its earlier state.
    if (rh === 'select' && event.shiftKey)
      table.selectRange(table.rowId(row), (control as HTMLInputElement).checked);
    else if (rh === 'expand') table.toggleExpanded(table.rowId(row));
    else if (rh === 'cell') clickCell(columnOf(control), row);
    else if (rh === 'button') pressButton(Number(button), row);
  }

  function selectRow(box: HTMLInputElement, id: RowId): void {
    if (box.checked !== table.selectedOnPage.has(id)) table.toggleSelected(id);
    // A row that could not be excluded stays selected.
    box.checked = table.selectedOnPage.has(id);
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

function openCard(control: HTMLElement, isOpen: boolean): void {
  control.ariaExpanded = String(isOpen);
}

/** Folds all texts and closes the actions of all cards, after the rows were replaced. */
export function foldAll(grid: HTMLElement): void {
  for (const control of grid.querySelectorAll<HTMLElement>('[data-rh=card-menu]')) openCard(control, false);
  for (const control of grid.querySelectorAll<HTMLElement>('[data-rh=unfold][aria-expanded=true]')) {
    unfold(control);
  }
}
