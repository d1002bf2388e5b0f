import type { InitButton, InitTemplate } from '@rowhouse/table-protocol';
import { unlinkButton } from '../linking/linkButtons.ts';
import { rowPath } from '../rows/rowPath.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';

export interface RowButtonsContext {
  /** Null until init is read. */
  template(): InitTemplate | null;
  rowId(row: TableRow): RowId;
  /** The address of the row's own page; null if there is none. */
  rowPage(row: TableRow): string | null;
}

/** Which buttons a row has, and where they lead. */
export function rowButtonsOf(table: RowButtonsContext) {
  return {
    buttonPath(button: InitButton, row?: TableRow): string | null {
      const { path } = button;
      if (button === rowPageButton && row) return table.rowPage(row);

      return path === undefined || row === undefined ? (path ?? null) : rowPath(path, table.rowId(row));
    },
    rowButtons({ _actions: names }: TableRow): readonly InitButton[] {
      const buttons = table.template()?.buttons.row ?? [];

      return Array.isArray(names)
        ? buttons.filter((button) => ofHost.includes(button) || names.includes(button.name))
        : buttons;
    },
  };
}

/** The link to a row's own page, which the host configures instead of the template. */
const rowPageButton: InitButton = {
  name: 'show',
  icon: 'eye',
  tooltip: 'Open',
  action: 'href',
  confirmation: false,
  selection: false,
};

/** Every row has these, whatever the server says of its own buttons. */
const ofHost: readonly InitButton[] = [rowPageButton, unlinkButton];

/** The template with the link to the row's page before its other row buttons, unless it has a button of that name. */
export function withRowPage(template: InitTemplate): InitTemplate {
  const { buttons } = template;

  return buttons.row.some(({ name }) => name === rowPageButton.name)
    ? template
    : { ...template, actions: true, buttons: { ...buttons, row: [rowPageButton, ...buttons.row] } };
}
