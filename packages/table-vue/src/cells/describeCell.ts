import type { Alignment } from '@rowhouse/table-protocol';
import type { TableColumn, TableRow, Translate } from '../TableController.ts';
import { numberDecorator } from './numberDecorator.ts';
import { plainText } from './plainText.ts';
import { valueReader } from './valueReader.ts';

/** How a column's cells are drawn. A `slot` cell falls back to its text where the host gives no slot. */
export type CellKind = 'text' | 'boolean' | 'icon' | 'slot';

/** What the cells of one column show, found out once for all of them. */
export interface CellDescription {
  readonly column: TableColumn;
  readonly name: string;
  readonly kind: CellKind;
  readonly isNumber: boolean;
  /** A click is told to the host. */
  readonly clickable: boolean;
  /** CSS classes of its place in the grid: header, cells and footer. */
  readonly alignment: string;
  /** CSS classes of what it shows, wherever that is. */
  readonly cssClass: string;
  value(row: TableRow): unknown;
  /** The text of a value; empty where there is none. */
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

function cellKind({ meta }: TableColumn): CellKind {
  if (meta.slot) return 'slot';
  if (meta.boolean) return 'boolean';
  return meta.icon ? 'icon' : 'text';
}

/** The column's alignment, or the table's; numbers that are given none stand right, so that digits stand in line. */
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

  return plainText;
}

/** What a boolean cell says; null where it has no value. */
export function booleanOf(value: unknown): boolean | null {
  if (value === null || value === undefined || value === '') {
    return null;
  }

  return Boolean(value) && value !== '0' && value !== 'false';
}
