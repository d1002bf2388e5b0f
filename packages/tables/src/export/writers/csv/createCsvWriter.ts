import type { Writable } from 'node:stream';
import type { ExportColumn, ExportSheet } from '../../ExportSheet.ts';
import type { ExportRow, ExportWriter } from '../../ExportWriter.ts';
import { cellReader } from '../cellReader.ts';
import { createDelivery, pieceLength } from '../createDelivery.ts';
import { textBuffer } from '../textBuffer.ts';
import { valueReader } from '../valueReader.ts';
import { cellForms } from './cellForms.ts';
import { escapeText } from './escapeText.ts';

/** CSV as RFC 4180 has it, in UTF-8 with a byte order mark, by which Excel knows the encoding. One file, any number of rows. */
export function createCsvWriter(output: Writable, { columns }: ExportSheet): ExportWriter {
  const delivery = createDelivery(output);
  const fields = columns.map(fieldWriter);
  const text = textBuffer(2 * pieceLength);
  text.add(`\ufeff${line(columns.map(({ header }) => escapeText(header)))}`);

  return {
    async write(rows) {
      delivery.check();

      for (const row of rows) {
        text.add(line(fields.map((field) => field(row))));
        if (text.length >= pieceLength) await delivery.send(text.take());
      }
    },
    async finish() {
      await delivery.send(text.take());
      await delivery.end();

      return { sheets: 1 };
    },
    abort: delivery.abort,
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
