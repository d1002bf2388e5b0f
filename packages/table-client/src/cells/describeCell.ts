import type { Alignment, InitNumber } from '@rowhouse/table-protocol';
import { jsonText, listText } from '@rowhouse/table-protocol/internal';
import { decimalMark, numberText } from '../language/numberText.ts';
import type { Translate } from '../language/translator.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { RowId, TableRow } from '../table/TableRow.ts';

/** How a column's cells are drawn. A `state` is the text of a listed value, as a chip. A `slot` cell without a slot of the host shows its text. */
export type CellKind = 'text' | 'state' | 'boolean' | 'icon' | 'slot';

/** How to draw the cells of a column; computed once for all of them. */
export interface CellDescription {
  readonly column: TableColumn;
  readonly name: string;
  readonly kind: CellKind;
  readonly isNumber: boolean;
  /** A click is emitted to the host. */
  readonly clickable: boolean;
  /** CSS classes of header, cells and footer. */
  readonly alignment: string;
  /** CSS classes of the value, in the grid and elsewhere. */
  readonly cssClass: string;
  value(row: TableRow): unknown;
  /** The text of a value; empty for no value. */
  text(value: unknown): string;
}

export interface CellSurroundings {
  readonly translate: Translate;
  /** CSS classes of the table's own alignment. */
  readonly align: readonly string[];
  readonly aligns: Readonly<Record<Alignment, string>>;
}

export function describeCell(column: TableColumn, surroundings: CellSurroundings): CellDescription {
  const { meta, name } = column;
  const isNumber = column.number !== undefined;

  return {
    column,
    name,
    kind: cellKind(column),
    isNumber,
    clickable: meta.clickable && !meta.slot,
    alignment: alignmentClass(column, surroundings),
    cssClass: [column.class, isNumber && 'rh-number'].filter(Boolean).join(' '),
    value: valueReader(name),
    text: textOf(column, surroundings.translate),
  };
}

function cellKind({ meta, enum: labels }: TableColumn): CellKind {
  if (meta.slot) return 'slot';
  if (meta.boolean) return 'boolean';
  if (meta.icon) return 'icon';

  return labels && !meta.clickable ? 'state' : 'text';
}

/** The column's alignment, or else right for numbers, so that their digits align, or else the table's. */
function alignmentClass({ align, number }: TableColumn, { aligns, align: own }: CellSurroundings): string {
  if (align) {
    return aligns[align];
  }

  return number ? aligns.right : own.join(' ');
}

function textOf(column: TableColumn, translate: Translate): (value: unknown) => string {
  if (column.enum) {
    const labels = new Map(Object.entries(column.enum).map(([key, label]) => [key, translate(label)]));

    return (value) => {
      const key = plainText(value);
      return labels.get(key) ?? key;
    };
  }
  if (column.number) {
    const decorate = numberDecorator(column.number);

    return (value) => decorate(plainText(value));
  }
  if (column.meta.translatable) {
    return (value) => {
      const text = plainText(value);
      return text === '' ? '' : translate(text);
    };
  }

  return isPlainNumber(column) ? (value) => withDecimalMark(plainText(value)) : plainNumberText;
}

/** Columns whose numbers are sent as the database has them, those with many digits as text. */
function isPlainNumber({ type, edit, meta }: TableColumn): boolean {
  return type === 'number' || edit?.type === 'number' || meta.total || meta.average || meta.cents;
}

const plainNumberText = (value: unknown) =>
  typeof value === 'number' ? withDecimalMark(plainText(value)) : plainText(value);

/** A plain decimal with the mark of the page's language, and without grouping, since it may be a key or a year. */
function withDecimalMark(text: string): string {
  return /^-?\d+\.\d+$/.test(text) ? text.replace('.', decimalMark()) : text;
}

/** The value of a boolean cell; null if it has none. */
export function booleanOf(value: unknown): boolean | null {
  if (value === null || value === undefined || value === '') {
    return null;
  }

  return Boolean(value) && value !== '0' && value !== 'false';
}

