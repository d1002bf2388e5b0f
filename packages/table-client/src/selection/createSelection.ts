import type { ReadonlySignal } from '@preact/signals-core';
import type { DataPayload } from '@rowhouse/table-protocol';
import { type GroupKey, mostRowIds } from '@rowhouse/table-protocol/internal';
import type { TreeLine } from '../grouping/Grouping.ts';
import { numberText } from '../language/numberText.ts';
import type { ShownResponse } from '../requests/pageReader.ts';
import type { TableContext } from '../requests/tableContext.ts';
import type { Notify } from '../table/notices.ts';
import type { Feature } from '../table/snapshots.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import type { TableState } from '../table/TableState.ts';
import { createGroupSelection } from './createGroupSelection.ts';
import { createRowSelection } from './createRowSelection.ts';
import type { SelectionFunctions, SelectionSnapshot } from './Selection.ts';
import { matchingCount, selectedRows } from './selectedRows.ts';

interface SelectionContext extends Pick<TableContext, 'init' | 'send' | 'lifetime' | 'translate' | 'host'> {
  readonly state: ReadonlySignal<TableState>;
  readonly shown: ReadonlySignal<ShownResponse | null>;
  readonly rows: ReadonlySignal<readonly TableRow[]>;
  readonly groupLines: ReadonlySignal<readonly TreeLine[] | null>;
  /** All rows of a group. */
  readGroup(path: readonly GroupKey[]): Promise<readonly TableRow[]>;
  rowId(row: TableRow): RowId;
  readonly notify: Notify;
}

export interface Selection extends Feature<SelectionSnapshot, SelectionFunctions> {
  /** The request for the selected rows. */
  payload(): DataPayload;
  /** Removes a deleted row. */
  forget(id: RowId): void;
  /** Ends what belongs to the rows of the previous result. */
  followResult(now: ShownResponse, before: ShownResponse | null): void;
}

/** The selected rows, on all pages. */
export function createSelection(context: SelectionContext): Selection {
  const { state, shown, host, translate, notify } = context;
  const ofRows = createRowSelection({
    ...context,
    matching: () => matchingCount(shown.value, state.value, host()),
    onTooMany: () =>
      notify(
        'warning',
        translate('At most {most} rows can be left out. Filter the rows, then select all that match.', {
          most: numberText(mostRowIds),
        }),
      ),
  });
  const { payload, readTotals, canSelectAll } = selectedRows({ ...context, selection: ofRows.snapshot });
  const ofGroups = createGroupSelection({ ...context, selection: ofRows, canSelectAll });

  return {
    payload,
    forget: ofRows.forget,
    followResult(now, before) {
      if (!before || before.result === now.result) return;
      if (before.scope !== now.scope) ofRows.functions.clearSelected();
      else if (ofRows.onOtherRows())
        notify('info', translate('Other rows match now, so that all matching rows are no longer selected.'));
    },
    snapshot: { ...ofRows.snapshot, ...ofGroups.snapshot, canSelectAll },
    functions: { ...ofRows.functions, ...ofGroups.functions, readSelectionTotals: readTotals },
  };
}
