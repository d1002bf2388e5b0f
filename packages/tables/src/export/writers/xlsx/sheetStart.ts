import type { ExportSheet } from '../../ExportSheet.ts';
import { columnLetters } from './columnLetters.ts';
import { fixedStyles } from './createStyles.ts';
import { inlineText } from './inlineText.ts';

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
