import { type Expression, sql } from 'kysely';
import type { CatalogueColumn } from '../../catalogue.ts';
import { isOneOf } from '../sqlText.ts';

type Column = Expression<unknown>;

/** As text, bytes that are no text are lost, a BIT has bytes, and a FLOAT has six digits. */
export function text(column: Column, stored: CatalogueColumn | undefined) {
  switch (formOf(stored)) {
    case 'bytes':
      return sql<string | null>`hex(${column})`;
    case 'bit':
      return sql<string | null>`cast(${column} + 0 as char)`;
    case 'float':
      return sql<string | null>`cast(${column} + 0e0 as char)`;
    default:
      return sql<string | null>`cast(${column} as char)`;
  }
}

/** With a constant of the column's type, so that its index is used. */
export function is(column: Column, ids: readonly string[], stored: CatalogueColumn | undefined) {
  const form = formOf(stored);

  return isOneOf(
    column,
    ids.map((id) => (form === null ? id : value(id, stored))),
  );
}

export function value(text: string | Expression<unknown>, stored: CatalogueColumn | undefined) {
  switch (formOf(stored)) {
    case 'bytes':
      return sql`unhex(${text})`;
    case 'bit':
      return sql`cast(${text} as unsigned)`;
    case 'float':
      return sql`(${text} + 0e0)`;
    default:
      return sql`${text}`;
  }
}

function formOf(stored: CatalogueColumn | undefined): 'bytes' | 'bit' | 'float' | null {
  const type = stored?.type ?? '';
  if (/binary|blob|geometry|point|linestring|polygon/.test(type)) return 'bytes';

  return type === 'bit' || type === 'float' ? type : null;
}

export function plainText(text: string): string {
  return text;
}
