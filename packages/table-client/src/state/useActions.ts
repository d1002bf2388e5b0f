import type { ReadonlySignal } from '@preact/signals-core';
import { type GroupKey, type InitButton, mostRowIds } from '@rowhouse/table-protocol';
import type { TreeLine } from '../Grouping.ts';
import { numberText } from '../numberText.ts';
import type { Notice, RowId, TableColumn, TableRow } from '../TableController.ts';
import type { RouteTarget } from './buttonRunner.ts';
import { useGroupSelection } from './grouping/groupSelection.ts';
import type { ShownResponse } from './pageReader.ts';
import { dataPayload, exportPayload } from './payload.ts';
import { countOf, selectedRows } from './selectedRows.ts';
import { actionSubjects, selectionSubject } from './subjects.ts';
import type { TableState } from './TableState.ts';
import type { tableContext } from './tableContext.ts';
import { useJobs, useNotices } from './useActionResults.ts';
import { useButtons } from './useButtons.ts';
import { useExports } from './useExports.ts';
import { useSelection } from './useSelection.ts';
import type { viewMembersOf } from './views/useViews.ts';

interface ActionsContext extends ReturnType<typeof tableContext> {
  navigate(target: RouteTarget): unknown;
  readonly state: ReadonlySignal<TableState>;
  /** The open view. */
  readonly openView: Pick<ReturnType<typeof viewMembersOf>, 'view' | 'viewChanged'>;
  readonly shown: ReadonlySignal<ShownResponse | null>;
  reload(): Promise<void>;
  readonly columns: ReadonlySignal<readonly TableColumn[]>;
  readonly rows: ReadonlySignal<readonly TableRow[]>;
  readonly groupLines: ReadonlySignal<readonly TreeLine[] | null>;
  /** All rows of a group. */
  readGroup(path: readonly GroupKey[]): Promise<readonly TableRow[]>;
  /** Called for a deleted row. */
  forgetRow(id: RowId): void;
  rowId(row: TableRow): RowId;
  rowPage(row: TableRow): string | null;
}

/** The selection, buttons, and their notices and jobs. */
export function useActions(context: ActionsContext) {
  const { browser, lifetime, template, state, shown, rowId, send, translate, emit, host } = context;
  const { notices, notify, dismissNotice } = useNotices();
  const { jobs, followJob, cancelJob, dismissJob } = useJobs({
    ...{ send, lifetime, translate },
    onEnd: (job, postEvent) => {
      if (postEvent) emit(postEvent, job);
      if (job.kind === 'action') void context.reload();
    },
    onFailure: (message) => notify('danger', message),
  });
  const selection = useSelection({
    ...context,
    matching: () => countOf(shown.value, state.value, host()),
    onTooMany: () =>
      notify(
        'warning',
        translate('At most {most} rows can be left out. Filter the rows, then select all that match.', {
          most: numberText(mostRowIds),
        }),
      ),
  });
  const ofSelected = selectedRows({
    ...context,
    selection: selection.snapshot,
  });
  const ofGroups = useGroupSelection({
    ...context,
    selection,
    canSelectAll: ofSelected.canSelectAll,
    notify,
  });
  const { subject, failedRow } = actionSubjects({
    ...context,
    selection: () => selectionSubject(selection.snapshot),
  });
  /** Lists of exports name the view. */
  const exportedView = () => {
    const { view, viewChanged } = context.openView;

    return view.value && { view: { name: view.value.name, ...(viewChanged.value && { changed: true }) } };
  };
  const { confirmation, busyButtons, startWith, ...buttons } = useButtons({
    template: () => template.value,
    lifetime,
    send,
    payload: (kind) =>
      kind === 'export'
        ? { ...exportPayload(state.value, host(), template.value?.columns ?? []), ...exportedView() }
        : dataPayload(state.value, host()),
    selection: { ...selection.snapshot, payload: ofSelected.payload },
    rowId,
    failedRow,
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
    afterAction: async ({ method }: InitButton, row?: TableRow) => {
      if (method === 'DELETE' && row) {
        selection.forget(rowId(row));
        context.forgetRow(rowId(row));
      }
      if (!row) selection.functions.clearSelected();
      await context.reload();
    },
  });

  const exports = useExports({
    ...context,
    payload: (rows) =>
      rows === 'selected' ? ofSelected.payload() : { ...dataPayload(state.value, host()), ...exportedView() },
    run: startWith,
  });

  return {
    snapshot: {
      ...{ notices, jobs, confirmation, busyButtons },
      ...exports.snapshot,
      ...selection.snapshot,
      ...ofGroups.snapshot,
      canSelectAll: ofSelected.canSelectAll,
    },
    functions: {
      ...{ dismissNotice, cancelJob, dismissJob, failedRow },
      notify: (kind: Notice['kind'], message: string) => notify(kind, message),
      ...buttons,
      ...exports.functions,
      ...selection.functions,
      ...ofGroups.functions,
      readSelectionTotals: ofSelected.readTotals,
    },
    notify,
    /** Ends everything that belongs to the rows of the previous result. */
    followResult(now: ShownResponse, before: ShownResponse | null): void {
      if (!before || before.result === now.result) return;
      if (before.scope !== now.scope) selection.functions.clearSelected();
      else if (selection.onOtherRows())
        notify('info', translate('Other rows match now, so that all matching rows are no longer selected.'));
    },
  };
}
