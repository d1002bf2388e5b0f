import type { Writable } from 'node:stream';
import type { ColumnKind } from '../query/dialects/Dialect.ts';
import type { TemplateColumn } from '../template/Template.ts';

/** What is written: one table of rows, in spreadsheets over as many sheets as it takes. Plain data and pure functions. */
export interface ExportSheet {
  /** Of the table, as given: each writer makes a name of it that its format allows. */
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  /** Levels of groups that have lines of their own; 0 without groups. */
  readonly levels: number;
}

/** A column of the file. */
export interface ExportColumn {
  /** Translated. */
  readonly header: string;
  /** Where the value stands in a row: more than one segment for nested properties. */
  readonly path: readonly string[];
  readonly format: ExportFormat;
  /** What the column has in the line of a group; null for nothing. */
  readonly head: ExportHeadColumn | null;
}

/** `label`: of groups of that level only, and `empty` for rows without a value. */
export type ExportHeadColumn =
  | { readonly kind: 'label'; readonly level: number; readonly empty: string }
  | { readonly kind: 'count' }
  | { readonly kind: 'total'; readonly name: string; readonly format: ExportFormat };

/** The line of a group, which is above the rows of the group. */
export interface ExportHead {
  /** Index of the row, in the rows that are written with it, that is the first of the group. */
  readonly before: number;
  /** 0 for the outermost groups. */
  readonly level: number;
  /** As rows have it; null without a value. */
  readonly label: unknown;
  /** Rows of the group. */
  readonly count: number;
  /** Name of a total → exact decimal text. */
  readonly totals: ReadonlyMap<string, string>;
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
   * the output failed, now or in an earlier block. Rows are not kept or changed. `heads` are in the order of their rows,
   * outer groups before inner ones; formats without lines of groups ignore them.
   */
  write(rows: readonly ExportRow[], heads?: readonly ExportHead[]): Promise<void>;
  /** Completes the file and ends the output; resolves when all bytes have been taken by it. Rejects as `write` does. */
  finish(): Promise<{ readonly sheets: number }>;
  /** Gives up: ends what is under way, and destroys the output. Never rejects. */
  abort(): Promise<void>;
}

/** Begins a file. The header is written even when no row follows. */
export type ExportWriterFactory = (output: Writable, sheet: ExportSheet) => ExportWriter;
