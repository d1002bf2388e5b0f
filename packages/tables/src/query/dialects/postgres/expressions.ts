import type { ComparisonOperator } from '@rowhouse/table-protocol/internal';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { AnyDatabase } from '../../../definition/TableContext.ts';
import type { OrderTerm } from '../../../plan/QueryPlan.ts';
import type { ColumnKind } from '../../ColumnKind.ts';
import type { QueryRunner } from '../../cancellable.ts';
import type { CatalogueColumn } from '../../catalogue.ts';
import type { HostQuery } from '../../HostQuery.ts';
import type { LikeMatch } from '../Dialect.ts';
import { isFlag, likePattern, utcText } from '../sqlText.ts';

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

/** A domain over an enumeration has none of its operators. */
export function comparedColumn(column: Column, { comparedAs }: Pick<CatalogueColumn, 'comparedAs'>): Column {
  return comparedAs === null ? column : sql`cast(${column} as ${sql.raw(comparedAs)})`;
}

export const decimalDigits = { all: 147_455, afterPoint: 16_383 };

/**
 * Sent as text, of which PostgreSQL takes the column's own type: nothing passes through a double. Whole numbers get a type
 * that has all of them, since those that exceed the column's type would be refused; indexes find them nevertheless.
 */
export function number(value: string, kind: ColumnKind) {
  if (kind !== 'integer' || !/^-?\d+$/.test(value)) return sql`${value}`;
  const isLong = BigInt.asIntN(64, BigInt(value)) !== BigInt(value);

  return sql`cast(${value} as ${sql.raw(isLong ? 'numeric' : 'bigint')})`;
}

export const specialNumbers: readonly string[] = ['NaN', 'Infinity', '-Infinity'];

export function boolean(value: boolean, kind: ColumnKind): boolean | number {
  return kind === 'integer' ? Number(value) : value;
}

export function isTruth(column: Column, kind: ColumnKind, value: boolean) {
  return isNumber(kind) ? isFlag(column, value) : sql<SqlBool>`${column} = ${value}`;
}

export function isNumber(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'float';
}

export function dateColumn(column: Column): Column {
  return column;
}

export function calendarDate(column: Column) {
  return sql`case when ${column} >= '0001-01-01' and ${column} < '10000-01-01' then ${column} end`;
}

export const clockProbe = sql<{ probe: unknown }>`select cast('2000-07-01 12:00:00' as timestamp) as probe`;

export function instant(value: Date, kind: ColumnKind): string {
  return kind === 'timestamp' ? utcText(value) : value.toISOString();
}

/** A parameter takes the type of the identifier. */
export function hasIdentifier(rowId: Column, ...texts: readonly string[]): Expression<SqlBool> {
  return texts.length === 1
    ? sql<SqlBool>`${rowId} = ${texts[0]}`
    : sql<SqlBool>`${rowId} in (${sql.join(texts)})`;
}

/** PostgreSQL takes nulls for the largest value; the words are left out where they say what holds anyway, for the index's sake. */
export function orderItem(column: Expression<unknown>, term: Pick<OrderTerm, 'direction' | 'nulls'>) {
  if (term.direction === 'ASC') {
    return term.nulls === 'first' ? sql`${column} asc nulls first` : sql`${column} asc`;
  }

  return term.nulls === 'last' ? sql`${column} desc nulls last` : sql`${column} desc`;
}

const kinds: Record<string, ColumnKind> = {
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  citext: 'text',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  numeric: 'decimal',
  float4: 'float',
  float8: 'float',
  bool: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
};

export function columnKind(dataType: string): ColumnKind {
  return kinds[dataType] ?? 'other';
}

/** The planner's figure: the rows counted at the last ANALYZE, scaled by the table's present size. */
export async function estimateRows(
  db: Kysely<AnyDatabase>,
  query: HostQuery,
  run: QueryRunner,
): Promise<number | null> {
  const [answer] = await run(
    sql<Record<string, { Plan: { 'Plan Rows': number } }[]>>`explain (format json) ${query.builder}`.compile(
      db,
    ),
  );

  // The only column, which plugins may have renamed.
  return Object.values(answer ?? {})[0]?.[0]?.Plan['Plan Rows'] ?? null;
}
