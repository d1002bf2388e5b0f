import type { ExportColumn, ExportHead, ExportRow, ExportSheet } from '../../ExportWriter.ts';
import { cellReader, valueReader } from '../cellReader.ts';
import { cutText, removeUnprintable } from '../printableText.ts';
import { cellForms } from './cellForms.ts';
import type { Styles, WorkbookStyles } from './createStyles.ts';
import { inlineText } from './escapeText.ts';

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
    const place = String(number);
    let xml = `<row r="${place}"${depth}>`;

    for (const { start, value, read } of cells) {
      const cell = read(value(row));
      if (cell !== '') xml += start + place + cell;
    }

    return `${xml}</row>`;
  };
}

/** Writes the line of a group, in bold. Its rows and the groups in it are a level deeper, so that it can be folded. */
export function headWriter(
  { columns }: ExportSheet,
  styles: Styles,
): (head: ExportHead, number: number) => string {
  const cells = columns.flatMap((column, index) => {
    const cell = headCell(column, styles);

    return cell ? [{ start: `<c r="${columnLetters(index)}`, cell }] : [];
  });

  return (head, number) => {
    const place = String(number);
    let xml = `<row r="${place}"${outline(head.level)}>`;

    for (const { start, cell } of cells) {
      const content = cell(head);
      if (content !== '') xml += start + place + content;
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

/** A worksheet up to its first row of values: the header in row 1, bold, and in sight however far one scrolls. */
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
