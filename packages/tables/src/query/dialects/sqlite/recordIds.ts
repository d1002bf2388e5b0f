import { type Expression, sql } from 'kysely';
import { isOneOf } from '../sqlText.ts';

type Column = Expression<unknown>;

/** A column has values of any type, so that each is its literal. */
export function text(column: Column) {
  return sql<string | null>`nullif(quote(${column}), 'NULL')`;
}

/** Compared as a value, so that an index is used. */
export function is(column: Column, ids: readonly string[]) {
  return isOneOf(column, ids.map(storedValue));
}

function storedValue(literal: string): string | number | bigint | Buffer {
  if (literal.startsWith("X'")) return Buffer.from(literal.slice(2, -1), 'hex');
  if (literal.startsWith("'")) return literal.slice(1, -1).replaceAll("''", "'");
  const isLong = /^-?\d+$/.test(literal) && !Number.isSafeInteger(Number(literal));

  return isLong ? BigInt(literal) : Number(literal);
}

/** Whole numbers of floats stay floats: a column without a type keeps them apart. */
export function value(literal: string) {
  if (/^-?\d+$/.test(literal)) return sql`${BigInt(literal)}`;

  return /^[X']/.test(literal) ? sql`${storedValue(literal)}` : sql`cast(${literal} as real)`;
}

export function plainText(literal: string): string {
  return String(storedValue(literal));
}
