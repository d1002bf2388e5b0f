import type { Writable } from 'node:stream';
import type { ExportFileFormat } from '@rowhouse/table-protocol';

/** How an export is written. */
export interface ExportRun {
  /** `xlsx` by default. */
  readonly format?: ExportFileFormat;
  /** IANA time zone in which dates are filtered and written; the configured one by default. */
  readonly timeZone?: string | null;
  /** Takes the file, and is ended with it; destroyed when the export fails. */
  readonly output: Writable;
  /** Ends the export, and the query that runs for it, at once. */
  readonly signal?: AbortSignal;
  /** Translates the table's name, headers, labels of enumerations, and values tagged `translatable`. */
  readonly translate?: (text: string) => string;
  /** Told how many rows there are, before the first is written. */
  readonly onStart?: (total: number) => void;
  /** Told after every block of rows how many have been written. */
  readonly onProgress?: (entries: number) => void;
}

export interface ExportResult {
  /** Rows in the file, without headers. */
  readonly rows: number;
  readonly sheets: number;
}
