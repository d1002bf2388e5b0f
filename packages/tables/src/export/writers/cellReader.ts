import { type CivilDate, jsonText, listText } from '@rowhouse/table-protocol/internal';
import { booleanOf } from '../../format/booleanOf.ts';
import { bytesText } from '../../format/bytesText.ts';
import { decimalText, fromCents, parseDecimal } from '../../format/decimal.ts';
import { readDate } from '../../rows/readDate.ts';
import type { ExportDate, ExportFormat, ExportRow } from '../ExportWriter.ts';

/** Converts one column's values to cells of a file format, or measures them. */
export interface CellForms<Cell> {
  /** For missing values, and for values of number columns that are not numbers. */
  readonly empty: Cell;
  /** Not empty; unchanged, and may contain any character. */
  text(value: string): Cell;
  /** Finite. */
  double(value: number): Cell;
  /** Exact, in plain notation: `-1234.50`. */
  decimal(value: string): Cell;
  boolean(value: boolean): Cell;
  /** In milliseconds since 1970. */
  instant(time: number): Cell;
  day(value: CivilDate): Cell;
}

type CellReader<Cell> = (value: unknown) => Cell;

/** Interprets the values of a column. Created once per column, called for every cell; the same for all file formats. */
export function cellReader<Cell>(format: ExportFormat, forms: CellForms<Cell>): CellReader<Cell> {
  switch (format.kind) {
    case 'number':
      return numberReader(format.cents, forms);
    case 'boolean':
      return booleanReader(forms);
    case 'enum':
      return enumReader(format.labels, forms);
    case 'date':
      return dateReader(format.date, forms);
    case 'plain':
      return plainReader(forms, format.date, format.translate);
  }
}

function plainReader<Cell>(
  forms: CellForms<Cell>,
  date: ExportDate | null = null,
  translate: ((text: string) => string) | null = null,
): CellReader<Cell> {
  const text = (value: string) => (value === '' ? forms.empty : forms.text(value));

  return (value) => {
    switch (typeof value) {
      case 'string':
        return text(translate && value !== '' ? translate(value) : value);
      case 'number':
        return Number.isFinite(value) ? forms.double(value) : forms.empty;
      case 'bigint':
        return forms.decimal(String(value));
      case 'boolean':
        return forms.boolean(value);
      default:
        return value instanceof Date ? dateCell(value, date, forms) : text(plainText(value));
    }
  };
}

function dateCell<Cell>(value: Date, date: ExportDate | null, forms: CellForms<Cell>): Cell {
  const read = readDate(value, date?.stored ?? { kind: 'other', datesAreUtc: true });

  return read === undefined ? forms.empty : readDateCell(read, forms);
}

function readDateCell<Cell>(read: Date | CivilDate | string | null, forms: CellForms<Cell>): Cell {
  if (read === null) return forms.empty;
  if (typeof read === 'string') return forms.text(read);

  return read instanceof Date ? forms.instant(read.getTime()) : forms.day(read);
}

function dateReader<Cell>({ stored }: ExportDate, forms: CellForms<Cell>): CellReader<Cell> {
  const plain = plainReader(forms);

  return (value) => {
    const date = readDate(value, stored);

    return date === undefined ? plain(value) : readDateCell(date, forms);
  };
}

/** The notation in which databases return numbers, and which needs no change. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** Values of PostgreSQL's numeric that are not numbers. */
const noNumber = /^(?:NaN|-?Infinity)$/;

function numberReader<Cell>(cents: boolean, forms: CellForms<Cell>): CellReader<Cell> {
  const plain = plainReader(forms);

  function read(value: unknown): Cell {
    // As on the screen: their digits would read as a number.
    if (value instanceof Uint8Array) return forms.empty;
    if (typeof value !== 'string') return plain(value);
    if (plainNumber.test(value)) return forms.decimal(value);

    const decimal = parseDecimal(value);

    if (decimal) return forms.decimal(decimalText(decimal));

    return noNumber.test(value.trim()) ? forms.empty : plain(value);
  }

  return cents ? (value) => read(fromCents(value)) : read;
}

function booleanReader<Cell>(forms: CellForms<Cell>): CellReader<Cell> {
  return (value) => {
    const boolean = booleanOf(value);

    return boolean === null ? forms.empty : forms.boolean(boolean);
  };
}

function enumReader<Cell>(
  labels: Readonly<Record<string, string>>,
  forms: CellForms<Cell>,
): CellReader<Cell> {
  const plain = plainReader(forms);
  // There are few labels, so their cells are created once.
  const cells = new Map(Object.entries(labels).map(([key, label]) => [key, plain(label)]));

  return (value) => {
    const cell = typeof value === 'object' ? undefined : cells.get(String(value));

    return cell === undefined ? plain(value) : cell;
  };
}

/** The text for values other than texts, numbers, booleans and dates; empty if there is nothing to write. */
function plainText(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    return '';
  }
  if (value instanceof Uint8Array) {
    return bytesText(value);
  }

  try {
    // As on the screen.
    return Array.isArray(value) ? listText(value) : jsonText(value);
  } catch {
    // A record with a circular reference.
    return '';
  }
}

/** Reads the value of a row under a path; undefined if a record in between is missing. */
export function valueReader(path: readonly string[]): (row: ExportRow) => unknown {
  const [name = ''] = path;

  if (path.length === 1) {
    return (row) => row[name];
  }

  return (row) => {
    let value: unknown = row;
    for (const property of path) value = (value as ExportRow | null | undefined)?.[property];

    return value;
  };
}
