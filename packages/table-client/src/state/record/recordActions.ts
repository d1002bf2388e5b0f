import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { InitButton, InitTemplate } from '@rowhouse/table-protocol';
import { rowName } from '../../describeCell.ts';
import type { SendRequest } from '../../http/transport.ts';
import type {
  RowId,
  TableColumn,
  TableFunctions,
  TableRow,
  TableSnapshot,
  Translate,
} from '../../TableController.ts';
import type { Browser } from '../Browser.ts';
import type { RouteTarget } from '../buttonRunner.ts';
import { describeSubject, type Subject } from '../subjects.ts';
import { useJobs, useNotices } from '../useActionResults.ts';
import { useButtons } from '../useButtons.ts';

/** State of an action on a row. */
export interface RecordActionsSnapshot
  extends Pick<TableSnapshot, 'confirmation' | 'busyButtons' | 'notices' | 'jobs'> {
  /** The buttons of the row, except the one that opens its page; empty without a row. */
  readonly buttons: readonly InitButton[];
}

/** As in a table; `press`, `isBusy` and `buttonPath` refer to the shown row. */
export interface RecordActionsFunctions
  extends Pick<
    TableFunctions,
    'confirm' | 'cancelConfirmation' | 'dismissNotice' | 'failedRow' | 'cancelJob' | 'dismissJob'
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
export function recordActions(context: RecordActionsContext) {
  const { options, template, columns, row, send, translate, browser, lifetime, rowId, reload } = context;
  const { notify, notices, dismissNotice } = useNotices();
  const emit = (name: string, ...payload: readonly unknown[]) => options.onEvent?.(name, ...payload);
  const { followJob, jobs, cancelJob, dismissJob } = useJobs({
    ...{ send, lifetime, translate },
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
  const { confirmation, busyButtons, ...buttons } = useButtons({
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

  function failedRow({ dtRowId, name }: Parameters<TableFunctions['failedRow']>[0]): string {
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
      press: (button: InitButton) => ofRow((shown) => buttons.press(button, shown), Promise.resolve()),
      isBusy: (button: InitButton) => ofRow((shown) => buttons.isBusy(button, shown), false),
      buttonPath: (button: InitButton) => ofRow((shown) => buttons.buttonPath(button, shown), null),
      confirm: buttons.confirm,
      cancelConfirmation: buttons.cancelConfirmation,
      dismissNotice,
      failedRow,
      cancelJob,
      dismissJob,
    } satisfies RecordActionsFunctions,
  };
}
