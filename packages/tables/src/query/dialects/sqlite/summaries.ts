import type { GroupStep } from '@rowhouse/table-protocol/internal';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ColumnKind } from '../../ColumnKind.ts';
import { offsetSeconds } from '../../localTime.ts';
import { calendarDate, isTruth } from './expressions.ts';

type Column = Expression<unknown>;

export const groupingSets = false;

export function truth(column: Column, kind: ColumnKind) {
  return sql<unknown>`(${isTruth(column, kind, true)})`;
}

/** Numbers with a fraction stay unchanged: as text they would lose digits. Bytes are digits, as in cells. */
export function text(column: Column) {
  return sql<
    string | null
  >`case typeof(${column}) when 'real' then ${column} when 'blob' then lower(hex(${column}))
      else cast(${column} as text) end`;
}

export const comparable: (column: Column) => RawBuilder<unknown> = text;

/** Days are texts. */
export function joined(texts: readonly Column[]) {
  return sql<string | null>`(${sql.join(texts, sql` || ',' || `)})`;
}

export function step(column: Column, kind: ColumnKind, unit: GroupStep, timeZone: string) {
  const clock = sql`strftime('%Y-%m-%d %H:%M:%f', ${column})`;
  const date = calendarDate(column);
  const local = kind === 'date' ? date : sql`${date}, (${offsetSeconds(clock, timeZone)}) || ' seconds'`;

  switch (unit) {
    case 'day':
      return sql<unknown>`date(${local})`;
    case 'week':
      return sql<unknown>`date(${local}, '-6 days', 'weekday 1')`;
    case 'month':
      return sql<unknown>`date(${local}, 'start of month')`;
    case 'quarter':
      return sql<unknown>`date(${local}, 'start of month', '-' || ((strftime('%m', ${local}) - 1) % 3) || ' months')`;
    case 'year':
      return sql<unknown>`date(${local}, 'start of year')`;
  }
}

export function stepText(day: Column) {
  return sql<string | null>`${day}`;
}

export function same(a: Column, b: Column) {
  return sql<SqlBool>`${a} is ${b}`;
}
