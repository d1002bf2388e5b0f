import { signal } from '@preact/signals-core';
import type { InitButton, InitTemplate } from '@rowhouse/table-protocol';
import { TableFailure } from '../http/TableProblem.ts';
import type { Confirmation, RowId, TableRow } from '../TableController.ts';
import { type ButtonEffects, buttonRunner } from './buttonRunner.ts';
import { askAbout, describeSubject, type Subject } from './subjects.ts';

/** What buttons need of the table. */
export interface ButtonContext extends Omit<ButtonEffects, 'buttonPath'> {
  /** The request for the current rows, for actions on the whole result and for exports. */
  payload(kind: 'data' | 'export'): object;
  selected(): readonly RowId[];
  /** What the button acts on; null if it acts on no rows. */
  subject(button: InitButton, row: TableRow | undefined): Subject | null;
  /** The address of the row's own page; null if there is none. */
  rowPage(row: TableRow): string | null;
}

/** Buttons: their events, the confirmation before they act, and whether they can be pressed. */
export function useButtons(table: ButtonContext) {
  const confirmation = signal<Confirmation | null>(null);
  const busyButtons = signal<ReadonlySet<string>>(new Set());

  const { buttonPath, rowButtons } = buttonsOfRows(table);
  const runButton = buttonRunner({ ...table, buttonPath });
  const keyOf = (button: InitButton, row?: TableRow) =>
    row ? `${button.name}:${table.rowId(row)}` : button.name;
  const isBusy = (button: InitButton, row?: TableRow) => busyButtons.value.has(keyOf(button, row));
  const isEnabled = ({ selection }: InitButton) => !selection || table.selected().length > 0;

  async function press(button: InitButton, row?: TableRow): Promise<void> {
    if (isBusy(button, row) || !isEnabled(button)) {
      return;
    }
    if (button.event) {
      table.emit(button.event, ...(row ? [row] : []));
    }
    const payload = payloadOf(button, row);

    if (button.confirmation) {
      const subject = table.subject(button, row);
      confirmation.value = {
        button,
        row: row ?? null,
        message: askAbout(button.message || 'Are you sure?', subject, table.translate),
        subject: subject ? describeSubject(subject, table.translate) : '',
        payload,
      };
    } else if (button.action !== 'href') {
      // The browser follows a link without a confirmation.
      await act(button, row, payload);
    }
  }

  /** Created when the button is pressed, so that it acts on the rows that the confirmation shows. */
  function payloadOf({ action, selection }: InitButton, row: TableRow | undefined): object | null {
    if (action === 'export') return table.payload('export');
    if (action !== 'ajax' || row) return null;

    return selection ? { selection: [...table.selected()] } : table.payload('data');
  }

  async function confirm(): Promise<void> {
    const confirmed = confirmation.value;
    confirmation.value = null;

    if (confirmed) {
      await act(confirmed.button, confirmed.row ?? undefined, confirmed.payload);
    }
  }

  async function act(button: InitButton, row: TableRow | undefined, payload: object | null): Promise<void> {
    const key = keyOf(button, row);

    if (busyButtons.value.has(key)) {
      return;
    }

    busyButtons.value = new Set([...busyButtons.value, key]);

    try {
      await runButton(button, row, payload);
    } catch (error) {
      // An error of the host's code is for its developers, not for the user.
      if (!(error instanceof TableFailure)) throw error;
      if (!table.lifetime.aborted) table.notify('danger', error.problem.message);
    } finally {
      busyButtons.value = new Set([...busyButtons.value].filter((other) => other !== key));
    }
  }

  return {
    confirmation,
    busyButtons,
    isBusy,
    isEnabled,
    buttonPath,
    rowButtons,
    press,
    confirm,
    cancelConfirmation: () => {
      confirmation.value = null;
    },
  };
}

/** Which buttons a row has, and where they lead. */
function buttonsOfRows(table: Pick<ButtonContext, 'template' | 'rowId' | 'rowPage'>) {
  return {
    buttonPath(button: InitButton, row?: TableRow): string | null {
      const { path } = button;
      if (button === rowPageButton && row) return table.rowPage(row);

      return path === undefined || row === undefined
        ? (path ?? null)
        : path.replace('dtRowId', () => encodeURIComponent(String(table.rowId(row)).toWellFormed()));
    },
    rowButtons({ _actions: names }: TableRow): readonly InitButton[] {
      const buttons = table.template()?.buttons.row ?? [];

      return Array.isArray(names)
        ? buttons.filter((button) => button === rowPageButton || names.includes(button.name))
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

/** The template with the link to the row's page before its other row buttons, unless it has a button of that name. */
export function withRowPage(template: InitTemplate): InitTemplate {
  const { buttons } = template;

  return buttons.row.some(({ name }) => name === rowPageButton.name)
    ? template
    : { ...template, actions: true, buttons: { ...buttons, row: [rowPageButton, ...buttons.row] } };
}
