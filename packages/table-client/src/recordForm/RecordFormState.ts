import type { RecordField, RecordResponse } from '@rowhouse/table-protocol';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import type { TableProblem } from '../http/TableProblem.ts';
import type { UndoStep } from '../table/UndoStep.ts';

/** Field → value. A field that is missing has no value yet. */
export type FormValues = Readonly<Record<string, EditValue>>;

/** Field → messages for the user. Those under the empty name belong to no field. */
export type FormFaults = Readonly<Record<string, readonly string[]>>;

/** A field that the user and another one have changed to different values. */
export interface ConflictedField {
  readonly field: RecordField;
  readonly theirs: EditValue;
  readonly mine: EditValue;
}

/** Another user has changed the record since it was read. */
export interface FormConflict {
  /** What the user has to decide before the record can be saved; empty if the changes do not touch each other. */
  readonly fields: readonly ConflictedField[];
  /** Fields that only the other user has changed; the form shows their new values. */
  readonly others: readonly RecordField[];
}

/** A file that is being sent. */
export interface FileUpload {
  readonly name: string;
  /** The part that has been sent, from 0 to 1. */
  readonly sent: number;
}

export interface RecordFormSnapshot {
  /** The form or the record is being read. */
  readonly loading: boolean;
  /** True if the request takes longer than 3 s. */
  readonly slow: boolean;
  /** The form has been read. */
  readonly ready: boolean;
  /** Why the form could not be read, or the record not be saved; null if each field has its own fault. */
  readonly problem: TableProblem | null;
  /**
   * The fields that apply to the record with its present values, in the order of the form, each with the heading of its section.
   */
  readonly fields: readonly RecordField[];
  readonly values: FormValues;
  /** The values as they were received. */
  readonly original: FormValues;
  readonly faults: FormFaults;
  /** Identifier of the row that already has a value which has to be unique; null for none. */
  readonly existing: string | null;
  readonly conflict: FormConflict | null;
  /** Field → the file that is being sent for it. */
  readonly uploads: Readonly<Record<string, FileUpload>>;
  /** Value of a field → bytes of its file, of those that were sent here. */
  readonly fileSizes: Readonly<Record<string, number>>;
  /** The record is being saved, or waits for files that are being sent. */
  readonly saving: boolean;
  /** The response to the last `save`; null before. */
  readonly saved: RecordResponse | null;
  /** What undoes the last `save`; null before, and if it cannot be undone. */
  readonly undo: UndoStep | null;
  /** There is something to save. */
  readonly isDirty: boolean;
  /** Null for a new record. */
  readonly row: string | number | null;
  /** The name of the record; empty if nothing names it. */
  readonly name: string;
}

/** What the user has entered, as JSON for a storage. */
export interface RecordDraft {
  readonly values: FormValues;
  /** The values of these fields as they were received. */
  readonly expected: FormValues;
  /** The identifier of the change that may have been sent, with what was sent. */
  readonly request: SentChange | null;
}

/** A change with the identifier by which the server recognises its repetition. */
export interface SentChange {
  readonly id: string;
  /** The change as text. */
  readonly content: string;
}

export interface RecordFormFunctions {
  /** Reads the form again, without what was entered. Resolves when the request has succeeded or failed. */
  load(): Promise<void>;
  /**
   * Enters a value. `fault` is the reason, translated, for which what the user typed is no value; the record cannot be
   * saved until the field is set again.
   */
  set(name: string, value: EditValue, fault?: string): void;
  /**
   * Sends a file for a field, which then has its value. False if it is refused, which is a fault of the field until another one is
   * sent or `cancelFile` is called, or if it was cancelled. `save` waits for it.
   */
  sendFile(name: string, file: File): Promise<boolean>;
  /** Cancels what is sent for a field, or for all, and forgets why it was refused. */
  cancelFile(name?: string): void;
  /** Checks the changed fields, or one of them, by the rules of the form, and shows their faults. True without a fault. */
  validate(name?: string): boolean;
  /**
   * Sends the changed fields. True if the record has the values now. While a request is running, returns its result; the same
   * values are sent with the same identifier, so that a repeated request writes once.
   */
  save(): Promise<boolean>;
  /** Decides which value a field of the conflict gets; it is written by the next `save`. */
  decide(name: string, choice: 'mine' | 'theirs'): void;
  /** Decides all fields of the conflict. */
  takeTheirs(): void;
  keepMine(): void;
  /** Returns to the values of the server. */
  discard(): void;
  /** What was entered; null for nothing. */
  draft(): RecordDraft | null;
  /**
   * Enters what `draft` returned, also if the record has changed since then. False if it contains nothing that is not in the
   * form already.
   */
  restore(draft: unknown): boolean;
}
