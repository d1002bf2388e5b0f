const focusable = 'a[href], button, input, select, textarea, summary, [contenteditable], [tabindex]';

/** Roles and fields that use arrow keys, Home, End or Enter themselves. */
const keyUsers = [
  'input:not([type=checkbox], [type=button], [type=submit], [type=reset], [type=image])',
  'select',
  'textarea',
  '[contenteditable]:not([contenteditable=false])',
  ...['textbox', 'searchbox', 'combobox', 'listbox', 'spinbutton', 'slider', 'radio', 'tab', 'tree'].map(
    (role) => `[role=${role}]`,
  ),
  ...['menu', 'menubar', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'treeitem'].map(
    (role) => `[role=${role}]`,
  ),
].join();

/** Whether the element needs the keys by which one moves in the grid. */
export function usesKeys(element: Element): boolean {
  return element.matches(keyUsers);
}

/** What can be focused inside a cell, in the order of the document. */
export function controlsOf(cell: Element): HTMLElement[] {
  return [...cell.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => !element.matches(':disabled, [type=hidden]') && element.checkVisibility(),
  );
}

/** What of a host's slots would be a stop of the tab key. */
export function slotStops(grid: Element): HTMLElement[] {
  return [...grid.querySelectorAll<HTMLElement>(`.rh-slot :is(${focusable})`)].filter(
    ({ tabIndex }) => tabIndex >= 0,
  );
}

/** The grid's cell that an element is in or is, or null. Tables inside of cells have cells of their own. */
export function cellOf(grid: HTMLTableElement, element: Element): HTMLTableCellElement | null {
  let cell = element.closest<HTMLTableCellElement>('td, th');

  while (cell && cell.closest('table') !== grid) {
    cell = cell.parentElement?.closest<HTMLTableCellElement>('td, th') ?? null;
  }

  return cell;
}

/**
 * What has the focus when a cell is gone to: the sort control of a header, a cell's only control where that does not
 * use the grid's keys, otherwise the cell.
 */
export function focusTarget(cell: HTMLTableCellElement): HTMLElement {
  const sort = cell.querySelector<HTMLElement>('[data-rh=sort]');

  if (sort) {
    return sort;
  }

  const only = onlyControl(cell);

  return only && isWholeContent(only) && !usesKeys(only) ? only : cell;
}

export function onlyControl(cell: Element): HTMLElement | null {
  const controls = controlsOf(cell);

  return controls.length === 1 ? (controls[0] ?? null) : null;
}

/** The control that unfolds a long text stands beside it: on it, a screen reader would not say the text. */
function isWholeContent(control: HTMLElement): boolean {
  return control.dataset.rh !== 'unfold' && control.closest('.rh-details') === null;
}
