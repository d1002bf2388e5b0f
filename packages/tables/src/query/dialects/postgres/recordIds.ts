import { type Expression, sql } from 'kysely';
import type { CatalogueColumn } from '../../catalogue.ts';
import { isOneOf } from '../sqlText.ts';
import { comparedColumn } from './expressions.ts';

type Column = Expression<unknown>;

/** Types besides numbers, texts and dates whose values the server reads from texts, so that an index is used. */
const readable = /^(_.*|.*range|uuid|inet|cidr|macaddr8?|bytea|interval|jsonb|oid|money|bit|varbit|timetz?)$/;

export function text(column: Column) {
  return sql<string | null>`cast(${column} as text)`;
}

/** A record has no text that the server reads, and other types may have none. */
export function is(column: Column, ids: readonly string[], stored: CatalogueColumn | undefined) {
  if (!stored) return isOneOf(column, ids);
  const isRead = stored.kind !== 'other' || stored.comparedAs !== null || readable.test(stored.type);

  return isOneOf(isRead ? comparedColumn(column, stored) : text(column), ids);
}

/** The server reads the text as the type of the column that it is written to. */
export function value(text: string) {
  return sql`${text}`;
}

export function plainText(text: string): string {
  return text;
}
