import { batch, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { InitTemplate } from '@rowhouse/table-protocol';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import { TableFailure } from '../http/TableProblem.ts';
import type { SendRequest } from '../http/transport.ts';
import { isRecord } from '../responses/shape.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';
import type { Undo } from '../undo/createUndo.ts';
import type { CellChange } from './cellChange.ts';
import type { CellEdit } from './Editing.ts';

export interface EditSenderContext {
  readonly template: ReadonlySignal<InitTemplate | null>;
  readonly editing: Signal<CellEdit | null>;
  readonly change: CellChange;
  readonly send: SendRequest;
  readonly lifetime: AbortSignal;
  isShown(row: RowId): boolean;
  replaceRow(id: RowId, row: TableRow): void;
  /** Only in a table. */
  remember?: Undo['remember'];
  notify(kind: 'danger', message: string): void;
  reload(): Promise<void>;
  refreshTotals(): Promise<void>;
}

/** Sends the open edit, and shows the server's response. */
export function editSender(context: EditSenderContext) {
  const { template, editing, change, lifetime, replaceRow } = context;
  let running: Promise<boolean> | null = null;

  function update(changes: Partial<CellEdit>): void {
    if (editing.value) editing.value = { ...editing.value, ...changes };
  }

  async function write(edit: CellEdit, value: EditValue): Promise<boolean> {
    update({ draft: value, saving: true, fault: null, conflict: null });

    try {
      const path = template.value?.edit?.path ?? '';
      const payload = change.payload(edit, value);
      const response = await context.send({ method: 'PATCH', path, payload, signal: lifetime }, 'edit');
      context.remember?.(response, { method: 'DELETE', path });
      accept(edit, response);
      return true;
    } catch (error) {
      update({ saving: false });
      if (!(error instanceof TableFailure)) throw error;
      if (!lifetime.aborted) refuse(edit, error);
      return false;
    }
  }

  function accept({ row: id }: CellEdit, response: unknown): void {
    const row = isRecord(response) ? response.row : undefined;
    batch(() => {
      editing.value = null;
      if (isRecord(row)) replaceRow(id, row as TableRow);
    });
    // The row is no longer in the table, or the response does not contain it.
    void (isRecord(row) ? context.refreshTotals() : context.reload());
  }

  function refuse(edit: CellEdit, failure: TableFailure): void {
    const { fault, conflict } = change.refusal(edit, failure);
    update(conflict ? { conflict } : { fault });
    if (!context.isShown(edit.row)) {
      editing.value = null;
      context.notify('danger', fault.message);
    }
  }

  return {
    /** The change that is being sent; null for none. */
    running: () => running,
    /** True if the edit has ended. */
    send(edit: CellEdit, value: EditValue): Promise<boolean> {
      running = write(edit, value).finally(() => {
        running = null;
      });

      return running;
    },
  };
}
