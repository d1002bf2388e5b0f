import type { TableController } from '@rowhouse/table-client';

/** A drawn table, for controls outside of it. */
export interface DrawnTable {
  readonly table: TableController;
  /** The table's `<section>`. */
  readonly section: HTMLElement;
}

/**
 * The keyboard shortcuts. Those without `control` and `run` are handled by the grid (`useGridKeyboard`) and the toasts
 * (`useToastStack`), and are only listed.
 */
export interface TableKey {
  /** Equal keys, each in the form of `keyOf`, such as `f` and `Ctrl+Shift+L`. */
  readonly keys: readonly string[];
  /** To be translated. */
  readonly label: string;
  /** `data-control` of the control that the key focuses (a field) or presses (a button). */
  readonly control?: string;
  /** False if it is not available. */
  readonly run?: (drawn: DrawnTable) => boolean;
  /** Whether `run` has something to do. Defaults to always. */
  readonly isOffered?: (table: TableController) => boolean;
}

/** Keys that the table itself handles, wherever the focus is in it. */
export const ownKeys: readonly TableKey[] = [
  { keys: ['/'], label: 'Search in the table', control: 'search' },
  { keys: ['f'], label: 'Filter', control: 'filter' },
  { keys: ['g'], label: 'Go to page', control: 'page' },
  { keys: ['v'], label: 'Saved views', control: 'views' },
  { keys: ['Ctrl+Shift+L'], label: 'Clear all filters', run: clearFilters, isOffered: hasFilters },
  { keys: ['Ctrl+Z'], label: 'Undo the last change', run: undoLast, isOffered: ({ canUndo }) => canUndo },
  { keys: ['?'], label: 'Show all keys', control: 'keys' },
];

/**
 * The keys of an event in the notation of `tableKeys`. A letter of another script counts as the letter at its position
 * on an English keyboard.
 */
export function keyOf({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const isLatin = /^[\x20-\x7e]$/.test(key);
  const place =
    /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? (code === 'Slash' ? (shiftKey ? '?' : '/') : key);
  const plain = isLatin ? key : place;
  if (!ctrlKey && !metaKey && !altKey) return plain;
  const modifiers = [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : ''];

  return [...modifiers.filter(Boolean), plain.toUpperCase()].join('+');
}

/** True for single-character keys, which can be disabled. */
export function isSingle(key: string): boolean {
  return key.length === 1;
}

/** True if the key is available in the table. */
export function isAvailable({ control, isOffered }: TableKey, { section, table }: DrawnTable): boolean {
  if (control !== undefined) return controlOf(section, control) !== null;

  return isOffered?.(table) ?? true;
}

/** Runs the function of a key. False if it is not available. */
export function runKey({ control, run }: TableKey, drawn: DrawnTable): boolean {
  if (control === undefined) return run?.(drawn) ?? false;
  const element = controlOf(drawn.section, control);
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
  else element?.click();

  return element !== null;
}

function controlOf(section: HTMLElement, control: string): HTMLElement | null {
  const element = section.querySelector<HTMLElement>(`[data-control="${control}"]`);

  return element?.checkVisibility() ? element : null;
}

function hasFilters({ filters, where }: TableController): boolean {
  return filters.length > 0 || where !== null;
}

function undoLast({ table }: DrawnTable): boolean {
  if (!table.canUndo) return false;
  void table.undo();

  return true;
}

function clearFilters({ table }: DrawnTable): boolean {
  if (!hasFilters(table)) return false;
  table.clearFilters();

  return true;
}
