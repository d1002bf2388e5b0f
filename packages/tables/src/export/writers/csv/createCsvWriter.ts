import type { Writable } from 'node:stream';
import { createDateFormatter } from '@rowhouse/table-protocol';
import { harmlessText } from '@rowhouse/table-protocol/internal';
import { decimalText, parseDecimal } from '../../../format/decimal.ts';
import type { ExportColumn, ExportFormat, ExportRow, ExportSheet, ExportWriter } from '../../ExportWriter.ts';
import type { TextBlock, TextColumn } from '../../TextRows.ts';
import { type CellForms, cellReader, valueReader } from '../cellReader.ts';
import { chunkBytes, createOutputQueue } from '../outputQueue.ts';
import { removeUnprintable } from '../printableText.ts';
import { TextBuffer } from '../textBuffer.ts';
import { type IsPlainText, type TextCell, textCell, valuesOf } from '../textCell.ts';
import { instantField } from './instantField.ts';

/**
 * CSV as in RFC 4180, in UTF-8 with a byte order mark, by which Excel detects the encoding. One file, any number of
 * rows.
 */
export function createCsvWriter(output: Writable, { columns }: ExportSheet): ExportWriter {
  const queue = createOutputQueue(output);
  const fields = columns.map(fieldWriter);
  const text = new TextBuffer(2 * chunkBytes);
  let textLine: TextLine | null = null;
  text.add(`\ufeff${line(columns.map(({ header }) => escapeText(header)))}`);

  return {
    async write(rows) {
      queue.check();

      for (const row of rows) {
        text.add(line(fields.map((field) => field(row))));
        if (text.length >= chunkBytes) await queue.send(text.take());
      }
    },
    async writeTexts(block) {
      queue.check();
      textLine ??= textLineWriter(columns, block);

      for (let row = 0; row < block.rows; row += 1) {
        textLine(block, row, text);
        if (text.length >= chunkBytes) await queue.send(text.take());
      }
    },
    async finish() {
      await queue.send(text.take());
      await queue.end();

      return { sheets: 1 };
    },
    abort: queue.abort,
  };
}

function fieldWriter({ path, format }: ExportColumn): (row: ExportRow) => string {
  const value = valueReader(path);
  const cell = cellReader(format, cellForms(format));

  return (row) => cell(value(row));
}

type TextLine = (block: TextBlock, row: number, file: TextBuffer) => void;

const comma = 0x2c;
const emptyField = Buffer.from('""');
const lineEnd = Buffer.from('\r\n');

/** Writes a row as `line` does. `sample`: any block of the table. */
function textLineWriter(columns: readonly ExportColumn[], sample: TextBlock): TextLine {
  const valueIndexes = valuesOf(columns, sample);
  const fields = columns.map((column, index) =>
    textCell({
      column,
      values: sample.columns[valueIndexes[index] as number] as TextColumn,
      cell: cellReader(column.format, cellForms(column.format)),
      isPlainText,
      instantCell: instantField(column.format),
    }),
  );

  return ({ bytes, bounds, columns: all }, row, file) => {
    const start = file.length;
    const first = row * all.length;

    for (let index = 0; index < fields.length; index += 1) {
      if (index > 0) file.addByte(comma);
      const offset = 2 * (first + (valueIndexes[index] as number));
      const from = bounds[offset] as number;
      if (from !== -1) (fields[index] as TextCell)(bytes, from, bounds[offset + 1] as number, file);
    }
    if (file.length === start) file.addBytes(emptyField);
    file.addBytes(lineEnd);
  };
}

/** An empty line is no record, so a single empty field is quoted. */
function line(fields: readonly string[]): string {
  return `${fields.length === 1 && fields[0] === '' ? '""' : fields.join(',')}\r\n`;
}

/** A column's cells as fields of a CSV file: dates as shown on the screen, numbers plain and exact. */
function cellForms(format: ExportFormat): CellForms<string> {
  const date = 'date' in format ? format.date : null;
  const formatter = createDateFormatter(date?.pattern ?? 'c', date?.timeZone ?? 'UTC');

  return {
    empty: '',
    text: escapeText,
    double: plainNumber,
    decimal: (value) => value,
    boolean: String,
    instant: (time) => escapeText(formatter.formatInstant(new Date(time))),
    day: ({ year, month, day }) => escapeText(formatter.formatCalendarDate(year, month, day)),
  };
}

/** Without an exponent. */
function plainNumber(value: number): string {
  const text = String(value);
  const decimal = text.includes('e') ? parseDecimal(text) : null;

  return decimal ? decimalText(decimal) : text;
}

/** Anything but characters that need no quotes or escapes, anywhere or except at the start. */
const special = /[^ !#$%&'()*+\-./0-9:<=>?@A-Z[\\\]^_`a-z{|}~\u00a1-\u0fff\u4000-\ud7ff]|^[\s=+\-@]|\s$/;
const toBeQuoted = /[",;\r\n\t]|^\s|\s$/;

/**
 * A text as a field. A text that a spreadsheet would interpret as a formula gets a leading apostrophe, except for
 * negative numbers. Fields with a semicolon or a tab are quoted too: some spreadsheets interpret those as separators.
 */
export function escapeText(text: string): string {
  if (!special.test(text)) {
    return text;
  }

  const harmless = harmlessText(removeUnprintable(text));

  return toBeQuoted.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** ASCII that `special` leaves alone, and all bytes of U+00C0 to U+0FFF and of U+4000 to U+D7FF. */
const plainBytes = new Uint8Array(256).map((_, byte) =>
  Number(
    byte < 0x80
      ? !special.test(`a${String.fromCharCode(byte)}a`)
      : byte !== 0xc2 && byte <= 0xed && (byte <= 0xe0 || byte >= 0xe4),
  ),
);
const blank = 0x20;
const formulaStarts: ReadonlySet<number> = new Set(Array.from('=+-@', (sign) => sign.charCodeAt(0)));

/** For texts that `escapeText` returns unchanged, by their bytes. */
export const isPlainText: IsPlainText = (bytes, from, to) => {
  const first = bytes[from] as number;
  if (first === blank || bytes[to - 1] === blank || formulaStarts.has(first)) return false;
  for (let index = from; index < to; index += 1) if (plainBytes[bytes[index] as number] === 0) return false;

  return true;
};
