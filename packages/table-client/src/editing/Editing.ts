import type { EditValue } from '@rowhouse/table-protocol/internal';
import type { ProblemKind } from '../http/TableProblem.ts';

/** The cell that is being edited. */
export interface CellEdit {
  readonly row: string | number;
  /** Name of the column. */
  readonly column: string;
  /** The cell's value, or the last one that was committed. */
  readonly draft: EditValue;
  /** What the cell contained when it was opened, as plain text: for `select`, a name or an identifier. */
  readonly shown: string;
  /** True while the change is sent. */
  readonly saving: boolean;
  /** Why the draft was not saved; null before, and after a conflict. */
  readonly fault: EditFault | null;
  /** Another user has changed the row; call `resolveConflict`. */
  readonly conflict: EditConflictShown | null;
}

export interface EditFault {
  readonly kind: ProblemKind;
  /** Translated. */
  readonly message: string;
  /** The same request may succeed later. */
  readonly canRetry: boolean;
}

export interface EditConflictShown {
  /** The current row. */
  readonly row: Readonly<Record<string, unknown>>;
  /** False if the other user has only changed other cells of the row. */
  readonly isOfCell: boolean;
}

export interface EditingSnapshot {
  /** The cell that is being edited; null for none. */
  readonly editing: CellEdit | null;
}

export interface EditingFunctions {
  /**
   * Edits a cell after a pending change. False if the cell cannot be edited, or another one has a fault or a conflict.
   */
  startEdit(row: string | number, column: string): Promise<boolean>;
  /**
   * Sends the value; an unchanged one ends the edit. True if the edit has ended, and the row is the server's current
   * one. The same value is sent with the same identifier, so that a repeated request writes once.
   */
  commitEdit(value: EditValue): Promise<boolean>;
  /** Ends the edit without a change, unless one is being sent. */
  cancelEdit(): void;
  /** Resolves a conflict: `theirs` ends the edit; `mine` sends the draft again, to overwrite the other user's value. */
  resolveConflict(choice: 'mine' | 'theirs'): Promise<boolean>;
}
