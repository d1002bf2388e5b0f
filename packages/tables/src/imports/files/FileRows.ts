import { type EnglishText, say, type Text } from '@rowhouse/problems';
import { asText } from '@rowhouse/problems/internal';
import { TableError } from '../../errors.ts';

/** A cell of a spreadsheet that is no text. */
export interface TypedCell {
  /** `formula`: one whose value the file does not have. `error`: such as `#N/A`. */
  readonly type: 'number' | 'boolean' | 'date' | 'error' | 'formula';
  /**
   * A plain decimal; `true` or `false`; `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM:SS` or `HH:MM:SS` without a zone; the error's name; empty
   * for a formula.
   */
  readonly text: string;
}

/** A text as it is in the file, a typed value, or nothing. All cells of a CSV file are texts. */
export type FileCell = string | TypedCell | null;

export interface FileRow {
  /** As a spreadsheet numbers it: the first is 1. A row with line breaks in its cells counts once. */
  readonly row: number;
  readonly cells: readonly FileCell[];
}

/** A file whose rows are read from its start as often as needed, without keeping them. */
export interface RowsFile {
  readonly format: 'csv' | 'xlsx';
  /** Names of the sheets; empty for a CSV file. */
  readonly sheets: readonly string[];
  /**
   * The rows with a value, the header first, in blocks of a few hundred. Throws `tables.invalid_request` under `file` when it
   * reaches what cannot be read.
   */
  blocks(): AsyncGenerator<readonly FileRow[]>;
  close(): Promise<void>;
}

export const limits = {
  bytes: 1024 ** 3,
  columns: 1000,
  /** Characters of a row of a CSV file: an unclosed quote would otherwise read all of the file into one. */
  row: 4 * 1024 ** 2,
  /** Bytes of a part of an XLSX file when it is unpacked, and how many times its packed size above `suspicious`. */
  unpacked: 8 * 1024 ** 3,
  ratio: 250,
  suspicious: 64 * 1024 ** 2,
  /** Characters of the texts that an XLSX file keeps outside of its sheets, which are in memory. */
  sharedTexts: 256 * 1024 ** 2,
} as const;

/** Rows of a block. */
export const blockSize = 500;

/** Why a file cannot be read. */
export function fileFault(problem: EnglishText | Text, cause?: unknown): TableError {
  return new TableError('tables.invalid_request', say`${'file'}: ${asText(problem)}`, {
    fields: { file: [problem] },
    ...(cause !== undefined && { cause }),
  });
}

export function tooManyColumns(): TableError {
  return fileFault(say`It has more than ${limits.columns} columns. Remove those that are not imported.`);
}

/** Whether a row has no value, as between two blocks of a sheet, or at its end. */
export function isEmptyRow(cells: readonly FileCell[]): boolean {
  return cells.every((cell) => cell === null || cell === '');
}
