import type { ExportSheet } from '../../ExportSheet.ts';
import type { ExportRow } from '../../ExportWriter.ts';
import { cellReader } from '../cellReader.ts';
import { valueReader } from '../valueReader.ts';
import { cellForms } from './cellForms.ts';
import { columnLetters } from './columnLetters.ts';
import type { Styles } from './createStyles.ts';

/** Writes a row of values as XML, in the row of the sheet with that number. */
export function rowWriter(
  { columns }: ExportSheet,
  styles: Styles,
): (row: ExportRow, number: number) => string {
  const cells = columns.map(({ path, format }, index) => ({
    start: `<c r="${columnLetters(index)}`,
    value: valueReader(path),
    read: cellReader(format, cellForms(format, styles)),
  }));

  return (row, number) => {
    const place = String(number);
    let xml = `<row r="${place}">`;

    for (const { start, value, read } of cells) {
      const cell = read(value(row));
      if (cell !== '') xml += start + place + cell;
    }

    return `${xml}</row>`;
  };
}
