import { startOfDay, startOfNextDay } from '@rowhouse/table-protocol/internal';
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { parseInstant } from '../format/parseInstant.ts';
import type { FilterRequest } from '../request/TableRequest.ts';
import type { ResolvedColumn } from './ColumnResolver.ts';
import type { Dialect } from './dialects/Dialect.ts';

type Condition = Expression<SqlBool>;
type DateFilter = Extract<FilterRequest, { kind: 'in' | 'interval' }>;

/**
 * Years that every database supports; a time zone may move a bound beyond them, and the bound then excludes all rows or
 * none.
 */
const firstYear = 1;
const lastYear = 9999;

const eb: ExpressionBuilder<AnyDatabase, string> = expressionBuilder<AnyDatabase, string>();
const none = eb.or([]);
const [above, atLeast, below, atMost] = [sql`>`, sql`>=`, sql`<`, sql`<=`];

/**
 * A date without a time means the whole day in the given time zone, from its first instant to before that of the next
 * day. An upper bound with a time includes its whole second or millisecond, since databases store microseconds, which
 * users can neither see nor enter. Columns of type `date` have no zone and are compared as dates.
 */
export function dateCondition(
  filter: DateFilter,
  column: ResolvedColumn,
  dialect: Dialect,
  timeZone: string,
): Condition {
  const between = column.kind === 'date' ? calendarBetween : instantBetween;

  if (filter.kind === 'interval') {
    return eb.and(between(filter, column, dialect, timeZone));
  }

  return eb.or(
    filter.values.map((value) =>
      value === null
        ? sql<SqlBool>`${column.expression} is null`
        : eb.and(between({ min: String(value), max: String(value) }, column, dialect, timeZone)),
    ),
  );
}

type Bounds = Pick<Extract<DateFilter, { kind: 'interval' }>, 'min' | 'max' | 'exclusive'>;

function calendarBetween(
  { min, max, exclusive }: Bounds,
  column: ResolvedColumn,
  dialect: Dialect,
): Condition[] {
  const date = dialect.dateColumn(column.expression, column.kind);

  return [
    ...(min === null ? [] : [sql<SqlBool>`${date} ${exclusive ? above : atLeast} ${min.slice(0, 10)}`]),
    ...(max === null ? [] : [sql<SqlBool>`${date} ${exclusive ? below : atMost} ${max.slice(0, 10)}`]),
  ];
}

function instantBetween(
  { min, max, exclusive }: Bounds,
  column: ResolvedColumn,
  dialect: Dialect,
  timeZone: string,
): Condition[] {
  const date = dialect.dateColumn(column.expression, column.kind);
  const conditions: Condition[] = [];
  const from = min === null ? null : (exclusive ? endOf : startOf)(min, timeZone);

  if (from && year(from) > lastYear) {
    return [none];
  }
  if (from && year(from) >= firstYear) {
    conditions.push(sql<SqlBool>`${date} >= ${dialect.instant(from, column.kind)}`);
  }
  if (max !== null) {
    const until = (exclusive ? startOf : endOf)(max, timeZone);

    if (year(until) < firstYear) {
      return [none];
    }
    if (year(until) <= lastYear) {
      conditions.push(sql<SqlBool>`${date} < ${dialect.instant(until, column.kind)}`);
    }
  }

  return conditions;
}

function startOf(text: string, timeZone: string): Date {
  return isDay(text) ? startOfDay(text, timeZone) : parseInstant(text, timeZone);
}

/** The first instant after the day, second or millisecond in a text. */
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
