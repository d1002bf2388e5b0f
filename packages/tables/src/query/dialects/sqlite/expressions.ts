import type { ComparisonOperator } from '@rowhouse/table-protocol';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { OrderTerm } from '../../../plan/QueryPlan.ts';
import type { ColumnKind, LikeMatch } from '../Dialect.ts';
import { likePattern, utcText } from '../sqlText.ts';

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

export function boolean(value: boolean): number {
  return Number(value);
}

/** Dates are texts in several notations; SQLite's functions normalise them. */
export function dateColumn(column: Column, kind: ColumnKind): Column {
  return kind === 'date' ? sql`date(${column})` : sql`strftime('%Y-%m-%d %H:%M:%f', ${column})`;
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

/** Decimals of a summed decimal. */
const scale = 6;

/**
 * SQLite would sum decimals as doubles. They are converted to integers of millionths first, so that the sum is exact
 * for values of up to six decimals and below 2^53 millionths (nine thousand million).
 */
export function sum(column: Expression<unknown>, kind: ColumnKind) {
  const isWhole = kind === 'integer' || kind === 'float';
  const number = isWhole
    ? sql`sum(${column})`
    : sql`sum(cast(round(${column} * ${sql.lit(10 ** scale)}) as integer))`;

  return { text: sql<string | null>`cast(${number} as text)`, number, scale: isWhole ? 0 : scale };
}

/** SQLite keeps no row counts. */
export async function estimateRows(): Promise<null> {
  return null;
}
