import type { Translate } from '@rowhouse/table-client';
import { ownKeys, type TableKey } from './tableKeys.ts';

interface KeyGroup {
  readonly label: string;
  readonly keys: readonly TableKey[];
}

/** All keys of a table. */
export const tableKeys: readonly KeyGroup[] = [
  {
    label: 'Keys of the table',
    keys: [
      ...ownKeys.slice(0, -1),
      { keys: ['F6'], label: 'Go to the messages, and back' },
      ...ownKeys.slice(-1),
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
      { keys: ['A–Z', '0–9'], label: 'Replace the value of the cell' },
      { keys: ['Del'], label: 'Empty the cell' },
      { keys: ['Shift+←', 'Shift+→', 'Shift+↑', 'Shift+↓'], label: 'Select cells' },
      { keys: ['Ctrl+C'], label: 'Copy the cell, or the selected cells' },
      { keys: ['Ctrl+V'], label: 'Paste cells of a spreadsheet' },
      { keys: ['Ctrl+D'], label: 'Fill the selected cells with their first row' },
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

/** Names of keys, to be translated; the first part is the label on the key. */
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

/** The labels of the keys in a combination such as `Ctrl+Home`. */
export function keyTexts(keys: string, translate: Translate): string[] {
  return keys.split('+').map((key) => {
    const name = keyNames.find((candidate) => candidate === `${key} key`);

    return name === undefined ? key : translate(name).replace(name, key);
  });
}
