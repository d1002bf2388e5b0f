import { batch, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import { plainText, valueReader } from '../cells/describeCell.ts';
import type { SentConditions } from '../requests/connection.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import { cellChange, editedColumn } from './cellChange.ts';
import type { CellEdit, EditingFunctions } from './Editing.ts';
import { type EditSenderContext, editSender } from './editSender.ts';

export interface EditingContext extends Omit<EditSenderContext, 'change' | 'isShown' | 'replaceRow'> {
  readonly editing: Signal<CellEdit | null>;
  /** The rows of the page, or of its open groups. */
  readonly rows: ReadonlySignal<readonly TableRow[]>;
  rowId(row: TableRow): RowId;
  /** Replaces shown rows. */
  changeRows(change: (row: TableRow) => TableRow): void;
  host(): SentConditions;
}

/** The edit of one cell at a time. */
export function cellEditing(context: EditingContext) {
  const { editing, template, rowId, lifetime, host } = context;
  const change = cellChange({ template: () => template.value, host });
  const rowOf = (id: RowId) => context.rows.value.find((row) => rowId(row) === id);
  const replaceRow = (id: RowId, row: TableRow) =>
    context.changeRows((other) => (rowId(other) === id ? row : other));
  const sender = editSender({
    ...context,
    change,
    replaceRow,
    isShown: (id) => rowOf(id) !== undefined,
  });

  async function startEdit(id: RowId, column: string): Promise<boolean> {
    await sender.running();
    const row = rowOf(id);
    if (lifetime.aborted || !row || !template.value?.edit || !editedColumn(template.value, column))
      return false;
    const now = editing.value;
    if (now?.row === id && now.column === column) return true;
    if (now?.fault || now?.conflict) return false;
    change.begin(row);
    const draft = change.valueBefore(column);
    const shown = plainText(valueReader(column)(row));
    editing.value = { row: id, column, draft, shown, saving: false, fault: null, conflict: null };

    return true;
  }

  async function commitEdit(value: EditValue): Promise<boolean> {
    const now = editing.value;
    if (!now || now.conflict) return now === null;
    const running = sender.running();
    if (running) return running;
    const column = editedColumn(template.value, now.column);
    if (column?.edit?.type !== 'select' && value === change.valueBefore(now.column)) {
      editing.value = null;
      return true;
    }

    return sender.send(now, value);
  }

  function cancelEdit(): void {
    const now = editing.value;
    if (!now || now.saving) return;
    batch(() => {
      editing.value = null;
      if (now.conflict) replaceRow(now.row, now.conflict.row);
    });
  }

  async function resolveConflict(choice: 'mine' | 'theirs'): Promise<boolean> {
    const now = editing.value;
    const conflict = now?.conflict;
    if (!conflict) return false;
    if (choice === 'theirs') {
      cancelEdit();
      return true;
    }
    // A different value than the refused one.
    change.begin(conflict.row);
    batch(() => {
      replaceRow(now.row, conflict.row);
      editing.value = { ...now, conflict: null };
    });

    return sender.send(now, now.draft);
  }

  return {
    functions: { startEdit, commitEdit, cancelEdit, resolveConflict } satisfies EditingFunctions,
    /** Ends the edit of a row that is no longer on the page, unless it is being sent. */
    dropEdit: () => {
      const now = editing.value;
      if (now && !now.saving && !rowOf(now.row)) editing.value = null;
    },
  };
}
