import { createDateFormatter, type DateFormatter } from '@rowhouse/table-protocol';
import type { AnyRow } from '../definition/defineTable.ts';
import type { Table } from '../definition/Table.ts';
import { formatNumber } from '../format/formatNumber.ts';
import { callApplication } from '../runtime/applicationErrors.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';
import { booleanOf } from './booleanOf.ts';
import { fromCents } from './fromCents.ts';
import { readDate, type StoredColumn } from './readDate.ts';

export interface CellFormatter {
  /** Segments of the column's name; more than one for nested properties. */
  readonly path: readonly string[];
  /** Whether the cell has a value also where the record of a nested property is missing. */
  readonly isNeverNull: boolean;
  /** `row` is the row so far. */
  format(value: unknown, stored: StoredColumn, row: Record<string, unknown>): unknown;
}

/** How each column's values are turned into what clients are sent, dates in a time zone; columns sent as they are have none. */
export function cellFormatters({ template, definition }: Table, timeZone: string): readonly CellFormatter[] {
  return template.columns.flatMap((column) => {
    const resource = column.resource === null ? undefined : definition.resources?.[column.resource];
    const format = resource
      ? (value: unknown, _stored: StoredColumn, row: Record<string, unknown>) =>
          callApplication(() => resource(value, row as AnyRow))
      : cellFormat(template, column, timeZone);

    const isNeverNull = column.number !== null && !resource;

    return format ? [{ path: column.name.split('.'), isNeverNull, format }] : [];
  });
}

function cellFormat(
  template: Template,
  column: TemplateColumn,
  timeZone: string,
): CellFormatter['format'] | null {
  const { meta, number } = column;

  if (number) {
    // Cells of number columns are texts always: an empty one where there is no value.
    return meta.cents
      ? (value) => formatNumber(fromCents(value), number)
      : (value) => formatNumber(value, number);
  }
  if (meta.cents) {
    return fromCents;
  }
  if (meta.date || meta.datetime) {
    const formatter = createDateFormatter(column.dateFormat ?? template.dateFormat, timeZone);

    return (value, stored) => formatDateValue(value, stored, formatter);
  }

  return meta.boolean ? booleanOf : null;
}

function formatDateValue(value: unknown, stored: StoredColumn, formatter: DateFormatter): unknown {
  const date = readDate(value, stored);

  if (date === undefined) return value;
  if (date === null) return null;

  return date instanceof Date
    ? formatter.formatInstant(date)
    : formatter.formatCalendarDate(date.year, date.month, date.day);
}
