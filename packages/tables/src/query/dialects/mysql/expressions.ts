import type { ComparisonOperator } from '@rowhouse/table-protocol/internal';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { AnyDatabase } from '../../../definition/TableContext.ts';
import type { OrderTerm } from '../../../plan/QueryPlan.ts';
import type { ColumnKind } from '../../ColumnKind.ts';
import type { QueryRunner } from '../../cancellable.ts';
import type { CatalogueColumn } from '../../catalogue.ts';
import type { HostQuery } from '../../HostQuery.ts';
import type { LikeMatch } from '../Dialect.ts';
import { isFlag, isWord, likePattern, utcText } from '../sqlText.ts';

type Column = Expression<unknown>;

/** LIKE follows the column's collation; ILIKE ignores case with any collation. */
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

/** A FLOAT is shown with six digits, and as a double it has others: 0.1 would not equal 0.1. */
export function comparedColumn(column: Column, { type }: Pick<CatalogueColumn, 'type'>): Column {
  return type === 'float' ? sql`(concat(${column}) + 0e0)` : column;
}

/** MySQL has 30 after the point. */
export const decimalDigits = { all: 65, afterPoint: 38 };

/** MySQL would compare a decimal column and a text as doubles. */
export function number(value: string, kind: ColumnKind) {
  if (kind === 'float') return sql`(${value} + 0e0)`;
  const decimals = value.split('.')[1]?.length ?? 0;
  // MySQL from 8.0 on reads what is in /*!80016 */, MariaDB what is in /*M! */.
  const scale = decimals <= 30 ? String(decimals) : `/*!80016 30 *//*M! ${decimals} */`;

  return sql`cast(${value} as decimal(65, ${sql.raw(scale)}))`;
}

export const specialNumbers: readonly string[] = [];

export function boolean(value: boolean): number {
  return Number(value);
}

/** A text would be compared as the number 0. */
export function isTruth(column: Column, kind: ColumnKind, value: boolean) {
  return kind === 'text' ? isWord(column, value) : isFlag(column, value);
}

export function dateColumn(column: Column): Column {
  return column;
}

/** Stored dates may have a month or a day of zero, or a day that their month lacks. */
export function calendarDate(column: Column) {
  return sql`case when date(${column}) + interval 0 day = date(${column}) then ${column} end`;
}

export const clockProbe = sql<{ probe: unknown }>`select cast('2000-07-01 12:00:00' as datetime) as probe`;

export function instant(value: Date): string {
  return utcText(value);
}

/** A constant is converted to the type of the identifier: the text '12' equals 12, but so does '12a'. */
export function hasIdentifier(rowId: Column, ...texts: readonly string[]): Expression<SqlBool> {
  return texts.length === 1
    ? sql<SqlBool>`${rowId} = ${texts[0]}`
    : sql<SqlBool>`${rowId} in (${sql.join(texts)})`;
}

/** In MySQL null is the smallest value, and there is no NULLS FIRST or LAST. */
export function orderItem(column: Expression<unknown>, term: Pick<OrderTerm, 'direction' | 'nulls'>) {
  if (term.direction === 'ASC') {
    return term.nulls === 'last' ? sql`${column} is null, ${column} asc` : sql`${column} asc`;
  }

  return term.nulls === 'first' ? sql`${column} is null desc, ${column} desc` : sql`${column} desc`;
}

const kinds: Record<string, ColumnKind> = {
  char: 'text',
  varchar: 'text',
  tinytext: 'text',
  text: 'text',
  mediumtext: 'text',
  longtext: 'text',
  enum: 'text',
  set: 'text',
  tinyint: 'integer',
  smallint: 'integer',
  mediumint: 'integer',
  int: 'integer',
  bigint: 'integer',
  year: 'integer',
  decimal: 'decimal',
  float: 'float',
  double: 'float',
  date: 'date',
  datetime: 'timestamp',
  timestamp: 'timestamp',
};

export function columnKind(dataType: string): ColumnKind {
  return kinds[dataType.toLowerCase()] ?? 'other';
}

/** InnoDB's estimate for a table; there is none for a query. */
export async function estimateRows(
  db: Kysely<AnyDatabase>,
  query: HostQuery,
  run: QueryRunner,
): Promise<number | null> {
  if (query.wholeTable === null) {
    return null;
  }

  const [row] = await run(
    sql<{ estimate: number | string | null }>`
      select table_rows as estimate from information_schema.tables
      where table_schema = ${query.wholeTable.schema} and table_name = ${query.wholeTable.name}`.compile(db),
  );
  const estimate = row?.estimate;

  return estimate === null || estimate === undefined ? null : Number(estimate);
}
