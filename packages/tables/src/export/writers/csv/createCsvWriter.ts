import type { Writable } from 'node:stream';
import { createDateFormatter, harmlessText } from '@rowhouse/table-protocol';
import { decimalText, parseDecimal } from '../../../format/decimal.ts';
import type { ExportColumn, ExportFormat, ExportRow, ExportSheet, ExportWriter } from '../../ExportWriter.ts';
import { type CellForms, cellReader, valueReader } from '../cellReader.ts';
import { createOutputQueue, pieceLength } from '../outputQueue.ts';
import { removeUnprintable } from '../printableText.ts';
import { textBuffer } from '../textBuffer.ts';

/** CSV as RFC 4180 has it, in UTF-8 with a byte order mark, by which Excel knows the encoding. One file, any number of rows. */
export function createCsvWriter(output: Writable, { columns }: ExportSheet): ExportWriter {
  const queue = createOutputQueue(output);
  const fields = columns.map(fieldWriter);
  const text = textBuffer(2 * pieceLength);
  text.add(`\ufeff${line(columns.map(({ header }) => escapeText(header)))}`);

  return {
    async write(rows) {
      queue.check();

      for (const row of rows) {
        text.add(line(fields.map((field) => field(row))));
        if (text.length >= pieceLength) await queue.send(text.take());
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

/** An empty line is no record, so a single empty field is quoted. */
function line(fields: readonly string[]): string {
  return `${fields.length === 1 && fields[0] === '' ? '""' : fields.join(',')}\r\n`;
}

/** A column's cells as fields of a CSV file: dates as on the screen, numbers plain and exact. */
function cellForms(format: ExportFormat): CellForms<string> {
  const date = 'date' in format ? format.date : null;
  const formatter = createDateFormatter(date?.pattern ?? 'c', date?.timeZone ?? 'UTC');

  return {
    empty: '',
    text: escapeText,
    double: plainNumber,
    decimal: (value) => value,
    boolean: String,
    instant: (value) => escapeText(formatter.formatInstant(value)),
    day: ({ year, month, day }) => escapeText(formatter.formatCalendarDate(year, month, day)),
  };
}

/** Without an exponent. */
function plainNumber(value: number): string {
  const text = String(value);
  const decimal = text.includes('e') ? parseDecimal(text) : null;

  return decimal ? decimalText(decimal) : text;
}

/** Anything but characters that are written as they are wherever they stand. */
const special = /[^ !#$%&()*./0-9:<>?A-Z[\\\]^_`a-z{|}~\u00a1-\u02ff]|^\s|\s$/;
const toBeQuoted = /[",;\r\n\t]|^\s|\s$/;

/**
 * A text as a field. What a spreadsheet would take for a formula gets a leading apostrophe, except for negative numbers.
 * Fields with a semicolon or a tab are quoted too: some spreadsheets take those for separators.
 */
export function escapeText(text: string): string {
  if (!special.test(text)) {
    return text;
  }

  const harmless = harmlessText(removeUnprintable(text));

  return toBeQuoted.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
