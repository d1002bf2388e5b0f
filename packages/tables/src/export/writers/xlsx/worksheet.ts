import type { ExportRow, ExportSheet } from '../../ExportWriter.ts';
import { cellReader, valueReader } from '../cellReader.ts';
import { cutText, removeUnprintable } from '../printableText.ts';
import { cellForms } from './cellForms.ts';
import { fixedStyles, type Styles } from './createStyles.ts';
import { inlineText } from './escapeText.ts';

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

/** A worksheet up to its first row of values: the header in row 1, bold, and in sight however far one scrolls. */
export function sheetStart({ columns }: ExportSheet, widths: readonly number[], isFirst: boolean): string {
  const header = columns.map(({ header }, index) => headerCell(header, columnLetters(index)));
  const cols = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );

  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView${
    isFirst ? ' tabSelected="1"' : ''
  } workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews>${
    cols.length === 0 ? '' : `<cols>${cols.join('')}</cols>`
  }<sheetData><row r="1">${header.join('')}</row>`;
}

function headerCell(header: string, letters: string): string {
  const content = inlineText(header, fixedStyles.header);

  return content === '' ? '' : `<c r="${letters}1${content}`;
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);

  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** UTF-16 units of a sheet's name. */
const longest = 31;

/**
 * The name of a table's sheet, counted from 1, as spreadsheets allow it; they tell names apart by more than case.
 * Further sheets, and one that would be called `History`, have their number in it.
 */
export function sheetName(name: string, sheet: number): string {
  const allowed = trim(
    removeUnprintable(name)
      .replace(/[[\]:*?/\\\t\r\n]/g, ' ')
      .replace(/ +/g, ' '),
  );
  const number = sheet > 1 || /^history$/i.test(allowed) ? ` (${sheet})` : '';

  return (trim(cutText(allowed, longest - number.length)) || 'Sheet') + number;
}

function trim(name: string): string {
  return name.replace(/^[\s']+|[\s']+$/g, '');
}
