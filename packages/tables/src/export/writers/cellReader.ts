import { decimalText, parseDecimal } from '../../format/decimal.ts';
import { booleanOf } from '../../rows/booleanOf.ts';
import { fromCents } from '../../rows/fromCents.ts';
import { readDate } from '../../rows/readDate.ts';
import type { ExportDate, ExportFormat } from '../ExportSheet.ts';
import type { CellForms } from './CellForms.ts';
import { plainText } from './plainText.ts';

type CellReader<Cell> = (value: unknown) => Cell;

/** Says what the values of a column are. Made once per column, called for every cell; the same for all file formats. */
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

  if (!read) return forms.empty;

  return read instanceof Date ? forms.instant(read) : forms.day(read);
}

function dateReader<Cell>({ stored }: ExportDate, forms: CellForms<Cell>): CellReader<Cell> {
  const plain = plainReader(forms);

  return (value) => {
    const date = readDate(value, stored);

    if (date === undefined) return plain(value);
    if (date === null) return forms.empty;

    return date instanceof Date ? forms.instant(date) : forms.day(date);
  };
}

/** The notation that databases give numbers in, and that needs no change. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** What PostgreSQL's numeric has beside numbers. */
const noNumber = /^(?:NaN|-?Infinity)$/;

function numberReader<Cell>(cents: boolean, forms: CellForms<Cell>): CellReader<Cell> {
  const plain = plainReader(forms);

  function read(value: unknown): Cell {
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
  // Labels are few: their cells are made once.
  const cells = new Map(Object.entries(labels).map(([key, label]) => [key, plain(label)]));

  return (value) => {
    const cell = typeof value === 'object' ? undefined : cells.get(String(value));

    return cell === undefined ? plain(value) : cell;
  };
}
