import { createDateFormatter } from '@rowhouse/table-protocol';
import type { DateFormatter } from '@rowhouse/table-protocol/internal';
import { LRUCache } from 'lru-cache';
import { resourceOf } from '../definition/fileRules.ts';
import type { Table } from '../definition/Table.ts';
import type { AnyRow } from '../definition/TableContext.ts';
import { booleanOf } from '../format/booleanOf.ts';
import { decimalText, fromCents, parseDecimal, withoutZeros } from '../format/decimal.ts';
import { formatNumber } from '../format/formatNumber.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import { callApplication } from '../runtime/applicationErrors.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';
import { type ExactCell, exactCell } from './exactCell.ts';
import { readDate } from './readDate.ts';
import { type StoredColumn, type StoredColumns, storedColumn } from './storedColumn.ts';

type Row = Record<string, unknown>;

type RowFormatter = (row: Row) => void;

/** Maximum number of zones and languages with cached formatters per query. */
const maxCachedFormatters = 50;
const formatters = new WeakMap<HostQuery, LRUCache<string, RowFormatter>>();

/** Formats the cells of a row in place, with dates in a time zone, and adds `_exact`. Cached per query, zone and language. */
export function rowFormatter(columns: StoredColumns, timeZone: string): RowFormatter {
  const { locale } = columns.table.template;
  const key = locale === undefined ? timeZone : `${timeZone} ${locale}`;
  const cached = formatters.get(columns.query) ?? new LRUCache({ max: maxCachedFormatters });
  const formatter = cached.get(key) ?? createRowFormatter(columns, timeZone);

  cached.set(key, formatter);
  formatters.set(columns.query, cached);

  return formatter;
}

function createRowFormatter(columns: StoredColumns, timeZone: string): RowFormatter {
  const steps = cellFormatters(columns.table, timeZone).map(({ path, isNeverNull, format, exact }) => {
    const stored = storedColumn(path, columns);
    const name = path.at(-1) as string;
    const holders = path.slice(0, -1);

    return (row: Row) => {
      const holder = holders.length === 0 ? row : nested(row, holders, isNeverNull);
      if (!holder) return;
      const value = holder[name];
      holder[name] = format(value, stored, row);
      const exactText = exact?.(value, stored);
      if (exactText) row._exact = { ...(row._exact as Row | undefined), [path.join('.')]: exactText };
    };
  });

  return (row) => {
    for (const step of steps) step(row);
  };
}

/** The object that contains the cell; created if it is missing and the cell must have a value. */
function nested(row: Row, path: readonly string[], isMade: boolean): Row | null | undefined {
  let holder: Row | null | undefined = row;
  for (const name of path) {
    if (isMade && holder) holder[name] ??= {};
    holder = holder?.[name] as Row | null | undefined;
  }

  return holder;
}

interface CellFormatter {
  /** Segments of the column's name; more than one for nested properties. */
  readonly path: readonly string[];
  /** Whether the cell has a value even if the record of a nested property is missing. */
  readonly isNeverNull: boolean;
  /** `row` is the row so far. */
  format(value: unknown, stored: StoredColumn, row: Record<string, unknown>): unknown;
  readonly exact: ExactCell | null;
}

/** Functions that format each column's values, with dates in a time zone; unformatted columns have none. */
function cellFormatters({ template, definition }: Table, timeZone: string): readonly CellFormatter[] {
  return template.columns.flatMap((column) => {
    const resource = resourceOf(column, definition);
    const format = resource
      ? (value: unknown, _stored: StoredColumn, row: Record<string, unknown>) =>
          callApplication(() => resource(value, row as AnyRow))
      : cellFormat(template, column, timeZone);

    const isNeverNull = column.number !== null && !resource;

    const exact = exactCell(template, column, timeZone);

    return format ? [{ path: column.name.split('.'), isNeverNull, format, exact }] : [];
  });
}

function cellFormat(
  template: Template,
  column: TemplateColumn,
  timeZone: string,
): CellFormatter['format'] | null {
  const { meta, number } = column;

  if (number) {
    // Cells of number columns are always texts: empty for a missing value.
    return meta.cents
      ? (value, stored) => formatStored(fromCents(value), number, stored)
      : (value, stored) => formatStored(value, number, stored);
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

/** With all digits if these are more than its type declares: SQLite stores any number in any column. */
export function formatStored(
  value: unknown,
  number: NonNullable<TemplateColumn['number']>,
  { scale }: Pick<StoredColumn, 'scale'>,
): string {
  const parsed = scale !== null && /[.e]/i.test(String(value)) ? parseDecimal(value) : null;
  const decimal = parsed && withoutZeros(parsed);

  return decimal && decimal.scale > Math.max(number.precision, scale ?? 0)
    ? formatNumber(decimalText(decimal), { ...number, precision: decimal.scale })
    : formatNumber(value, number);
}

/** The value of a row, not formatted yet, within a sentence: dates as the table shows them, in the zone of the request. */
export function textOfValue(
  row: AnyRow,
  name: string,
  columns: StoredColumns,
  timeZone: string,
): string | null {
  const { template } = columns.table;
  const column = template.columns.find((candidate) => candidate.name === name);
  const given = row[name];
  const isDate = given instanceof Date || column?.meta.date || column?.meta.datetime;
  const value = isDate
    ? formatDateValue(
        given,
        storedColumn([name], columns),
        createDateFormatter(column?.dateFormat ?? template.dateFormat, timeZone),
      )
    : given;
  if (value === null || value === undefined) return null;

  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function formatDateValue(value: unknown, stored: StoredColumn, formatter: DateFormatter): unknown {
  const date = readDate(value, stored);

  if (date === undefined) return value;
  if (date === null || typeof date === 'string') return date;

  return date instanceof Date
    ? formatter.formatInstant(date)
    : formatter.formatCalendarDate(date.year, date.month, date.day);
}
