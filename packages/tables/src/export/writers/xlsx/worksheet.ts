import type { ExportColumn, ExportHead, ExportRow, ExportSheet } from '../../ExportWriter.ts';
import type { TextBlock, TextColumn } from '../../TextRows.ts';
import { cellReader, valueReader } from '../cellReader.ts';
import { cutText, removeUnprintable } from '../printableText.ts';
import { Fragment, type TextBuffer } from '../textBuffer.ts';
import { textCell, valuesOf } from '../textCell.ts';
import { cellForms, instantCell } from './cellForms.ts';
import type { Styles, WorkbookStyles } from './createStyles.ts';
import { inlineText, isPlainText } from './escapeText.ts';

/** Writes a row of values as XML, in the row of the sheet with that number. */
export function rowWriter(
  { columns, levels }: ExportSheet,
  styles: Styles,
): (row: ExportRow, number: number) => string {
  const depth = outline(levels);
  const cells = columns.map(({ path, format }, index) => ({
    start: `<c r="${columnLetters(index)}`,
    value: valueReader(path),
    read: cellReader(format, cellForms(format, styles)),
  }));

  return (row, number) => {
    const rowText = String(number);
    let xml = `<row r="${rowText}"${depth}>`;

    for (const { start, value, read } of cells) {
      const cell = read(value(row));
      if (cell !== '') xml += start + rowText + cell;
    }

    return `${xml}</row>`;
  };
}

/** Adds a row of a block to the file, in the row of the sheet with that number. */
export type TextRow = (block: TextBlock, row: number, number: number, file: TextBuffer) => void;

/** Writes what `rowWriter` returns for the same rows. `sample`: any block of the table. */
export function textRowWriter({ columns }: ExportSheet, styles: Styles, sample: TextBlock): TextRow {
  const valueIndexes = valuesOf(columns, sample);
  const cells = columns.map((column, index) => ({
    values: valueIndexes[index] as number,
    start: new Fragment(`<c r="${columnLetters(index)}`),
    write: textCell({
      column,
      values: sample.columns[valueIndexes[index] as number] as TextColumn,
      cell: cellReader(column.format, cellForms(column.format, styles)),
      isPlainText,
      instantCell: instantCell(column.format, styles),
    }),
  }));
  const rowStart = new Fragment('<row r="');
  const rowOpen = new Fragment('">');
  const rowEnd = new Fragment('</row>');
  // As long as the number of a sheet's last row.
  const rowFragment = new Fragment('1048576');

  return ({ bytes, bounds, columns: all }, row, number, file) => {
    const first = row * all.length;
    rowFragment.setNumber(number);
    file.addFragment(rowStart);
    file.addFragment(rowFragment);
    file.addFragment(rowOpen);

    for (const { values, start, write } of cells) {
      const bound = 2 * (first + values);
      const from = bounds[bound] as number;
      if (from === -1) continue;

      const before = file.length;
      file.addFragment(start);
      file.addFragment(rowFragment);
      const cell = file.length;
      write(bytes, from, bounds[bound + 1] as number, file);
      if (file.length === cell) file.length = before;
    }
    file.addFragment(rowEnd);
  };
}

/**
 * Writes the line of a group, in bold. Its rows and inner groups are one outline level deeper, so that it can be
 * collapsed.
 */
export function headWriter(
  { columns }: ExportSheet,
  styles: Styles,
): (head: ExportHead, number: number) => string {
  const cells = columns.flatMap((column, index) => {
    const cell = headCell(column, styles);

    return cell ? [{ start: `<c r="${columnLetters(index)}`, cell }] : [];
  });

  return (head, number) => {
    const rowText = String(number);
    let xml = `<row r="${rowText}"${outline(head.level)}>`;

    for (const { start, cell } of cells) {
      const content = cell(head);
      if (content !== '') xml += start + rowText + content;
    }

    return `${xml}</row>`;
  };
}

function headCell({ format, head }: ExportColumn, styles: Styles): ((group: ExportHead) => string) | null {
  if (head === null) return null;

  const own = head.kind === 'total' ? head.format : format;
  const read = cellReader(own, cellForms(own, styles));

  switch (head.kind) {
    case 'label': {
      const empty = inlineText(head.empty, styles.fixed.plain);

      return ({ level, label }) => (level === head.level ? read(label) || empty : '');
    }
    case 'count':
      return ({ count }) => read(count);
    case 'total':
      return ({ totals }) => read(totals.get(head.name));
  }
}

function outline(level: number): string {
  return level === 0 ? '' : ` outlineLevel="${level}"`;
}

/** A worksheet up to its first row of values: the header in row 1, bold and frozen. */
export function sheetStart(
  { columns, levels }: ExportSheet,
  widths: readonly number[],
  { isFirst, styles }: { readonly isFirst: boolean; readonly styles: WorkbookStyles },
): string {
  const header = columns.map(({ header }, index) => headerCell(header, columnLetters(index), styles.header));
  const cols = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );

  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${
    levels === 0 ? '' : '<sheetPr><outlinePr summaryBelow="0"/></sheetPr>'
  }<sheetViews><sheetView${
    isFirst ? ' tabSelected="1"' : ''
  } workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews>${
    levels === 0 ? '' : `<sheetFormatPr defaultRowHeight="15" outlineLevelRow="${levels}"/>`
  }${cols.length === 0 ? '' : `<cols>${cols.join('')}</cols>`}<sheetData><row r="1">${header.join('')}</row>`;
}

function headerCell(header: string, letters: string, style: number): string {
  const content = inlineText(header, style);

  return content === '' ? '' : `<c r="${letters}1${content}`;
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);

  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** Maximum UTF-16 units of a sheet's name. */
const longest = 31;

/**
 * A valid, unique name for a sheet of the table, counted from 1; names are compared without case and more. Further
 * sheets, and a sheet that would be named `History`, get their number.
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
