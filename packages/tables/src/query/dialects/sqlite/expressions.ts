import type { ComparisonOperator } from '@rowhouse/table-protocol/internal';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { OrderTerm } from '../../../plan/QueryPlan.ts';
import type { ColumnKind } from '../../ColumnKind.ts';
import type { LikeMatch } from '../Dialect.ts';
import { isFlag, isWord, likePattern, utcText } from '../sqlText.ts';

type Column = Expression<unknown>;

/** SQLite's LIKE ignores the case of ASCII letters only. */
export function like(
  column: Column,
  _kind: ColumnKind,
  _operator: ComparisonOperator,
  match: LikeMatch,
): Expression<SqlBool> {
  return sql<SqlBool>`${column} like ${likePattern(match, '!')} escape '!'`;
}

export function comparedColumn(column: Column): Column {
  return column;
}

/** Those of doubles are limited otherwise. */
export const decimalDigits = { all: Number.POSITIVE_INFINITY, afterPoint: Number.POSITIVE_INFINITY };

/** SQLite stores decimals as doubles, so they are compared as doubles. */
export function number(value: string) {
  return sql`${isLongInteger(value) ? BigInt(value) : Number(value)}`;
}

/** A whole number that a double would round, but that fits into 64 bits. */
function isLongInteger(value: string): boolean {
  return /^-?\d{16,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value);
}

export const specialNumbers: readonly string[] = ['Infinity', '-Infinity'];

export function boolean(value: boolean): number {
  return Number(value);
}

/** A column of any type may contain numbers and texts. */
export function isTruth(column: Column, _kind: ColumnKind, value: boolean) {
  return sql<SqlBool>`case typeof(${column}) when 'text' then ${isWord(column, value)} else ${isFlag(column, value)} end`;
}

/**
 * Dates are texts in several notations; SQLite's functions normalise them. They also accept numbers, times without a day,
 * `now`, and days that a month lacks, which are no dates: null.
 */
export function dateColumn(column: Column, kind: ColumnKind): Column {
  return calendarDate(
    column,
    kind === 'date' ? sql`date(${column})` : sql`strftime('%Y-%m-%d %H:%M:%f', ${column})`,
  );
}

export function calendarDate(column: Column, value: Column = column) {
  const day = sql`substr(${column}, 1, 10)`;

  return sql`case when date(${day}) = ${day} then ${value} end`;
}

/** Text with every driver. */
export const clockProbe = sql<{ probe: unknown }>`select '2000-07-01 12:00:00' as probe`;

export function instant(value: Date): string {
  return utcText(value);
}

/** An expression has no type affinity, so it would not equal the text of a number. */
export function hasIdentifier(rowId: Column, ...texts: readonly string[]): Expression<SqlBool> {
  const values = texts.flatMap((text) =>
    /^(0|-?[1-9]\d{0,18})$/.test(text) ? [text, number(text)] : [text],
  );

  return values.length === 1
    ? sql<SqlBool>`${rowId} = ${values[0]}`
    : sql<SqlBool>`${rowId} in (${sql.join(values)})`;
}

/** In SQLite null is the smallest value. */
export function orderItem(column: Expression<unknown>, term: Pick<OrderTerm, 'direction' | 'nulls'>) {
  if (term.direction === 'ASC') {
    return term.nulls === 'last' ? sql`${column} asc nulls last` : sql`${column} asc`;
  }

  return term.nulls === 'first' ? sql`${column} desc nulls first` : sql`${column} desc`;
}

/** SQLite's type affinity rules, after the more specific names. */
const patterns: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^bool/i, 'boolean'],
  [/^(timestamp|datetime)/i, 'timestamp'],
  [/^date$/i, 'date'],
  [/int/i, 'integer'],
  [/char|clob|text/i, 'text'],
  [/real|floa|doub/i, 'float'],
  [/num|dec/i, 'decimal'],
];

export function columnKind(dataType: string): ColumnKind {
  return patterns.find(([pattern]) => pattern.test(dataType))?.[1] ?? 'other';
}

/** SQLite keeps no row counts. */
export async function estimateRows(): Promise<null> {
  return null;
}
