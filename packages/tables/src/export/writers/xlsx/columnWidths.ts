import { createDateFormatter } from '@rowhouse/table-protocol';
import { formatNumber } from '../../../format/formatNumber.ts';
import type { ExportColumn, ExportFormat, ExportHead, ExportRow, ExportSheet } from '../../ExportWriter.ts';
import { type CellForms, cellReader, valueReader } from '../cellReader.ts';

/** Number of rows that are measured. */
export const sampledRows = 100;
/** In characters, the unit of widths. */
const narrowest = 8;
const widest = 60;
const margin = 2;
/** Bold letters are wider. */
const boldFactor = 1.15;
/** Characters of double width: Chinese, Japanese, Korean, full-width forms, emoji. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** The width of each column in characters, so that its header and its first values are readable. */
export function columnWidths(
  { columns }: ExportSheet,
  rows: readonly ExportRow[],
  heads: readonly ExportHead[],
): number[] {
  const sample = rows.slice(0, sampledRows);
  const groups = heads.slice(0, sampledRows);

  return columns.map((column) => {
    const width = Math.max(
      textWidth(column.header) * boldFactor,
      ...valueWidths(column, sample),
      ...headWidths(column, groups).map((head) => head * boldFactor),
    );

    return Math.min(Math.max(Math.ceil(width) + margin, narrowest), widest);
  });
}

function valueWidths({ path, format }: ExportColumn, rows: readonly ExportRow[]): number[] {
  const value = valueReader(path);
  const width = cellReader(format, widthForms(format));

  return rows.map((row) => width(value(row)));
}

function headWidths({ format, head }: ExportColumn, groups: readonly ExportHead[]): number[] {
  if (head === null) return [];

  const own = head.kind === 'total' ? head.format : format;
  const width = cellReader(own, widthForms(own));

  return groups.map((group) => {
    if (head.kind === 'label') return group.level === head.level ? width(group.label) : 0;

    return width(head.kind === 'count' ? group.count : group.totals.get(head.name));
  });
}

function widthForms(format: ExportFormat): CellForms<number> {
  const date = 'date' in format ? format.date : { pattern: 'c', timeZone: 'UTC' };
  const formatter = createDateFormatter(date.pattern, date.timeZone);
  const number = format.kind === 'number' ? format.number : null;
  const numberWidth = (value: string | number) =>
    number
      ? formatNumber(value, number).length + number.format.replaceAll('%s', () => number.symbol).length
      : String(value).length;

  return {
    empty: 0,
    text: textWidth,
    double: numberWidth,
    decimal: numberWidth,
    boolean: (value) => String(value).length,
    instant: (time) => formatter.formatInstant(new Date(time)).length,
    day: ({ year, month, day }) => formatter.formatCalendarDate(year, month, day).length,
  };
}

/** Width of the longest line; for a long text, of its beginning. */
function textWidth(text: string): number {
  const lines = text.slice(0, 10 * widest).split(/[\r\n]+/);

  return Math.max(...lines.map((line) => line.length + (line.match(wide)?.length ?? 0)));
}
