import type { GroupStep } from '@rowhouse/table-protocol/internal';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { ColumnKind } from '../../ColumnKind.ts';
import { offsetSeconds } from '../../localTime.ts';
import { calendarDate, isTruth } from './expressions.ts';

type Column = Expression<unknown>;

export const groupingSets = false;

export function truth(column: Column, kind: ColumnKind) {
  return sql<unknown>`(${isTruth(column, kind, true)})`;
}

export function text(column: Column) {
  return sql<string | null>`cast(${column} as char)`;
}

/** A cast to text merges bytes that are no text, and geometries have none. */
export function comparable(column: Column) {
  return sql<unknown>`concat(${column})`;
}

/** CONVERT_TZ requires time zone tables, which most servers lack. */
export function joined(texts: readonly Column[]) {
  return sql<string | null>`concat(${sql.join(texts, sql`, ',', `)})`;
}

export function step(column: Column, kind: ColumnKind, unit: GroupStep, timeZone: string) {
  const date = calendarDate(column);
  const local =
    kind === 'date' ? date : sql`(${date} + interval (${offsetSeconds(column, timeZone)}) second)`;

  switch (unit) {
    case 'day':
      return sql<unknown>`date(${local})`;
    case 'week':
      return sql<unknown>`date(${local}) - interval weekday(${local}) day`;
    case 'month':
      return sql<unknown>`date(${local}) - interval dayofmonth(${local}) - 1 day`;
    case 'quarter':
      return sql<unknown>`makedate(year(${local}), 1) + interval quarter(${local}) - 1 quarter`;
    case 'year':
      return sql<unknown>`makedate(year(${local}), 1)`;
  }
}

export function stepText(day: Column) {
  return sql<string | null>`date_format(${day}, '%Y-%m-%d')`;
}

export function same(a: Column, b: Column) {
  return sql<SqlBool>`${a} <=> ${b}`;
}
