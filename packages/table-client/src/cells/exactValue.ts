import type { InitColumn, InitNumber } from '@rowhouse/table-protocol';
import { type EditValue, plainDecimal } from '@rowhouse/table-protocol/internal';
import type { Translate } from '../language/translator.ts';
import type { TableColumn } from '../table/TableColumn.ts';
import type { TableRow } from '../table/TableRow.ts';
import { booleanOf, describeCell, plainText, valueReader } from './describeCell.ts';
import { readShownDate } from './shownDate.ts';

/** The value of a cell, independent of its format. Numbers are plain decimals. */
export type ExactValue =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text' | 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** The time is null for a day. */
  | { readonly kind: 'date'; readonly day: string; readonly time: string | null };

/** The type of a column's cells, as in exports. Text that does not have the type is text. */
export function exactValue(column: InitColumn, row: TableRow, format = ''): ExactValue {
  const value = valueReader(column.name)(row);
  const text = plainText(value);
  if (column.meta.boolean) {
    const isTrue = booleanOf(value);
    return isTrue === null ? { kind: 'empty' } : { kind: 'boolean', value: isTrue };
  }
  if (text === '') return { kind: 'empty' };
  if (column.enum) return { kind: 'text', text };
  const exact = keptExactly(column, row);
  if (column.meta.date || column.meta.datetime) {
    const [day, time = null] = exact?.split('T') ?? [];
    const date = day === undefined ? readShownDate(text, column.dateFormat ?? format) : { day, time };
    return date ? { kind: 'date', ...date } : { kind: 'text', text };
  }
  const number =
    exact ?? (column.number || isNumeric(column, value) ? withoutSeparators(text, column.number) : null);

  return number === null ? { kind: 'text', text } : { kind: 'number', text: number };
}

/** What the server sends of a cell whose format leaves out a part. */
function keptExactly({ name }: InitColumn, { _exact: exact }: TableRow): string | null {
  const kept: unknown = exact && Object.hasOwn(exact, name) ? exact[name] : null;

  return typeof kept === 'string' ? kept : null;
}

function isNumeric({ meta, type, edit }: InitColumn, value: unknown): boolean {
  return (
    typeof value === 'number' ||
    type === 'number' ||
    edit?.type === 'number' ||
    meta.total ||
    meta.average ||
    meta.cents
  );
}

/** Marks of direction, which some languages have before a sign. */
const marks = /[\u061c\u200e\u200f]/g;

/** Removes the separators from a number that the server has formatted; null for other texts. */
function withoutSeparators(text: string, { thousand, decimal }: Partial<InitNumber> = {}): string | null {
  const signed = text.replaceAll(marks, '').replace(/^\u2212/, '-');
  const plain = (thousand ? signed.replaceAll(thousand, '') : signed).replace(decimal ?? '.', '.');

  return plainDecimal(plain);
}

/** The cell's value for the edit route; null for none, and if the cell does not show its value. */
export function editableValue(column: InitColumn, row: TableRow, format = ''): EditValue {
  const value = valueReader(column.name)(row);
  const exact = exactValue(column, row, format);
  switch (column.edit?.type) {
    case 'select':
      return null;
    case 'date':
      if (exact.kind !== 'date') return null;
      return exact.time === null ? exact.day : `${exact.day}T${exact.time}`;
    case 'boolean':
      return booleanOf(value);
    case 'number':
      return exact.kind === 'number' ? exact.text : null;
    case 'enum':
      return plainText(value) || null;
    default:
      return value === null || value === undefined ? null : plainText(value);
  }
}

const aligns = { left: '', center: '', right: '' };

/** A cell as text for users; empty for no value. */
export function shownText(column: TableColumn, row: TableRow, translate: Translate): string {
  const { kind, value, text } = describeCell(column, { translate, align: [], aligns });
  const shown = value(row);
  if (kind !== 'boolean') return text(shown);
  const isTrue = booleanOf(shown);

  return isTrue === null ? '' : translate(isTrue ? 'Yes' : 'No');
}
