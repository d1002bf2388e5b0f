import { createDateFormatter, type DateFormatter } from '@rowhouse/table-protocol';
import { LRUCache } from 'lru-cache';
import type { AnyRow } from '../definition/defineTable.ts';
import type { Table } from '../definition/Table.ts';
import { fromCents } from '../format/decimal.ts';
import { formatNumber } from '../format/formatNumber.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import { callApplication } from '../runtime/applicationErrors.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';
import { readDate, type StoredColumn } from './readDate.ts';
import { type StoredColumns, storedColumn } from './storedColumn.ts';

type Row = Record<string, unknown>;

type RowFormatter = (row: Row) => void;

/** Maximum number of zones with cached formatters per query. */
const keptZones = 50;
const formatters = new WeakMap<HostQuery, LRUCache<string, RowFormatter>>();

/** Formats the cells of a row in place, with dates in a time zone. Cached per query and zone. */
export function rowFormatter(columns: StoredColumns, timeZone: string): RowFormatter {
  const byZone = formatters.get(columns.query) ?? new LRUCache({ max: keptZones });
  const formatter = byZone.get(timeZone) ?? createRowFormatter(columns, timeZone);

  byZone.set(timeZone, formatter);
  formatters.set(columns.query, byZone);

  return formatter;
}

function createRowFormatter(columns: StoredColumns, timeZone: string): RowFormatter {
  const steps = cellFormatters(columns.table, timeZone).map(({ path, isNeverNull, format }) => {
    const stored = storedColumn(path, columns);
    const name = path.at(-1) as string;
    const holders = path.slice(0, -1);

    return (row: Row) => {
      const holder = holders.length === 0 ? row : nested(row, holders, isNeverNull);
      if (holder) holder[name] = format(holder[name], stored, row);
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
}

/** Functions that format each column's values, with dates in a time zone; unformatted columns have none. */
function cellFormatters({ template, definition }: Table, timeZone: string): readonly CellFormatter[] {
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
    // Cells of number columns are always texts: empty for a missing value.
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
  if (date === null) return null;

  return date instanceof Date
    ? formatter.formatInstant(date)
    : formatter.formatCalendarDate(date.year, date.month, date.day);
}

/** MySQL and SQLite return 1 and 0; null stays null. */
export function booleanOf(value: unknown): boolean | null {
  if (value === null || value === undefined || typeof value === 'boolean') {
    return value ?? null;
  }

  // MySQL's bit(1).
  if (value instanceof Uint8Array) {
    return value.some((byte) => byte !== 0);
  }

  return value === 'false' || value === 'f'
    ? false
    : Boolean(Number.isNaN(Number(value)) ? value : Number(value));
}
