import { open } from 'node:fs/promises';
import { say } from '@rowhouse/problems';
import { fileFault, limits, type RowsFile } from './FileRows.ts';

/** How the bytes of a zip archive, and of a file of Excel 97, begin. */
const zip = [0x50, 0x4b];
const excel97 = [0xd0, 0xcf, 0x11, 0xe0];

export interface OpenOptions {
  /** Name of the sheet of an XLSX file. Defaults to the first. */
  readonly sheet?: string | null;
}

/**
 * Opens a CSV or XLSX file; which of both it is, its bytes say. Throws `tables.invalid_request` under `file`, or `sheet`, for
 * what cannot be read.
 */
export async function openFile(path: string, { sheet = null }: OpenOptions = {}): Promise<RowsFile> {
  const { first, size } = await start(path);
  if (size === 0) throw fileFault('It is empty.');
  if (size > limits.bytes) {
    throw fileFault(say`It is larger than ${limits.bytes / 1024 ** 2} MB. Split it into several files.`);
  }
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, index) => first[index] === byte);
  if (startsWith(excel97)) {
    throw fileFault(
      'It is a file of Excel 97 to 2003, or has a password. Save it as XLSX or CSV, without one.',
    );
  }
  if (startsWith(zip)) return (await import('./openXlsx.ts')).openXlsx(path, sheet);
  const { openCsv } = await import('./openCsv.ts');

  return openCsv(path, first);
}

async function start(path: string): Promise<{ readonly first: Buffer; readonly size: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);

    return { first: buffer.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}
