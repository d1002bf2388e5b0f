import type { Writable } from 'node:stream';
import type { ExportSheet } from './ExportSheet.ts';

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
