import type { ReadonlySignal } from '@preact/signals-core';
import type { ActionFailure, InitButton } from '@rowhouse/table-protocol';
import { rowName } from '../describeCell.ts';
import { numberText } from '../numberText.ts';
import type { HostConditions, RowId, TableColumn, TableRow, Translate } from '../TableController.ts';
import { resultKey } from './payload.ts';
import type { TableState } from './TableState.ts';
import type { ShownResponse } from './useTableRequests.ts';

/** What a button acts on. */
export type Subject =
  | { readonly kind: 'row'; readonly label: string; readonly name: string }
  | { readonly kind: 'selection'; readonly count: number; readonly elsewhere: number }
  /** `count` is null if the server does not count the rows. */
  | { readonly kind: 'result'; readonly count: number | null };

/** What a button acts on, for its confirmation. */
export function describeSubject(subject: Subject, translate: Translate): string {
  switch (subject.kind) {
    case 'row':
      return translate('{label}: {value}', { label: subject.label, value: subject.name });
    case 'selection':
      return describeSelection(subject.count, subject.elsewhere, translate);
    case 'result':
      return describeResult(subject.count, translate);
  }
}

/** `elsewhere` is the number of selected rows that are not on the page. */
export function describeSelection(count: number, elsewhere: number, translate: Translate): string {
  if (count === 1) {
    return elsewhere === 0 ? translate('1 row selected') : translate('1 row selected, not on this page');
  }

  return elsewhere === 0
    ? translate('{count} rows selected', { count: numberText(count) })
    : translate('{count} rows selected, {elsewhere} of them not on this page', {
        count: numberText(count),
        elsewhere: numberText(elsewhere),
      });
}

function describeResult(count: number | null, translate: Translate): string {
  if (count === null) return translate('The whole result: all matching rows');
  if (count === 1) return translate('The whole result: 1 row');

  return translate('The whole result: {count} rows', { count: numberText(count) });
}

/**
 * The question of a button's confirmation. `{count}` is the number of rows and `{row}` the name of the row; of
 * "one | several", the first part is used for one row.
 */
export function askAbout(message: string, subject: Subject | null, translate: Translate): string {
  const count = subject?.kind === 'row' ? 1 : (subject?.count ?? null);
  const params = {
    count: count === null ? translate('all matching') : numberText(count),
    // A no-break space, so that ` | ` in a name does not split the message.
    row: subject?.kind === 'row' ? subject.name.replaceAll(' | ', '\u00a0| ') : '',
  };
  const [one = '', several = one] = translate(message, params).split(' | ');

  return count === 1 ? one : several;
}

interface SubjectsContext {
  readonly columns: ReadonlySignal<readonly TableColumn[]>;
  readonly shown: ReadonlySignal<ShownResponse | null>;
  readonly state: ReadonlySignal<TableState>;
  readonly translate: Translate;
  host(): HostConditions;
  rowId(row: TableRow): RowId;
  /** Number of selected rows, and of those that are not on the page. */
  selection(): { readonly count: number; readonly elsewhere: number };
}

/** What buttons act on, and the names of rows that actions failed on. */
export function actionSubjects({
  columns,
  shown,
  state,
  translate,
  host,
  rowId,
  selection,
}: SubjectsContext) {
  const rowSubject = (row: TableRow, id: RowId): Subject => ({
    kind: 'row',
    ...rowName(columns.value, row, id, translate),
  });

  /** Null unless the rows of the current state have been counted. */
  function resultCount(): number | null {
    if (shown.value?.result !== resultKey(state.value, host())) return null;
    const { fullRecordInfo, filters, estimated, filtered, count } = shown.value.body;
    if (fullRecordInfo) return filtered;

    return filters || estimated ? null : count;
  }

  return {
    subject({ action, selection: isForSelected }: InitButton, row?: TableRow): Subject | null {
      if (row) return rowSubject(row, rowId(row));
      if (isForSelected) return { kind: 'selection', ...selection() };

      return action === 'ajax' || action === 'export' ? { kind: 'result', count: resultCount() } : null;
    },
    failedRow({ dtRowId, name }: ActionFailure): string {
      if (name !== undefined) return name;
      const rows = shown.value?.body.data ?? [];
      const row = rows.find((candidate) => String(rowId(candidate)) === String(dtRowId));

      return describeSubject(rowSubject(row ?? {}, dtRowId), translate);
    },
  };
}
