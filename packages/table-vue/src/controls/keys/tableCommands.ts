import { rowName } from '@rowhouse/table-client';
import type { InitButton } from '@rowhouse/table-protocol';
import { readableName } from '../../buttonNames.ts';
import { iconClass } from '../../icons.ts';
import { type DrawnTable, isAvailable, ownKeys, runKey } from './tableKeys.ts';

/** A command of a table, for a menu of the page. */
export interface TableCommand {
  /** Translated. */
  readonly name: string;
  /** Its subject: the table, or the focused row. */
  readonly about: 'table' | 'row';
  /** CSS classes of its icon, if it is a button with one. */
  readonly icon?: string;
  /** Keyboard shortcuts of the same command, such as `f`. */
  readonly keys?: string;
  readonly enabled: boolean;
  run(): void;
}

/** The commands of a table, and of the row that contains `from`. */
export function tableCommands(drawn: DrawnTable, from: Element | null = null): readonly TableCommand[] {
  const { table, section } = drawn;
  if (table.template === null) return [];
  const { translate, template } = table;
  const command = (name: string, run: () => unknown, enabled = true): TableCommand => ({
    name: translate(name),
    about: 'table',
    enabled,
    run: () => void run(),
  });
  const buttons = [...template.buttons.global, ...template.buttons.dropdown].filter(isPressed);

  const named = (label: string, value: string) =>
    translate('{label}: {value}', { label: translate(label), value });
  // As in the menu of exports, whose items are names of formats.
  const buttonName = (button: InitButton) =>
    button.action === 'export' ? named('Export', translate(textOf(button))) : textOf(button);

  return [
    ...rowCommands(drawn, from),
    ...buttons.map((button) => ({
      ...command(
        buttonName(button),
        () => table.press(button),
        table.isEnabled(button) && !table.isBusy(button),
      ),
      ...iconOf(button),
    })),
    ...ownKeys
      .filter((key) => isAvailable(key, { table, section }))
      .map((key) => ({
        ...command(key.label, () => runKey(key, { table, section })),
        keys: key.keys[0] ?? '',
      })),
    ...(table.views ?? [])
      .filter(({ id }) => id !== table.view?.id)
      .map(({ id, name }) => command(named('Open the view', name), () => table.openView(id))),
    ...(table.page > 1 ? [command('Previous page', () => table.goToPage(table.page - 1))] : []),
    ...(table.hasNextPage ? [command('Next page', () => table.goToPage(table.page + 1))] : []),
    ...(table.selectedCount !== 0 ? [command('Clear the selection', () => table.clearSelected())] : []),
    command('Reload', () => table.reload()),
    command('Reset the table', () => table.reset()),
  ];
}

function rowCommands({ table, section }: DrawnTable, from: Element | null): TableCommand[] {
  const index = from?.closest<HTMLElement>('tr[data-row]')?.dataset.row;
  const row = index !== undefined && section.contains(from) ? table.rows[Number(index)] : undefined;
  if (row === undefined) return [];
  const { columns, template, translate } = table;
  const { name } = rowName({ columns, rowName: template?.rowName }, row, table.rowId(row), translate);

  return table
    .rowButtons(row)
    .filter(isPressed)
    .map((button) => ({
      name: table.translate('{label}: {value}', { label: table.translate(textOf(button)), value: name }),
      about: 'row',
      ...iconOf(button),
      enabled: !table.isBusy(button, row),
      run: () => void table.press(button, row),
    }));
}

/** Buttons drawn by a slot belong to the host. */
function isPressed({ slot }: InitButton): boolean {
  return slot === undefined;
}

const iconOf = ({ icon }: InitButton) => (icon ? { icon: iconClass(icon) } : {});

function textOf({ label, tooltip, name }: InitButton): string {
  return label || tooltip || readableName(name);
}
