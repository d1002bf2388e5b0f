import type { GroupStep } from '@rowhouse/table-protocol/internal';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ColumnKind } from '../../ColumnKind.ts';
import { calendarDate, isNumber } from './expressions.ts';

type Column = Expression<unknown>;

export const groupingSets = true;

export function truth(column: Column, kind: ColumnKind) {
  return isNumber(kind) ? sql<unknown>`(${column} <> 0)` : sql<unknown>`${column}`;
}

export function text(column: Column) {
  return sql<string | null>`cast(${column} as text)`;
}

export const comparable: (column: Column) => RawBuilder<unknown> = text;

export function joined(texts: readonly Column[]) {
  return sql<string | null>`(${sql.join(texts, sql` || ',' || `)})`;
}

export function step(column: Column, kind: ColumnKind, unit: GroupStep, timeZone: string) {
  return sql<unknown>`date_trunc(${sql.lit(unit)}, ${localTime(calendarDate(column), kind, timeZone)})`;
}

/** As shown by the clock of the zone. A column without a zone holds UTC; one of type `date` holds no time. */
function localTime(column: Column, kind: ColumnKind, timeZone: string) {
  if (kind === 'date') return sql`cast(${column} as timestamp)`;

  const instant = kind === 'timestamp' ? sql`${column} at time zone 'UTC'` : column;

  return sql`${instant} at time zone ${sql.lit(timeZone)}`;
}

export function stepText(day: Column) {
  return sql<string | null>`to_char(${day}, 'YYYY-MM-DD')`;
}

/** Arrays of null are equal, and can be hashed, unlike IS NOT DISTINCT FROM, which compares every row with every other. */
export function same(a: Column, b: Column) {
  return sql<SqlBool>`array[${a}] = array[${b}]`;
}
