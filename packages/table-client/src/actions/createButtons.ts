import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { InitButton } from '@rowhouse/table-protocol';
import { mostRowIds } from '@rowhouse/table-protocol/internal';
import { TableFailure, type TableProblem } from '../http/TableProblem.ts';
import { numberText } from '../language/numberText.ts';
import { lazyModule } from '../table/lazyModule.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import type { ActionsFunctions, Confirmation } from './Actions.ts';
import type { ButtonEffects } from './buttonRunner.ts';
import { describedDeletions } from './describedDeletions.ts';
import { type RowButtonsContext, rowButtonsOf } from './rowButtons.ts';
import { askAbout, describeSubject, type Subject } from './subjects.ts';

/** Parts of the table that buttons need. */
export interface ButtonContext extends Omit<ButtonEffects, 'buttonPath'>, RowButtonsContext {
  /** The request for the current rows, for actions on the whole result and for exports. */
  payload(kind: 'data' | 'export'): object;
  /** Null if no button is for selected rows. */
  readonly selection: {
    readonly selected: ReadonlySignal<readonly RowId[]>;
    readonly allMatching: ReadonlySignal<boolean>;
    readonly selectedCount: ReadonlySignal<number | null>;
    /** The request for the selected rows. */
    payload(): object;
  } | null;
  /** The subject of the button's action; null if it affects no rows. */
  subject(button: InitButton, row: TableRow | undefined): Subject | null;
}

export interface Buttons
  extends Pick<
    ActionsFunctions,
    | 'isBusy'
    | 'isEnabled'
    | 'buttonPath'
    | 'rowButtons'
    | 'press'
    | 'confirm'
    | 'cancelConfirmation'
    | 'readConfirmed'
  > {
  readonly confirmation: ReadonlySignal<Confirmation | null>;
  readonly busyButtons: ReadonlySignal<ReadonlySet<string>>;
  /** Runs a global button with another request than its own, which a dialog has confirmed. */
  startWith(button: InitButton, payload: object): Promise<void>;
}

/** Buttons: their events, the confirmation before they act, and whether they can be pressed. */
export function createButtons(table: ButtonContext): Buttons {
  const confirmation = signal<Confirmation | null>(null);
  const busyButtons = signal<ReadonlySet<string>>(new Set());

  const { buttonPath, rowButtons } = rowButtonsOf(table);
  const runner = lazyModule(async () => {
    const { buttonRunner, ...others } = await import('./buttonRunner.ts');

    return { ...others, run: buttonRunner({ ...table, buttonPath }) };
  }, table.translate);
  const deletions = describedDeletions(confirmation, table.send);
  const keyOf = (button: InitButton, row?: TableRow) =>
    row ? `${button.name}:${table.rowId(row)}` : button.name;
  const isBusy = (button: InitButton, row?: TableRow) => busyButtons.value.has(keyOf(button, row));
  const isEnabled = ({ selection, matching }: InitButton) =>
    !selection ||
    (table.selection !== null &&
      table.selection.selectedCount.value !== 0 &&
      (matching === true || !table.selection.allMatching.value));

  async function press(button: InitButton, row?: TableRow): Promise<void> {
    if (isBusy(button, row) || !isEnabled(button)) return;
    if (button.event) {
      table.emit(button.event, ...(row ? [row] : []));
    }
    if (button.matching && (table.selection?.selected.value.length ?? 0) > mostRowIds) {
      warnOfTooMany(table, button);
      return;
    }
    const payload = payloadOf(table, button, row);

    if (button.confirmation || button.form) {
      const subject = table.subject(button, row);
      confirmation.value = {
        button,
        row: row ?? null,
        message: askAbout(button.message || 'Are you sure?', subject, table.translate),
        subject: subject ? describeSubject(subject, table.translate) : '',
        payload: withConfirmed(button, payload, subject),
      };
      if (button.deletes && row) void deletions.describe(buttonPath(button, row) ?? '');
    } else if (button.action !== 'href') {
      // The browser follows a link without a confirmation.
      await act(button, row, payload);
    }
  }

  async function startWith(button: InitButton, payload: object): Promise<void> {
    if (button.event) table.emit(button.event);
    await act(button, undefined, payload);
  }

  async function confirm(input?: object): Promise<TableProblem | null> {
    const confirmed = confirmation.value;
    if (!confirmed) return null;
    const { button, row, payload } = confirmed;
    if (!input) confirmation.value = null;
    const refused = await act(button, row ?? undefined, input ? { ...payload, input } : payload);
    // It may be another one by now.
    if (refused === null && confirmation.value === confirmed) confirmation.value = null;

    return refused;
  }

  /** The server refuses an action that is for another number of rows than was confirmed: it is confirmed again. */
  function askAgain(button: InitButton, payload: object, { body }: TableFailure): boolean {
    if (!('confirmed' in payload && 'rows' in body && typeof body.rows === 'number')) return false;
    confirmation.value = runner.loaded()?.confirmedAgain(table, button, payload, body.rows) ?? null;

    return true;
  }

  /** Null unless the server refuses the input of the action. */
  async function act(
    button: InitButton,
    row: TableRow | undefined,
    payload: object | null,
  ): Promise<TableProblem | null> {
    const key = keyOf(button, row);
    if (busyButtons.value.has(key)) return null;

    busyButtons.value = new Set([...busyButtons.value, key]);

    try {
      const { run } = runner.loaded() ?? (await runner.load());
      await run(button, row, payload);
    } catch (error) {
      // An error of the host's code is for its developers, not for the user.
      if (!(error instanceof TableFailure)) throw error;
      if (table.lifetime.aborted || (payload && askAgain(button, payload, error))) return null;
      const { errors, message } = error.problem;
      if (Object.keys(errors).some((path) => /^input\b/.test(path))) return error.problem;
      const isExplained =
        button.deletes && row && (await deletions.confirmRefused(error, { button, row, payload }));
      if (!isExplained) table.notify('danger', message);
    } finally {
      busyButtons.value = new Set([...busyButtons.value].filter((other) => other !== key));
    }

    return null;
  }

  return {
    confirmation,
    busyButtons,
    isBusy,
    isEnabled,
    buttonPath,
    rowButtons,
    press,
    startWith,
    confirm,
    readConfirmed: async (...what) => (await runner.load()).readConfirmed(table, confirmation.value, ...what),
    cancelConfirmation: () => {
      confirmation.value = null;
    },
  };
}

/** Created when the button is pressed, so that it acts on the rows that the confirmation shows. */
function payloadOf(
  table: ButtonContext,
  { action, selection, matching }: InitButton,
  row: TableRow | undefined,
): object | null {
  if (action === 'export') return table.payload('export');
  if (action !== 'ajax' || row) return null;

  if (!selection || !table.selection) return table.payload('data');

  return matching ? table.selection.payload() : { selection: [...table.selection.selected.value] };
}

/** The request of a table's action with the number of rows that the confirmation names. */
function withConfirmed(
  { action }: InitButton,
  payload: object | null,
  subject: Subject | null,
): object | null {
  const isNamed = subject !== null && subject.kind !== 'row' && subject.count !== null;

  return action === 'ajax' && isNamed && payload && 'meta' in payload
    ? { ...payload, confirmed: subject.count }
    : payload;
}

function warnOfTooMany({ notify, translate }: ButtonContext, { label, name }: InitButton): void {
  notify(
    'warning',
    translate('{name} takes at most {most} rows. Select fewer, or all that match.', {
      name: translate(label || name),
      most: numberText(mostRowIds),
    }),
  );
}
