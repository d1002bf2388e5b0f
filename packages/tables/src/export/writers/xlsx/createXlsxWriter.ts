import type { Readable, Writable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportSheet } from '../../ExportSheet.ts';
import type { ExportWriter } from '../../ExportWriter.ts';
import { createDelivery } from '../createDelivery.ts';
import { createFeed, type Feed } from '../createFeed.ts';
import { textBuffer } from '../textBuffer.ts';
import { columnWidths } from './columnWidths.ts';
import { createStyles } from './createStyles.ts';
import { type PackagePart, packageParts } from './packageParts.ts';
import { rowWriter } from './rowWriter.ts';
import { sheetName } from './sheetName.ts';
import { sheetStart } from './sheetStart.ts';

/** What one sheet may hold. */
export interface SheetLimits {
  /** Rows, with the header. */
  readonly rows: number;
  /** Bytes of XML: not exceeded by more than one row and one chunk. */
  readonly bytes: number;
}

/** Bytes collected before they are compressed. Longer ones are no faster, since compression has to wait for them. */
const chunkLength = 64 * 1024;
/** What a cell's text takes at most, all of it escaped. */
const cellBytes = 256 * 1024;

const compression = { compressionLevel: 1 };

/**
 * An Excel workbook (Office Open XML). A table longer than a sheet goes on in further ones. While a part of it is
 * compressed, in another thread, the next is built.
 */
export function createXlsxWriter(
  output: Writable,
  sheet: ExportSheet,
  limits: SheetLimits = { rows: 1_048_576, bytes: 2 ** 32 - 2 ** 20 - sheet.columns.length * cellBytes },
): ExportWriter {
  const styles = createStyles();
  const rowXml = rowWriter(sheet, styles);
  const zip = new ZipFile();
  const delivery = createDelivery(zip.outputStream as Readable, output);
  const names: string[] = [];
  let widths: readonly number[] | null = null;
  let feed: Feed | null = null;
  const text = textBuffer(2 * chunkLength);
  let rows = 0;
  let bytes = 0;

  zip.on('error', delivery.fail);
  addParts(packageParts.first(styles.toXml()));

  function addParts(parts: readonly PackagePart[]): void {
    for (const { path, xml } of parts) zip.addBuffer(Buffer.from(xml), path, compression);
  }

  function openSheet(): void {
    feed = createFeed();
    names.push(sheetName(sheet.name, names.length + 1));
    zip.addReadStream(feed.stream, packageParts.sheetPath(names.length), compression);
    text.add(sheetStart(sheet, widths ?? [], names.length === 1));
    rows = 1;
    bytes = 0;
  }

  async function closeSheet(): Promise<void> {
    text.add('</sheetData></worksheet>');
    await flush();
    feed?.end();
    feed = null;
  }

  async function flush(): Promise<void> {
    const chunk = text.take();
    bytes += chunk.length;
    await delivery.until((ready) => feed?.push(chunk, ready));
  }

  return {
    async write(block) {
      delivery.check();
      widths ??= columnWidths(sheet, block);

      for (const row of block) {
        if (feed && (rows >= limits.rows || bytes + text.length >= limits.bytes)) await closeSheet();
        if (!feed) openSheet();
        rows += 1;
        text.add(rowXml(row, rows));
        if (text.length >= chunkLength) await flush();
      }
    },
    async finish() {
      widths ??= columnWidths(sheet, []);
      if (!feed) openSheet();
      await closeSheet();
      addParts(packageParts.last(names));
      zip.end();
      await delivery.done;

      return { sheets: names.length };
    },
    abort: delivery.abort,
  };
}
