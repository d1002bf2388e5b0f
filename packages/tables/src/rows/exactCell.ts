import { createDateFormatter } from '@rowhouse/table-protocol';
import { identifiesDay, showsTime } from '@rowhouse/table-protocol/internal';
import { decimalText, parseDecimal, shiftDecimal, withoutZeros } from '../format/decimal.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';
import { readDate, type StoredDates } from './readDate.ts';

/** The exact value of a cell as text; null if the formatted cell shows all of it. */
export type ExactCell = (value: unknown, stored: StoredDates) => string | null;

/** Null for columns whose format never leaves out a part, and for those that show something else than the value. */
export function exactCell(template: Template, column: TemplateColumn, timeZone: string): ExactCell | null {
  const { name, meta, number, resource } = column;
  if (resource !== null || template.strip.includes(name)) return null;
  if (number) {
    return (value) => exactNumber(value, { precision: number.precision, cents: meta.cents });
  }

  return meta.date || meta.datetime ? exactDate(column.dateFormat ?? template.dateFormat, timeZone) : null;
}

/** The number with all of its digits, in the unit that is shown; null if `precision` digits show it. */
export function exactNumber(
  value: unknown,
  { precision, cents }: { readonly precision: number; readonly cents: boolean },
): string | null {
  const text = String(value);
  const point = text.indexOf('.');
  const decimals = point === -1 ? 0 : text.length - point - 1;
  // Most cells, without the cost of parsing them.
  if (decimals + (cents ? 2 : 0) <= precision && !text.includes('e') && !text.includes('E')) return null;
  const decimal = parseDecimal(value);
  const shown = decimal && withoutZeros(cents ? shiftDecimal(decimal, -2) : decimal);

  return shown && shown.scale > precision ? decimalText(shown) : null;
}

function exactDate(format: string, timeZone: string): ExactCell | null {
  if (identifiesDay(format)) return null;
  const day = createDateFormatter('Y-m-d', timeZone);
  const instant = showsTime(format) ? createDateFormatter('Y-m-d\\TH:i:s', timeZone) : day;

  return (value, stored) => {
    const date = readDate(value, stored);
    // A text is shown as it is stored.
    if (date === null || date === undefined || typeof date === 'string') return null;

    return date instanceof Date
      ? instant.formatInstant(date)
      : day.formatCalendarDate(date.year, date.month, date.day);
  };
}
