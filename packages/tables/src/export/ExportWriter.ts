import type { Writable } from 'node:stream';
import type { ColumnKind } from '../query/ColumnKind.ts';
import type { TemplateColumn } from '../template/Template.ts';
import type { TextBlock } from './TextRows.ts';

/**
 * The content of a file: one table of rows, in spreadsheets on as many sheets as needed. Plain data and pure functions.
 */
export interface ExportSheet {
  /** Name of the table; each writer converts it to a name that its format allows. */
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  /** Number of group levels with their own lines; 0 without groups. */
  readonly levels: number;
}

/** A column of the file. */
export interface ExportColumn {
  /** Translated. */
  readonly header: string;
  /** Path of the value in a row: more than one segment for nested properties. */
  readonly path: readonly string[];
  readonly format: ExportFormat;
  /** The cell of the column in the line of a group; null for an empty one. */
  readonly head: ExportHeadColumn | null;
}

/** `label`: for groups of that level only, with `empty` for rows without a value. */
export type ExportHeadColumn =
  | { readonly kind: 'label'; readonly level: number; readonly empty: string }
  | { readonly kind: 'count' }
  | { readonly kind: 'total'; readonly name: string; readonly format: ExportFormat };

/** The line of a group, which is above the rows of the group. */
export interface ExportHead {
  /** Index of the group's first row among the rows that are written together. */
  readonly before: number;
  /** 0 for the outermost groups. */
  readonly level: number;
  /** As in rows; null without a value. */
  readonly label: unknown;
  /** Rows of the group. */
  readonly count: number;
  /** Name of a total → exact decimal text; null if it cannot be summed exactly. */
  readonly totals: ReadonlyMap<string, string | null>;
}

/**
 * How the values of a column are interpreted and shown. Rows contain them as the database or a row function returned
 * them.
 */
export type ExportFormat =
  /**
   * By the type of each value: texts, numbers, bigints, booleans; Dates by `date`; objects as JSON. `translate` if
   * tagged.
   */
  | {
      readonly kind: 'plain';
      readonly date: ExportDate;
      readonly translate: ((text: string) => string) | null;
    }
  /**
   * Texts that are exact decimals, numbers, bigints; `cents` are divided by a hundred first. Numbers of more digits after
   * the point than `scale` are shown with all of them. Defaults to never.
   */
  | {
      readonly kind: 'number';
      readonly number: TemplateColumn['number'];
      readonly cents: boolean;
      readonly scale?: number | null;
    }
  | { readonly kind: 'boolean' }
  /** Keys whose labels are written; a key without a label is written unchanged. */
  | { readonly kind: 'enum'; readonly labels: Readonly<Record<string, string>> }
  | { readonly kind: 'date'; readonly date: ExportDate };

export interface ExportDate {
  /** PHP date format in which the column is shown. */
  readonly pattern: string;
  /** IANA time zone of instants. */
  readonly timeZone: string;
  /** Kind of the database column, and how the driver returns dates without a zone: as in `rows/rowFormatter.ts`. */
  readonly stored: { readonly kind: ColumnKind; readonly datesAreUtc: boolean };
}

/** Rows with relations loaded and row functions applied; other values are as read, not formatted. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** Writes one file. Calls do not overlap: each is awaited before the next. */
export interface ExportWriter {
  /**
   * Resolves when more rows may be written, which bounds memory: at most a few blocks are in flight. Rejects when the
   * output has failed, also for an earlier block. Rows are neither kept nor changed. `heads` are in the order of their
   * rows, outer groups before inner ones; formats without lines of groups ignore them.
   */
  write(rows: readonly ExportRow[], heads?: readonly ExportHead[]): Promise<void>;
  /** As `write`, with rows whose columns are read as texts. A file uses either this method or `write` for all rows. */
  writeTexts(block: TextBlock): Promise<void>;
  /** Completes the file and ends the output; resolves when the output has taken all bytes. Rejects as `write` does. */
  finish(): Promise<{ readonly sheets: number }>;
  /** Aborts: ends pending work, and destroys the output. Never rejects. */
  abort(): Promise<void>;
}

/** Starts a file. The header is written even without rows. */
export type ExportWriterFactory = (output: Writable, sheet: ExportSheet) => ExportWriter;
