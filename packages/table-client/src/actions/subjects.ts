import type { ReadonlySignal } from '@preact/signals-core';
import type { ActionFailure, InitButton, InitTemplate } from '@rowhouse/table-protocol';
import { rowName } from '../cells/describeCell.ts';
import { numberText } from '../language/numberText.ts';
import type { Translate } from '../language/translator.ts';
import type { SentConditions } from '../requests/connection.ts';
import type { ShownResponse } from '../requests/pageReader.ts';
import type { RowSelection } from '../selection/createRowSelection.ts';
import { describeMatching, describeSelection } from '../selection/describeSelection.ts';
import { matchingCount } from '../selection/selectedRows.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import type { TableState } from '../table/TableState.ts';

/** The subject of a button's action. */
export type Subject =
  | { readonly kind: 'row'; readonly label: string; readonly name: string }
  | { readonly kind: 'selection'; readonly count: number; readonly elsewhere: number }
  /** All matching rows, except `excepted` ones. */
  | { readonly kind: 'matching'; readonly count: number | null; readonly excepted: number }
  /** `count` is null if the server does not count the rows. */
  | { readonly kind: 'result'; readonly count: number | null };

/** The subject of a button's action, for its confirmation. */
export function describeSubject(subject: Subject, translate: Translate): string {
  switch (subject.kind) {
    case 'row':
      return translate('{label}: {value}', { label: subject.label, value: subject.name });
    case 'selection':
      return describeSelection(subject.count, subject.elsewhere, translate);
    case 'matching':
      return describeMatching(subject.count, subject.excepted, translate);
    case 'result':
      return describeResult(subject.count, translate);
  }
}

function describeResult(count: number | null, translate: Translate): string {
  return count === null
    ? translate('The whole result: all matching rows')
    : translate('The whole result: {count|# row|# rows}', { count });
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

/** The subject of a button for selected rows. */
export function selectionSubject({
  allMatching,
  selectedCount,
  selectedElsewhere,
  excepted,
}: Pick<
  RowSelection['snapshot'],
  'allMatching' | 'selectedCount' | 'selectedElsewhere' | 'excepted'
>): Subject {
  return allMatching.value
    ? { kind: 'matching', count: selectedCount.value, excepted: excepted.value.length }
    : { kind: 'selection', count: selectedCount.value ?? 0, elsewhere: selectedElsewhere.value };
}

interface SubjectsContext {
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly columns: ReadonlySignal<readonly TableColumn[]>;
  readonly shown: ReadonlySignal<ShownResponse | null>;
  readonly state: ReadonlySignal<TableState>;
  readonly translate: Translate;
  host(): SentConditions;
  rowId(row: TableRow): RowId;
  /** The subject of a button for selected rows. */
  selection(): Subject;
}

export interface Subjects {
  /** The subject of a button's action; null if it affects no rows. */
  subject(button: InitButton, row?: TableRow): Subject | null;
  /** The name of a row that an action failed on, also of one that is not on the page. */
  failedRow(failure: ActionFailure): string;
}

/** Subjects of buttons, and names of rows that actions failed on. */
export function actionSubjects({
  template,
  columns,
  shown,
  state,
  translate,
  host,
  rowId,
  selection,
}: SubjectsContext): Subjects {
  const rowSubject = (row: TableRow, id: RowId): Subject => ({
    kind: 'row',
    ...rowName({ columns: columns.value, rowName: template.value?.rowName }, row, id, translate),
  });

  return {
    subject({ action, selection: isForSelected }, row) {
      if (row) return rowSubject(row, rowId(row));
      if (isForSelected) return selection();

      return action === 'ajax' || action === 'export'
        ? { kind: 'result', count: matchingCount(shown.value, state.value, host()) }
        : null;
    },
    failedRow({ dtRowId, name }) {
      if (name !== undefined) return name;
      const rows = shown.value?.body.data ?? [];
      const row = rows.find((candidate) => String(rowId(candidate)) === String(dtRowId));

      return describeSubject(rowSubject(row ?? {}, dtRowId), translate);
    },
  };
}
