import type { ReadonlySignal } from '@preact/signals-core';
import type { TableJob } from '@rowhouse/table-protocol';
import { type ExportedView, exportedView, exportPayload } from '../exports/exportPayload.ts';
import type { Linking } from '../linking/createLinking.ts';
import type { ShownResponse } from '../requests/pageReader.ts';
import { dataPayload } from '../requests/payload.ts';
import type { TableContext } from '../requests/tableContext.ts';
import type { Selection } from '../selection/createSelection.ts';
import type { Notices } from '../table/notices.ts';
import type { Feature } from '../table/snapshots.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import type { TableState } from '../table/TableState.ts';
import type { Undo } from '../undo/createUndo.ts';
import type { ActionsFunctions, ActionsSnapshot, RouteTarget } from './Actions.ts';
import { type Buttons, createButtons } from './createButtons.ts';
import { createJobs } from './createJobs.ts';
import { actionSubjects, selectionSubject } from './subjects.ts';

interface ActionsContext extends TableContext {
  readonly state: ReadonlySignal<TableState>;
  readonly shown: ReadonlySignal<ShownResponse | null>;
  readonly columns: ReadonlySignal<readonly TableColumn[]>;
  readonly notices: Notices;
  readonly selection: Selection;
  readonly remember: Undo['remember'];
  readonly unlink: Linking['unlink'];
  /** The open view. */
  readonly openView: ExportedView;
  navigate(target: RouteTarget): unknown;
  reload(): Promise<void>;
  /** Called for a deleted row. */
  forgetRow(id: RowId): void;
  rowId(row: TableRow): RowId;
  rowPage(row: TableRow): string | null;
}

export interface Actions extends Feature<ActionsSnapshot, ActionsFunctions>, Pick<Buttons, 'startWith'> {
  /** Shows the progress of a job, and reads the rows again at its end. */
  follow(job: TableJob): void;
}

/** Buttons, and their notices and jobs. */
export function createActions(context: ActionsContext): Actions {
  const { browser, lifetime, template, state, rowId, send, translate, emit, host, selection } = context;
  const { notices, notify, dismissNotice } = context.notices;
  const { jobs, followJob, cancelJob, dismissJob } = createJobs({
    send,
    lifetime,
    translate,
    onEnd: (job, postEvent) => {
      if (postEvent) emit(postEvent, job);
      if (job.undo) context.remember({ undo: job.undo.id }, { method: 'POST', path: job.undo.path });
      if (job.kind !== 'export') void context.reload();
    },
    onFailure: (message) => notify('danger', message),
  });
  const { subject, failedRow } = actionSubjects({
    ...context,
    selection: () => selectionSubject(selection.snapshot),
  });
  const { confirmation, busyButtons, startWith, ...buttons } = createButtons({
    template: () => template.value,
    lifetime,
    send,
    payload: (kind) =>
      kind === 'export'
        ? {
            ...exportPayload(state.value, host(), template.value?.columns ?? []),
            ...exportedView(context.openView),
          }
        : dataPayload(state.value, host()),
    selection: { ...selection.snapshot, payload: selection.payload },
    rowId,
    failedRow,
    remember: context.remember,
    unlink: context.unlink,
    subject,
    emit,
    notify,
    translate,
    navigate: context.navigate,
    open: (path) => browser?.location.assign(path),
    rowPage: context.rowPage,
    follow: (job, postEvent) => {
      followJob(job, postEvent);
      if (job.kind === 'action') selection.functions.clearSelected();
    },
    afterAction: async ({ method }, row) => {
      if (method === 'DELETE' && row) {
        selection.forget(rowId(row));
        context.forgetRow(rowId(row));
      }
      if (!row) selection.functions.clearSelected();
      await context.reload();
    },
  });

  return {
    startWith,
    follow: followJob,
    snapshot: { notices, jobs, confirmation, busyButtons },
    functions: {
      ...buttons,
      dismissNotice,
      cancelJob,
      dismissJob,
      failedRow,
      notify: (kind, message) => notify(kind, message),
    },
  };
}
