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

/** True if the element uses the keys that move the focus in the grid. */
export function usesKeys(element: Element): boolean {
  return element.matches(keyUsers);
}

/** The focusable elements of a cell, in document order. */
export function controlsOf(cell: Element): HTMLElement[] {
  return [...cell.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => !element.matches(':disabled, [type=hidden]') && element.checkVisibility(),
  );
}

/** The tab stops in a host's slots. */
export function slotStops(grid: Element): HTMLElement[] {
  return [...grid.querySelectorAll<HTMLElement>(`.rh-slot :is(${focusable})`)].filter(
    ({ tabIndex }) => tabIndex >= 0,
  );
}

/**
 * The grid's cell that contains an element, or the element itself; null for none. Cells of nested tables do not count.
 */
export function cellOf(grid: HTMLTableElement, element: Element): HTMLTableCellElement | null {
  let cell = element.closest<HTMLTableCellElement>('td, th');

  while (cell && cell.closest('table') !== grid) {
    cell = cell.parentElement?.closest<HTMLTableCellElement>('td, th') ?? null;
  }

  return cell;
}

/**
 * The element to focus for a cell: the sort control of a header; a cell's only control if it does not use the grid's keys;
 * otherwise the cell.
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

/**
 * False for the control that unfolds a text, and for the menu of a header: focused on it, a screen reader would not read
 * the text.
 */
function isWholeContent(control: HTMLElement): boolean {
  const isExtra = control.dataset.rh === 'unfold' || control.dataset.rh === 'menu';

  return !isExtra && control.closest('.rh-details') === null;
}
