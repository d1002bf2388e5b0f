import type { TableController, Translate } from '@rowhouse/table-client';

/** A table that is drawn, for what acts on it from outside. */
export interface DrawnTable {
  readonly table: TableController;
  /** The table's `<section>`. */
  readonly section: HTMLElement;
}

/** What keys do. Those without `control` and `run` belong to the grid (`useGridKeyboard`) and the toasts (`useToastStack`), and are only listed. */
export interface TableKey {
  /** Equal keys, each in the form of `keyOf`, such as `f` and `Ctrl+Shift+L`. */
  readonly keys: readonly string[];
  /** To be translated. */
  readonly label: string;
  /** `data-control` of the control that the key focuses (a field) or presses (a button). */
  readonly control?: string;
  /** False if there is nothing to do. */
  readonly run?: (drawn: DrawnTable) => boolean;
}

interface KeyGroup {
  readonly label: string;
  readonly keys: readonly TableKey[];
}

/** All keys of a table: the handler, the list of keys and the commands are made from this. */
export const tableKeys: readonly KeyGroup[] = [
  {
    label: 'Keys of the table',
    keys: [
      { keys: ['/'], label: 'Search in the table', control: 'search' },
      { keys: ['f'], label: 'Filter', control: 'filter' },
      { keys: ['g'], label: 'Go to page', control: 'page' },
      { keys: ['v'], label: 'Saved views', control: 'views' },
      { keys: ['Ctrl+Shift+L'], label: 'Clear all filters', run: clearFilters },
      { keys: ['F6'], label: 'Go to the messages, and back' },
      { keys: ['?'], label: 'Show all keys', control: 'keys' },
    ],
  },
  {
    label: 'Keys of the cells',
    keys: [
      { keys: ['←', '→', '↑', '↓'], label: 'Go to the next cell' },
      { keys: ['Home', 'End'], label: 'First or last cell of the row' },
      { keys: ['Ctrl+Home', 'Ctrl+End'], label: 'First or last cell of the table' },
      { keys: ['PgUp', 'PgDn'], label: 'Previous or next page' },
      { keys: ['Space'], label: 'Select the row' },
      { keys: ['Enter'], label: 'Press what is in the cell, or sort by the column' },
      { keys: ['F2'], label: 'Go to what is in the cell' },
      { keys: ['Esc'], label: 'Back to the cell' },
      { keys: ['Enter', 'F2'], label: 'Edit the cell, where it can be edited' },
      { keys: ['Shift+←', 'Shift+→', 'Shift+↑', 'Shift+↓'], label: 'Select cells' },
      { keys: ['Ctrl+C'], label: 'Copy the cell, or the selected cells' },
      { keys: ['Shift+F10'], label: 'Open the menu of the cell' },
    ],
  },
  {
    label: 'Keys of the column headers',
    keys: [
      { keys: ['Enter'], label: 'Sort by the column' },
      { keys: ['Shift+Enter'], label: 'Sort by this column, too' },
      { keys: ['Del'], label: 'Do not sort' },
      { keys: ['Alt+↓'], label: 'Open the menu of the column' },
      { keys: ['Alt+←', 'Alt+→'], label: 'Change the width of the column' },
      { keys: ['Alt+Shift+←', 'Alt+Shift+→'], label: 'Move the column' },
    ],
  },
];

/** Names of keys, to be translated; what is written on the key is their first part. */
const keyNames: readonly string[] = [
  'Ctrl key',
  'Alt key',
  'Shift key',
  'Home key',
  'End key',
  'PgUp key',
  'PgDn key',
  'Space key',
  'Enter key',
  'Esc key',
  'Del key',
];

/** What is written on the keys of a combination such as `Ctrl+Home`. */
export function keyTexts(keys: string, translate: Translate): string[] {
  return keys.split('+').map((key) => {
    const name = keyNames.find((candidate) => candidate === `${key} key`);

    return name === undefined ? key : translate(name).replace(name, key);
  });
}

/** Keys that the table itself handles, wherever in it the focus is. */
export const ownKeys: readonly TableKey[] = tableKeys.flatMap(({ keys }) =>
  keys.filter(({ control, run }) => control !== undefined || run !== undefined),
);

/**
 * The keys of an event as they are written in `tableKeys`. A letter of another script counts as that of its place on an
 * English keyboard.
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

/** True for a key that is a character by itself, which may be switched off. */
export function isSingle(key: string): boolean {
  return key.length === 1;
}

/** True if the table has what the key acts on. */
export function isAvailable({ control, run }: TableKey, { section, table }: DrawnTable): boolean {
  if (control !== undefined) return controlOf(section, control) !== null;

  return run === undefined || hasFilters(table);
}

/** Does what a key does. False if there is nothing to do. */
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

function clearFilters({ table }: DrawnTable): boolean {
  if (!hasFilters(table)) return false;
  table.clearFilters();

  return true;
}
