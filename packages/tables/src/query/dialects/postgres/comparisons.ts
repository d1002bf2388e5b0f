import type { ComparisonOperator } from '@rowhouse/table-protocol';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { ColumnKind, LikeMatch } from '../Dialect.ts';
import { likePattern } from '../likePattern.ts';
import { utcText } from '../utcText.ts';

type Column = Expression<unknown>;

export function like(
  column: Column,
  kind: ColumnKind,
  operator: ComparisonOperator,
  match: LikeMatch,
): Expression<SqlBool> {
  // A cast of what is text already would be free, but it would hide citext's own operators.
  const text = kind === 'text' ? column : sql`cast(${column} as text)`;
  const pattern = likePattern(match, '\\');

  // No ESCAPE clause: the backslash is PostgreSQL's own, and the bare operator is what trigram indexes serve.
  return operator === 'ILIKE'
    ? sql<SqlBool>`${text} ilike ${pattern}`
    : sql<SqlBool>`${text} like ${pattern}`;
}

/** Sent as text, of which PostgreSQL takes the column's own type: nothing passes through a double. */
export function number(value: string) {
  return sql`${value}`;
}

export function boolean(value: boolean, kind: ColumnKind): boolean | number {
  return kind === 'integer' ? Number(value) : value;
}

export function dateColumn(column: Column): Column {
  return column;
}

export const clockProbe = sql<{ probe: unknown }>`select cast('2000-07-01 12:00:00' as timestamp) as probe`;

export function instant(value: Date, kind: ColumnKind): string {
  return kind === 'timestamp' ? utcText(value) : value.toISOString();
}

/** A parameter takes the type of the identifier. */
export function hasIdentifier(rowId: Column, text: string): Expression<SqlBool> {
  return sql<SqlBool>`${rowId} = ${text}`;
}
