import { describe, expect, it } from 'vitest';
import type { ExportFormat } from '../ExportWriter.ts';
import { cellReader } from './cellReader.ts';
import { TextBuffer } from './textBuffer.ts';
import { textCell } from './textCell.ts';
import { sheetOf } from './writers.fixture.ts';
import { cellForms } from './xlsx/cellForms.ts';
import { createStyles } from './xlsx/createStyles.ts';

/** Writes texts to cells of XLSX; `reads` lists those that were converted to values for it, after the samples. */
function cellsOf(
  format: ExportFormat,
  texts: readonly string[],
): { cells: string[]; reads: string[]; expected: string[] } {
  const reads: string[] = [];
  const cell = cellReader(format, cellForms(format, createStyles()));
  const [column] = sheetOf({ total: format }).columns;
  if (!column) throw new Error('No column.');
  const read = (text: string) => {
    reads.push(text);

    return text;
  };
  const write = textCell({
    column,
    values: { name: 'total', read, isText: true },
    cell,
    isPlainText: () => false,
  });
  reads.length = 0;
  const cells = texts.map((text) => {
    const file = new TextBuffer(1000);
    const bytes = Buffer.from(text);
    write(bytes, 0, bytes.length, file);

    return file.take().toString();
  });

  return { cells, reads, expected: texts.map((text) => cell(text)) };
}

const euros = { symbol: '€', precision: 2, thousand: '.', decimal: ',', format: '%v %s' };

describe('the cells of numbers from their texts', () => {
  it.each([
    { scale: 2, precision: 2, converted: ['12.345', '1234.5678'] },
    { scale: 2, precision: 0, converted: ['12.345', '1234.5678'] },
    { scale: 0, precision: 3, converted: ['1234.5678'] },
    { scale: 0, precision: 0, converted: ['12.34', '12.345', '1234.5678'] },
    { scale: null, precision: 2, converted: [] },
  ])('are those of the values, which only longer numbers need: scale $scale, precision $precision', (row) => {
    const format: ExportFormat = {
      kind: 'number',
      number: { ...euros, precision: row.precision },
      cents: false,
      scale: row.scale,
    };
    const { cells, reads, expected } = cellsOf(format, [
      '1234',
      '12.34',
      '12.345',
      '1234.5678',
      '-12345678901',
    ]);

    expect(cells).toEqual(expected);
    expect(reads).toEqual([...row.converted, '-12345678901']);
  });
});
