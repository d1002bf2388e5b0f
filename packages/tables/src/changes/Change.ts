import type { EditValue } from '@rowhouse/table-protocol/internal';
import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';

/** What a user has written, so that it can be undone. Values of columns are exact texts: see `Dialect.recordIds`. */
export type ChangeContent = RecordChange | CellsChange | RowsChange;

/** A change of one record. */
export type RecordChange =
  /** Of a cell, or of fields of a form: name → its values. */
  | { readonly kind: 'edit' | 'update'; readonly fields: Readonly<Record<string, ChangedField>> }
  | { readonly kind: 'store'; readonly record: StoredRecord }
  /** `soft`: the column that marks the record as deleted; null if it was removed. */
  | { readonly kind: 'destroy'; readonly record: StoredRecord; readonly soft: string | null };

export type ChangeKind = RecordChange['kind'];

/** A change of cells of several rows. */
export interface CellsChange {
  readonly kind: 'cells';
  /** Null if a function has written one of the cells, so that the change cannot be undone. */
  readonly rows: readonly ChangedCells[] | null;
}

export interface ChangedCells {
  /** Identifier of the row. */
  readonly row: string;
  /** Name of the column → its values. */
  readonly fields: Readonly<Record<string, ChangedField>>;
}

/** A change of many rows by a run, which are kept in pieces: see `ChangedRow`. */
export interface RowsChange {
  readonly kind: 'action' | 'import';
  /** Name of the action; null for an import. */
  readonly action: string | null;
  /** Identifier of the run. */
  readonly run: string;
  /** The columns that identify records and those that are written, by the database's names. */
  readonly ids: readonly string[];
  readonly columns: readonly string[];
  /** Whether the records were deleted, or marked as deleted. */
  readonly deletes?: true;
}

export interface ChangedField {
  /** The value before, as clients send it. */
  readonly from: EditValue;
  readonly before: string | null;
  readonly after: string | null;
}

/** Columns of a record, by the database's names. */
export interface StoredRecord {
  /** Of the columns that identify it, in the order of `EditedRecord.ids`. */
  readonly ids: readonly string[];
  readonly columns: Readonly<Record<string, string | null>>;
}

export interface NewChange {
  /** UUID. Defaults to random. */
  readonly id?: string;
  readonly table: string;
  readonly user: unknown;
  /** Identifier of the row. */
  readonly row: string | null;
  readonly content: ChangeContent;
  /** Identifies the request, for `findRequest`; null if it is not to be recognised. */
  readonly request?: string | null;
}

export interface Change {
  /** UUID. */
  readonly id: string;
  readonly row: string | null;
  readonly content: ChangeContent;
  readonly isUndone: boolean;
}

/** The changes that users may undo, in the table of `installChanges`. */
export interface ChangeLog {
  /**
   * Whether changes of the user are kept: the application says who he is, and the table exists. Call it outside of
   * transactions: in one, a missing table would end it.
   */
  keeps(user: unknown): Promise<boolean>;
  /** Writes the change in its own transaction, and returns its id. */
  add(rawDb: Kysely<AnyDatabase>, change: NewChange): Promise<string>;
  /** A change that the user made in the last 24 hours, a deletion of one record in the last 30 days; null if there is none of that id. */
  find(
    rawDb: Kysely<AnyDatabase>,
    change: {
      readonly table: string;
      readonly user: unknown;
      readonly id: string;
      /** The moment at which it has to be younger. Defaults to now. */
      readonly at?: Date | undefined;
    },
  ): Promise<Change | null>;
  /** The change that a request has made; null if it has made none. */
  findRequest(rawDb: Kysely<AnyDatabase>, request: string): Promise<Change | null>;
  /** Marks a change as undone; false if it is already. The row stays locked until the transaction ends. */
  claim(rawDb: Kysely<AnyDatabase>, id: string): Promise<boolean>;
}

export interface ChangeOptions {
  /** Identifies a user for as long as his changes are kept, such as his id. Null for a user whose changes are not kept. */
  readonly userId: (user: unknown) => string | number | null;
}
