import type { AnyRow } from '../definition/defineTable.ts';
import type { Table } from '../definition/Table.ts';
import { decimalText, parseDecimal, shiftDecimal } from '../format/decimal.ts';
import { createDateFormatter, type DateFormatter } from '../format/formatDate.ts';
import { formatNumber } from '../format/formatNumber.ts';
import { parseInstant } from '../format/parseInstant.ts';
import type { ColumnKind } from '../query/dialects/Dialect.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';

export interface CellFormatter {
  /** Segments of the column's name; more than one for nested properties. */
  readonly path: readonly string[];
  /** `row` is the row so far. */
  format(value: unknown, stored: StoredColumn, row: Record<string, unknown>): unknown;
}

/** What the database column holds, and how the driver gives dates without a zone: see `Catalogue`. */
export interface StoredColumn {
  readonly kind: ColumnKind;
  readonly datesAreUtc: boolean;
}

const formatters = new WeakMap<Table, readonly CellFormatter[]>();

/** How each column's values are turned into what clients are sent; columns sent as they are have none. Made once per table. */
export function cellFormatters(table: Table): readonly CellFormatter[] {
  let cells = formatters.get(table);

  if (!cells) {
    cells = createCellFormatters(table);
    formatters.set(table, cells);
  }

  return cells;
}

function createCellFormatters({ template, config, definition }: Table): CellFormatter[] {
  return template.columns.flatMap((column) => {
    const resource = column.resource === null ? undefined : definition.resources?.[column.resource];
    const format = resource
      ? (value: unknown, _stored: StoredColumn, row: Record<string, unknown>) =>
          resource(value, row as AnyRow)
      : cellFormat(template, column, config.timeZone);

    return format ? [{ path: column.name.split('.'), format }] : [];
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

  return meta.boolean ? toBoolean : null;
}

function fromCents(value: unknown): unknown {
  const cents = value === null || value === undefined ? null : parseDecimal(value);

  return cents ? decimalText(shiftDecimal(cents, -2)) : value;
}

/** MySQL and SQLite answer 1 and 0; null stays null. */
function toBoolean(value: unknown): unknown {
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

/**
 * Drivers give a column without a zone as a Date of which either UTC or the local clock shows what is stored, so its
 * parts are read back from there: a `date` is that day, a `timestamp` that time in UTC. What a driver leaves as text
 * says itself what it is.
 */
function formatDateValue(value: unknown, stored: StoredColumn, formatter: DateFormatter): unknown {
  if (value === null || value === undefined || value === '') {
    return null;
  }
  if (value instanceof Date) {
    return formatDate(value, stored, formatter);
  }

  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(value));

  if (day) {
    return formatter.formatCalendarDate(Number(day[1]), Number(day[2]), Number(day[3]));
  }

  const text = formatter.formatInstant(
    typeof value === 'number' ? new Date(value) : parseInstant(String(value), 'UTC'),
  );

  return text === '' ? value : text;
}

function formatDate(
  value: Date,
  { kind, datesAreUtc }: StoredColumn,
  formatter: DateFormatter,
): string | null {
  // MySQL's zero date.
  if (Number.isNaN(value.getTime())) {
    return null;
  }
  if (kind !== 'date' && kind !== 'timestamp') {
    return formatter.formatInstant(value);
  }

  const clock = datesAreUtc ? value : storedClock(value);

  return kind === 'timestamp'
    ? formatter.formatInstant(clock)
    : formatter.formatCalendarDate(clock.getUTCFullYear(), clock.getUTCMonth() + 1, clock.getUTCDate());
}

/** The instant at which UTC shows what the process's own clock shows at another. */
function storedClock(local: Date): Date {
  const clock = new Date(0);
  clock.setUTCFullYear(local.getFullYear(), local.getMonth(), local.getDate());
  clock.setUTCHours(local.getHours(), local.getMinutes(), local.getSeconds(), local.getMilliseconds());

  return clock;
}