/**
 * Reads a column's value from rows. A dotted name is the property of that name if the row has one, or else the property of
 * a nested record; undefined if there is no such record.
 */
export function valueReader(name: string): (row: TableRow) => unknown {
  if (!name.includes('.')) {
    return (row) => row[name];
  }

  const path = name.split('.');

  return (row) => {
    if (Object.hasOwn(row, name)) {
      return row[name];
    }

    let value: unknown = row;

    for (const property of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, property)) {
        return undefined;
      }
      value = (value as Record<string, unknown>)[property];
    }

    return value;
  };
}

/** A number with the server's default separators, and at most as many decimals as Intl formats. */
const defaultFormat = /^-?\d{1,3}(,\d{3})*(\.\d{1,20})?$/;

/** A sign, which may have marks of direction before it. */
const minus = /^[\u061c\u200e\u200f]*[-\u2212]/;

/**
 * Adds a column's symbol to numbers that the server has formatted, in the language of the page if it knows that. Otherwise
 * default separators are replaced by those of the page's language, as in the footer: `1,234.50` is `1.234,50` on a German
 * page. Separators of the template stay. Text that is not a number stays as it is.
 */
export function numberDecorator({ symbol, template, negative, decimal, thousand, locale }: InitNumber) {
  // Split where the value goes first: the symbol may contain `%v` too.
  const piecesOf = (format: string) =>
    format.split('%v').map((piece) => piece.replaceAll('%s', () => symbol));
  const pieces = piecesOf(template);
  const ofNegative = negative === undefined ? null : piecesOf(negative);
  const isDefault = locale === undefined && decimal === '.' && thousand === ',';
  const localized = (text: string) =>
    isDefault && defaultFormat.test(text) ? numberText(text.replaceAll(',', '')) : text;

  return (text: string): string => {
    if (text === '') return '';

    return ofNegative && minus.test(text)
      ? ofNegative.join(text.replace(minus, ''))
      : pieces.join(localized(text));
  };
}

/** A value as text: empty for null, lists as of `listText`, records as JSON. */
export function plainText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? '' : objectText(value);
    default:
      return '';
  }
}

function objectText(value: object): string {
  try {
    return Array.isArray(value) ? listText(value) : jsonText(value);
  } catch {
    return '';
  }
}

/** True if the column has a value in the totals row. */
export function hasTotal({ column: { meta } }: CellDescription): boolean {
  return meta.total || meta.rawTotal || meta.average;
}

/** A total as text: of a number column like its cells, of others in the page's language. */
export function totalText({ column, text }: CellDescription, total: unknown): string {
  if (column.number) {
    return text(total);
  }

  const plain = plainText(total);

  // A decimal that exceeds a double is sent as text.
  return /^-?\d+(\.\d+)?$/.test(plain) ? numberText(plain) : plain;
}

const surroundings = { align: [], aligns: { left: '', center: '', right: '' } };

/**
 * The display name of a row: of the columns that the template names for it, otherwise its first text column; its
 * identifier if they are empty.
 */
export function rowName(
  {
    columns,
    rowName: names,
  }: { readonly columns: readonly TableColumn[]; readonly rowName?: readonly string[] | undefined },
  row: TableRow,
  id: RowId,
  translate: Translate,
): { readonly label: string; readonly name: string } {
  const cells = columns.map((column) => {
    const { kind, isNumber, value, text } = describeCell(column, { translate, ...surroundings });
    const isText = !isNumber && kind !== 'boolean' && kind !== 'icon';

    return { column, isText, text: () => text(value(row)).trim() };
  });
  const naming = names
    ? names.flatMap((name) => cells.find(({ column }) => column.name === name) ?? [])
    : cells.filter(({ isText }) => isText);
  const filled = naming.flatMap(({ column, text }) => (text() === '' ? [] : [{ column, text: text() }]));
  const parts = names ? filled : filled.slice(0, 1);
  const [first, ...others] = parts;
  if (!first) return { label: translate('Row'), name: String(id) };

  return {
    label: translate(others.length > 0 ? 'Row' : first.column.label),
    name: parts.map(({ text }) => text).join(' '),
  };
}
