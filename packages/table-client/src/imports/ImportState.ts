import type { ImportField, ImportHeader, ImportReport, JobUndo, TableJob } from '@rowhouse/table-protocol';
import type { TableProblem } from '../http/TableProblem.ts';

/** A column of the file, and the field that its values are for. */
export interface ImportColumn {
  readonly header: string;
  /** Name of a field; empty for a column that is left out. */
  readonly field: string;
}

/** How the file is read. */
export interface ImportChoices {
  /** Name of the field by which records are changed; null if all rows are new records. */
  readonly key: string | null;
  /** Name of the sheet of an XLSX file; null for the first. */
  readonly sheet: string | null;
  /** Language of numbers, dates and words in the file, such as `de`; null for that of the server. */
  readonly locale: string | null;
}

/** What is being done with the file. */
export type ImportRequestKind = 'inspect' | 'check' | 'import';

export interface ImportSnapshot {
  /** The chosen file; null before. */
  readonly file: { readonly name: string; readonly size: number } | null;
  /** Headers, fields, keys and sheets; null before the file was inspected. */
  readonly header: ImportHeader | null;
  /** In the order of the file. */
  readonly columns: readonly ImportColumn[];
  readonly choices: ImportChoices;
  /** Fields that need a column and have none. */
  readonly missing: readonly ImportField[];
  /** Header → what the server says about its column. */
  readonly columnFaults: Readonly<Record<string, readonly string[]>>;
  /** Null while nothing is sent. */
  readonly running: ImportRequestKind | null;
  /** The part of the file that has been sent, from 0 to 1; null while nothing is sent. */
  readonly sent: number | null;
  /** What an import would do with the present choices; null before a check, and after another choice. */
  readonly report: ImportReport | null;
  /** The running or ended import; null before, and for one that ran within its request. */
  readonly job: TableJob | null;
  /** The result of an import that ran within its request. */
  readonly result: ImportReport | null;
  /** What undoes the import; null if it cannot be undone. */
  readonly undo: JobUndo | null;
  /** Why the last request failed. */
  readonly problem: TableProblem | null;
}

export interface ImportFunctions {
  /** Takes a file and inspects its header. Forgets the one before. */
  choose(file: File): Promise<void>;
  /** Sets the field of a column, empty to leave it out. Another column with this field is then left out. */
  match(header: string, field: string): void;
  /** Changes how the file is read. Another sheet is inspected again. */
  set(choices: Partial<ImportChoices>): Promise<void>;
  /** Checks every row; nothing is written. */
  check(): Promise<void>;
  /** Starts the import. */
  start(): Promise<void>;
  /** Stops sending the file. */
  abort(): void;
  /** Cancels the running import; imported rows stay. */
  cancel(): Promise<void>;
  /**
   * Undoes the import. Null if that is done in the background: then its job is followed; otherwise a sentence for the user. Rejects
   * with an Error whose message is for the user.
   */
  undoImport(): Promise<string | null>;
  /** Shows the import with this path of a job, such as after a reload. */
  follow(path: string): Promise<void>;
  /** Forgets the file and the import, for another file. */
  reset(): void;
}
