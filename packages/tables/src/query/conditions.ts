import type { SearchMode } from '@rowhouse/table-protocol';
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import { TableError } from '../errors.ts';
import type { FilterPlan, QueryPlan, SearchPlan } from '../plan/QueryPlan.ts';
import type { ColumnResolver, ResolvedColumn } from './ColumnResolver.ts';
import { dateCondition } from './dateCondition.ts';
import type { Dialect, LikeMatch } from './dialects/Dialect.ts';

export type Condition = Expression<SqlBool>;

const eb: ExpressionBuilder<AnyDatabase, string> = expressionBuilder<AnyDatabase, string>();

/** The conditions that search and filters put on the rows; all have to hold. */
export function conditions(
  plan: QueryPlan,
  resolve: ColumnResolver,
  dialect: Dialect,
  timeZone: string,
): readonly Condition[] {
  return [
    ...(plan.search ? searchConditions(plan.search, resolve, dialect) : []),
    ...plan.filters.map((filter) => filterCondition(filter, resolve(filter.source), dialect, timeZone)),
  ];
}

/** One condition for each term: it has to match in any of the columns. */
export function searchConditions(search: SearchPlan, resolve: ColumnResolver, dialect: Dialect): Condition[] {
  const columns = search.columns.map(resolve);

  return search.terms.map((term) => {
    const matches = columns.map((column) => textCondition(column, search, term, dialect));

    return search.mode === 'doesntContain' ? eb.and(matches) : eb.or(matches);
  });
}

function textCondition(
  column: ResolvedColumn,
  { mode, operator }: Pick<SearchPlan, 'mode' | 'operator'>,
  text: string,
  dialect: Dialect,
): Condition {
  const like = dialect.like(column.expression, column.kind, operator, likeMatch(mode, text));

  // Null contains nothing, but NOT LIKE of null is neither true nor false.
  return mode === 'doesntContain' ? eb.or([sql<SqlBool>`${column.expression} is null`, eb.not(like)]) : like;
}

function likeMatch(mode: SearchMode, text: string): LikeMatch {
  return {
    text,
    openStart: mode === 'full' || mode === 'endsWith' || mode === 'doesntContain',
    openEnd: mode === 'full' || mode === 'startsWith' || mode === 'doesntContain',
  };
}

function filterCondition(
  { filter, operator }: FilterPlan,
  column: ResolvedColumn,
  dialect: Dialect,
  timeZone: string,
): Condition {
  if (filter.kind === 'text') {
    return textCondition(column, { mode: filter.mode, operator }, filter.text, dialect);
  }
  if (filter.type === 'date') {
    return dateCondition(filter, column, dialect, timeZone);
  }
  if (filter.kind === 'interval') {
    return eb.and([
      ...(filter.min === null
        ? []
        : [sql<SqlBool>`${column.expression} >= ${numberBound(filter.min, 'min', column, dialect)}`]),
      ...(filter.max === null
        ? []
        : [sql<SqlBool>`${column.expression} <= ${numberBound(filter.max, 'max', column, dialect)}`]),
    ]);
  }

  const values = filter.values.filter((value) => value !== null);
  const alternatives: Condition[] = [];

  if (values.length < filter.values.length) {
    alternatives.push(sql<SqlBool>`${column.expression} is null`);
  }
  const list = values.flatMap((value) => comparable(value, filter, column, dialect));

  if (list.length > 0) {
    alternatives.push(
      list.length === 1
        ? sql<SqlBool>`${column.expression} = ${list[0]}`
        : sql<SqlBool>`${column.expression} in (${sql.join(list)})`,
    );
  }

  // Without any alternative nothing matches.
  return eb.or(alternatives);
}

/** The value as its column can be compared with it; none where no row could match. */
function comparable(
  value: string | number | boolean,
  { type, data }: FilterPlan['filter'] & { kind: 'in' },
  { kind }: ResolvedColumn,
  dialect: Dialect,
): unknown[] {
  if (typeof value === 'boolean') {
    return [dialect.boolean(value, kind)];
  }

  const text = String(value);
  const isNumeric = kind === 'integer' || kind === 'decimal' || kind === 'float';

  if (!isNumeric && type !== 'number') {
    return [text];
  }

  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];

  // MySQL would take any such text for a zero.
  if (whole === undefined) {
    throw new TableError('tables.invalid_request', 'A filter has a value of the wrong type for its column.', {
      fields: {
        [`filters.${data}`]: ['The column has numbers, and a value is not a number. Correct or remove it.'],
      },
    });
  }
  if (kind === 'integer') {
    return /[1-9]/.test(fraction) ? [] : [dialect.number(whole, kind)];
  }

  return [dialect.number(text.trim(), kind)];
}

/** A whole-number column is compared with a whole number, so that its index serves. */
function numberBound(bound: string, side: 'min' | 'max', column: ResolvedColumn, dialect: Dialect) {
  if (column.kind !== 'integer' || !bound.includes('.')) {
    return dialect.number(bound, column.kind);
  }

  const [whole, fraction] = bound.split('.') as [string, string];
  const step = /[1-9]/.test(fraction) ? 1n : 0n;
  const negative = whole.startsWith('-');
  const truncated = BigInt(whole);
  const inward = side === 'min' ? (negative ? 0n : step) : negative ? -step : 0n;

  return dialect.number(String(truncated + inward), column.kind);
}
