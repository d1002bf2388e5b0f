import type { FileCell, FileRow, RowsFile } from './files/FileRows.ts';
import { fileFault } from './files/FileRows.ts';

/** Rows of a chunk: those of one transaction. */
export const chunkSize = 1000;

/** The header of a file. Throws `tables.invalid_request` for a file without one. */
export async function readHeader(file: RowsFile): Promise<readonly FileCell[]> {
  for await (const [header] of file.blocks()) if (header) return header.cells;

  throw fileFault('It has no rows. Its first row has to name the columns.');
}

/** The rows below the header, from a position on, in chunks. */
export async function* rowChunks(file: RowsFile, skipped: number): AsyncGenerator<readonly FileRow[]> {
  let passed = -1;
  let chunk: FileRow[] = [];
  for await (const block of file.blocks()) {
    for (const row of block) {
      passed += 1;
      if (passed <= skipped) continue;
      chunk.push(row);
      if (chunk.length < chunkSize) continue;
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** Reads all of a file, so that its faults are found before a row is written. Returns the number of rows below the header. */
export async function countRows(file: RowsFile, signal: AbortSignal): Promise<number> {
  let count = -1;
  for await (const block of file.blocks()) {
    signal.throwIfAborted();
    count += block.length;
  }

  return Math.max(0, count);
}
