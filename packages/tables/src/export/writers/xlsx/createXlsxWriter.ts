import type { Writable } from 'node:stream';
import type { ExportSheet, ExportWriter } from '../../ExportWriter.ts';
import { createOutputQueue, pieceLength } from '../outputQueue.ts';
import { textBuffer } from '../textBuffer.ts';
import { columnWidths } from './columnWidths.ts';
import { createStyles } from './createStyles.ts';
import { type PackagePart, packageParts } from './packageParts.ts';
import { rowWriter, sheetName, sheetStart } from './worksheet.ts';
import { createArchive } from './zip/createArchive.ts';

/** What one sheet may hold. */
export interface SheetLimits {
  /** Rows, with the header. */
  readonly rows: number;
  /** Bytes of XML: not exceeded by more than one row. */
  readonly bytes: number;
}

/** What a cell's text takes at most, all of it escaped. */
const cellBytes = 256 * 1024;

/**
 * An Excel workbook (Office Open XML). A table longer than a sheet continues in further ones. While parts of it are
 * compressed, in other threads, the next is built.
 */
export function createXlsxWriter(
  output: Writable,
  sheet: ExportSheet,
  limits: SheetLimits = { rows: 1_048_576, bytes: 2 ** 32 - 2 ** 20 - sheet.columns.length * cellBytes },
): ExportWriter {
  const styles = createStyles();
  const rowXml = rowWriter(sheet, styles);
  const queue = createOutputQueue(output);
  const archive = createArchive(queue);
  const text = textBuffer(2 * pieceLength);
  const names: string[] = [];
  let widths: readonly number[] | null = null;
  let isOpen = false;
  let rows = 0;
  let bytes = 0;

  async function addParts(parts: readonly PackagePart[]): Promise<void> {
    for (const { path, xml } of parts) {
      await archive.begin(path);
      await archive.add(Buffer.from(xml));
    }
  }

  async function openSheet(): Promise<void> {
    if (names.length === 0) await addParts(packageParts.first(styles.toXml()));
    names.push(sheetName(sheet.name, names.length + 1));
    await archive.begin(packageParts.sheetPath(names.length));
    text.add(sheetStart(sheet, widths ?? [], names.length === 1));
    isOpen = true;
    rows = 1;
    bytes = 0;
  }

  async function closeSheet(): Promise<void> {
    text.add('</sheetData></worksheet>');
    await flush();
    isOpen = false;
  }

  async function flush(): Promise<void> {
    const piece = text.take();
    bytes += piece.length;
    await archive.add(piece);
  }

  return {
    async write(block) {
      queue.check();
      widths ??= columnWidths(sheet, block);

      for (const row of block) {
        if (isOpen && (rows >= limits.rows || bytes + text.length >= limits.bytes)) await closeSheet();
        if (!isOpen) await openSheet();
        rows += 1;
        text.add(rowXml(row, rows));
        if (text.length >= pieceLength) await flush();
      }
    },
    async finish() {
      widths ??= columnWidths(sheet, []);
      if (!isOpen) await openSheet();
      await closeSheet();
      await addParts(packageParts.last(names));
      await archive.finish();

      return { sheets: names.length };
    },
    abort: queue.abort,
  };
}
