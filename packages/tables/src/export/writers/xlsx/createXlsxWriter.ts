import type { Writable } from 'node:stream';
import type { ExportHead, ExportSheet, ExportWriter } from '../../ExportWriter.ts';
import { chunkBytes, createOutputQueue } from '../outputQueue.ts';
import { TextBuffer } from '../textBuffer.ts';
import { rowsOf } from '../textCell.ts';
import { columnWidths, sampledRows } from './columnWidths.ts';
import { createStyles } from './createStyles.ts';
import { type PackagePart, packageParts } from './packageParts.ts';
import { headWriter, rowWriter, sheetName, sheetStart, type TextRow, textRowWriter } from './worksheet.ts';
import { createArchive } from './zip/createArchive.ts';

/** Limits of one sheet. */
export interface SheetLimits {
  /** Rows, including the header. */
  readonly rows: number;
  /** Bytes of XML; exceeded by at most one row. */
  readonly bytes: number;
}

/** Maximum bytes of a cell's text, fully escaped. */
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
  const headXml = sheet.levels > 0 ? headWriter(sheet, styles.bold()) : null;
  const queue = createOutputQueue(output);
  const archive = createArchive(queue);
  const text = new TextBuffer(2 * chunkBytes);
  const names: string[] = [];
  let textRow: TextRow | null = null;
  let widths: readonly number[] | null = null;
  let isOpen = false;
  let rows = 0;
  let bytes = 0;

  async function openSheet(): Promise<void> {
    if (names.length === 0) await addParts(archive, packageParts.first(styles.toXml()));
    names.push(sheetName(sheet.name, names.length + 1));
    await archive.begin(packageParts.sheetPath(names.length));
    text.add(sheetStart(sheet, widths ?? [], { isFirst: names.length === 1, styles }));
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
    const chunk = text.lend();
    bytes += chunk.length;
    await archive.add(chunk, () => text.giveBack(chunk));
  }

  /** The number of the next line; null if its sheet has to be opened first. */
  function nextLine(): number | null {
    if (!isOpen || rows >= limits.rows || bytes + text.length >= limits.bytes) return null;
    rows += 1;

    return rows;
  }

  async function firstLine(): Promise<number> {
    if (isOpen) await closeSheet();
    await openSheet();
    rows += 1;

    return rows;
  }

  return {
    async write(block, heads = []) {
      queue.check();
      widths ??= columnWidths(sheet, block, heads);
      let head = 0;
      let index = 0;

      for (const row of block) {
        for (; headXml && heads[head]?.before === index; head += 1) {
          text.add(headXml(heads[head] as ExportHead, nextLine() ?? (await firstLine())));
          if (text.length >= chunkBytes) await flush();
        }
        text.add(rowXml(row, nextLine() ?? (await firstLine())));
        index += 1;
        if (text.length >= chunkBytes) await flush();
      }
    },
    async writeTexts(block) {
      queue.check();
      widths ??= columnWidths(sheet, rowsOf(block, sampledRows), []);
      textRow ??= textRowWriter(sheet, styles, block);

      for (let row = 0; row < block.rows; row += 1) {
        textRow(block, row, nextLine() ?? (await firstLine()), text);
        if (text.length >= chunkBytes) await flush();
      }
    },
    async finish() {
      widths ??= columnWidths(sheet, [], []);
      if (!isOpen) await openSheet();
      await closeSheet();
      await addParts(archive, packageParts.last(names));
      await archive.finish();

      return { sheets: names.length };
    },
    abort: queue.abort,
  };
}

async function addParts(
  archive: Pick<ReturnType<typeof createArchive>, 'begin' | 'add'>,
  parts: readonly PackagePart[],
): Promise<void> {
  for (const { path, xml } of parts) {
    await archive.begin(path);
    await archive.add(Buffer.from(xml));
  }
}
