import { createDateFormatter } from '@rowhouse/table-protocol';
import { decimalText, parseDecimal } from '../../../format/decimal.ts';
import type { ExportFormat } from '../../ExportSheet.ts';
import type { CellForms } from '../CellForms.ts';
import { escapeText } from './escapeText.ts';

/** A column's cells as fields of a CSV file: dates as on the screen, numbers plain and exact. */
export function cellForms(format: ExportFormat): CellForms<string> {
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
