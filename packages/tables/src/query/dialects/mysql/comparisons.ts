import type { ComparisonOperator } from '@rowhouse/table-protocol';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { ColumnKind, LikeMatch } from '../Dialect.ts';
import { likePattern } from '../likePattern.ts';
import { utcText } from '../utcText.ts';

type Column = Expression<unknown>;

/** LIKE follows the column's collation; ILIKE ignores case whatever the collation is. */
export function like(
  column: Column,
  kind: ColumnKind,
  operator: ComparisonOperator,
  match: LikeMatch,
): Expression<SqlBool> {
  const text = kind === 'text' ? column : sql`cast(${column} as char)`;
  const pattern = likePattern(match, '!');

  return operator === 'ILIKE'
    ? sql<SqlBool>`lower(${text}) like lower(${pattern}) escape '!'`
    : sql<SqlBool>`${text} like ${pattern} escape '!'`;
}

/** MySQL would compare a decimal column with a text as doubles. */
export function number(value: string) {
  return sql`cast(${value} as decimal(65, 20))`;
}

export function boolean(value: boolean): number {
  return Number(value);
}

export function dateColumn(column: Column): Column {
  return column;
}

export const clockProbe = sql<{ probe: unknown }>`select cast('2000-07-01 12:00:00' as datetime) as probe`;

export function instant(value: Date): string {
  return utcText(value);
}

/** A constant takes the type of the identifier, more or less: the text of 12 is equal to 12, as is '12a'. */
export function hasIdentifier(rowId: Column, text: string): Expression<SqlBool> {
  return sql<SqlBool>`${rowId} = ${text}`;
}
