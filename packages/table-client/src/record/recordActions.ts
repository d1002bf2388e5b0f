import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { ActionFailure, InitButton, InitTemplate } from '@rowhouse/table-protocol';
import type { ActionsFunctions, ActionsSnapshot, RouteTarget } from '../actions/Actions.ts';
import { createButtons } from '../actions/createButtons.ts';
import { createJobs } from '../actions/createJobs.ts';
import { describeSubject, type Subject } from '../actions/subjects.ts';
import { rowName } from '../cells/describeCell.ts';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import type { Browser } from '../table/Browser.ts';
import { createNotices, type Notify } from '../table/notices.ts';
import type { Feature } from '../table/snapshots.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';

/** State of an action on a row. */
export interface RecordActionsSnapshot extends ActionsSnapshot {
  /** The buttons of the row, except the one that opens its page; empty without a row. */
  readonly buttons: readonly InitButton[];
}

/** As in a table; `press`, `isBusy` and `buttonPath` refer to the shown row. */
export interface RecordActionsFunctions
  extends Pick<
    ActionsFunctions,
    | 'confirm'
    | 'readConfirmed'
    | 'cancelConfirmation'
    | 'dismissNotice'
    | 'failedRow'
    | 'cancelJob'
    | 'dismissJob'
  > {
  press(button: InitButton): Promise<void>;
  isBusy(button: InitButton): boolean;
  /** Path of a button, with the row's identifier; null if it has none. */
  buttonPath(button: InitButton): string | null;
}

export interface RecordActionsOptions {
  /** Opens the route of a router button. */
  readonly navigate?: (target: RouteTarget) => unknown;
  /** Events of buttons, with the row, and what they emit after their action. */
  readonly onEvent?: (name: string, ...payload: readonly unknown[]) => void;
}

interface RecordActionsContext {
  readonly options: RecordActionsOptions;
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly columns: ReadonlySignal<readonly TableColumn[]>;
  readonly row: ReadonlySignal<TableRow | null>;
  readonly send: SendRequest;
  readonly translate: Translate;
  readonly browser: Browser | null;
  readonly lifetime: AbortSignal;
  rowId(row: TableRow): RowId;
  reload(): Promise<void>;
}

/** The row's buttons, run as those of the table's rows. */
export interface RecordActions extends Feature<RecordActionsSnapshot, RecordActionsFunctions> {
  readonly notify: Notify;
}

export function recordActions(context: RecordActionsContext): RecordActions {
  const { options, template, columns, row, send, translate, browser, lifetime, rowId, reload } = context;
  const { notify, notices, dismissNotice } = createNotices();
  const emit = (name: string, ...payload: readonly unknown[]) => options.onEvent?.(name, ...payload);
  const { followJob, jobs, cancelJob, dismissJob } = createJobs({
    send,
    lifetime,
    translate,
    onEnd: (job, postEvent) => {
      if (postEvent) emit(postEvent, job);
      if (job.kind === 'action') void reload();
    },
    onFailure: (message) => notify('danger', message),
  });
  const subjectOf = (of: TableRow, id: RowId): Subject => ({
    kind: 'row',
    ...rowName({ columns: columns.value, rowName: template.value?.rowName }, of, id, translate),
  });
  const { confirmation, busyButtons, ...buttons } = createButtons({
    template: () => template.value,
    send,
    translate,
    emit,
    notify,
    rowId,
    lifetime,
    failedRow,
    // Those of rows send neither.
    payload: () => ({}),
    selection: null,
    subject: (_button, of) => (of ? subjectOf(of, rowId(of)) : null),
    rowPage: () => null,
    navigate: (target) => options.navigate?.(target),
    open: (path) => browser?.location.assign(path),
    follow: followJob,
    afterAction: reload,
  });

  function failedRow({ dtRowId, name }: ActionFailure): string {
    return name ?? describeSubject(subjectOf({}, dtRowId), translate);
  }

  const ofRow = <Result>(read: (shown: TableRow) => Result, otherwise: Result): Result =>
    row.value ? read(row.value) : otherwise;

  return {
    notify,
    snapshot: {
      confirmation,
      busyButtons,
      notices,
      jobs,
      buttons: computed(() =>
        ofRow((shown) => buttons.rowButtons(shown).filter(({ name }) => name !== 'show'), []),
      ),
    },
    functions: {
      press: (button) => ofRow((shown) => buttons.press(button, shown), Promise.resolve()),
      isBusy: (button) => ofRow((shown) => buttons.isBusy(button, shown), false),
      buttonPath: (button) => ofRow((shown) => buttons.buttonPath(button, shown), null),
      confirm: buttons.confirm,
      readConfirmed: buttons.readConfirmed,
      cancelConfirmation: buttons.cancelConfirmation,
      dismissNotice,
      failedRow,
      cancelJob,
      dismissJob,
    },
  };
}
