import type { Writable } from 'node:stream';
import type { ColumnKind } from '../query/dialects/Dialect.ts';
import type { TemplateColumn } from '../template/Template.ts';

/** What is written: one table of rows, in spreadsheets over as many sheets as it takes. Plain data and pure functions. */
export interface ExportSheet {
  /** Of the table, as given: each writer makes a name of it that its format allows. */
  readonly name: string;
  readonly columns: readonly ExportColumn[];
}

/** A column of the file. */
export interface ExportColumn {
  /** Translated. */
  readonly header: string;
  /** Where the value stands in a row: more than one segment for nested properties. */
  readonly path: readonly string[];
  readonly format: ExportFormat;
}

/** How the values of a column are to be understood and shown. Rows carry them as the database or a row function gave them. */
export type ExportFormat =
  /** By each value's own type: texts, numbers, bigints, booleans; Dates by `date`; objects as JSON. `translate` where tagged. */
  | {
      readonly kind: 'plain';
      readonly date: ExportDate;
      readonly translate: ((text: string) => string) | null;
    }
  /** Texts that are exact decimals, numbers, bigints; `cents` are to be divided by a hundred first. */
  | { readonly kind: 'number'; readonly number: TemplateColumn['number']; readonly cents: boolean }
  | { readonly kind: 'boolean' }
  /** Keys of which the labels are written; a key without a label as it is. */
  | { readonly kind: 'enum'; readonly labels: Readonly<Record<string, string>> }
  | { readonly kind: 'date'; readonly date: ExportDate };

export interface ExportDate {
  /** PHP date format in which the column is shown. */
  readonly pattern: string;
  /** IANA time zone of instants. */
  readonly timeZone: string;
  /** What the database column holds, and how the driver gives dates without a zone: as in `rows/cellFormatters.ts`. */
  readonly stored: { readonly kind: ColumnKind; readonly datesAreUtc: boolean };
}

/** Rows with relations loaded and row functions run, and with values as they were read, not formatted. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** Writes one file. Calls do not overlap: each is awaited before the next. */
export interface ExportWriter {
  /**
   * Resolves when the next rows may come, which keeps memory flat: at most a few blocks are on their way. Rejects when
   * the output failed, now or in an earlier block. Rows are not kept or changed.
   */
  write(rows: readonly ExportRow[]): Promise<void>;
  /** Completes the file and ends the output; resolves when all bytes have been taken by it. Rejects as `write` does. */
  finish(): Promise<{ readonly sheets: number }>;
  /** Gives up: ends what is under way, and destroys the output. Never rejects. */
  abort(): Promise<void>;
}

/** Begins a file. The header is written even when no row follows. */
export type ExportWriterFactory = (output: Writable, sheet: ExportSheet) => ExportWriter;
