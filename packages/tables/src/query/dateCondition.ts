import { startOfDay, startOfNextDay } from '@rowhouse/table-protocol';
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import { parseInstant } from '../format/parseInstant.ts';
import type { FilterRequest } from '../request/TableRequest.ts';
import type { ResolvedColumn } from './ColumnResolver.ts';
import type { Dialect } from './dialects/Dialect.ts';

type Condition = Expression<SqlBool>;
type DateFilter = Exclude<FilterRequest, { kind: 'text' }>;

/** Years that every database reads; a zone may carry a bound out of them, and then it excludes all rows or none. */
const firstYear = 1;
const lastYear = 9999;

const eb: ExpressionBuilder<AnyDatabase, string> = expressionBuilder<AnyDatabase, string>();
const none = eb.or([]);

/**
 * A date without a time means the whole of that day in the given time zone: from its first instant to before the first
 * of the next, whatever the length of the day. An upper bound with a time lasts until its second ends, or the
 * millisecond that it names: databases keep microseconds, which nobody can see or write. Columns of type `date` have no
 * zone and are compared as dates.
 */
export function dateCondition(
  filter: DateFilter,
  column: ResolvedColumn,
  dialect: Dialect,
  timeZone: string,
): Condition {
  const between = column.kind === 'date' ? calendarBetween : instantBetween;

  if (filter.kind === 'interval') {
    return eb.and(between(filter.min, filter.max, column, dialect, timeZone));
  }

  return eb.or(
    filter.values.map((value) =>
      value === null
        ? sql<SqlBool>`${column.expression} is null`
        : eb.and(between(String(value), String(value), column, dialect, timeZone)),
    ),
  );
}

function calendarBetween(
  min: string | null,
  max: string | null,
  column: ResolvedColumn,
  dialect: Dialect,
): Condition[] {
  const date = dialect.dateColumn(column.expression, column.kind);

  return [
    ...(min === null ? [] : [sql<SqlBool>`${date} >= ${min.slice(0, 10)}`]),
    ...(max === null ? [] : [sql<SqlBool>`${date} <= ${max.slice(0, 10)}`]),
  ];
}

function instantBetween(
  min: string | null,
  max: string | null,
  column: ResolvedColumn,
  dialect: Dialect,
  timeZone: string,
): Condition[] {
  const date = dialect.dateColumn(column.expression, column.kind);
  const conditions: Condition[] = [];
  const from = min === null ? null : isDay(min) ? startOfDay(min, timeZone) : parseInstant(min, timeZone);

  if (from && year(from) > lastYear) {
    return [none];
  }
  if (from && year(from) >= firstYear) {
    conditions.push(sql<SqlBool>`${date} >= ${dialect.instant(from, column.kind)}`);
  }
  if (max !== null) {
    const until = endOf(max, timeZone);

    if (year(until) < firstYear) {
      return [none];
    }
    if (year(until) <= lastYear) {
      conditions.push(sql<SqlBool>`${date} < ${dialect.instant(until, column.kind)}`);
    }
  }

  return conditions;
}

/** The first instant after what a text names: a day, a second or a millisecond. */
function endOf(text: string, timeZone: string): Date {
  if (isDay(text)) {
    return startOfNextDay(text, timeZone);
  }

  return new Date(parseInstant(text, timeZone).getTime() + (text.includes('.') ? 1 : 1000));
}

function isDay(text: string): boolean {
  return text.length === 10;
}

function year(instant: Date): number {
  return instant.getUTCFullYear();
}
