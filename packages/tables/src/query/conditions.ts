import { say } from '@rowhouse/problems';
import type { FilterType } from '@rowhouse/table-protocol';
import { specialNumber } from '@rowhouse/table-protocol/internal';
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import { decimalText, parseDecimal } from '../format/decimal.ts';
import type { FilterNodePlan, FilterPlan, LinkedPlan, QueryPlan, RowsPlan } from '../plan/QueryPlan.ts';
import type { FilterRequest } from '../request/TableRequest.ts';
import type { ColumnKind } from './ColumnKind.ts';
import type { ColumnResolver, ResolvedColumn } from './ColumnResolver.ts';
import { dateCondition } from './dateCondition.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { equalTexts } from './equalTexts.ts';
import { searchConditions, textCondition } from './searchConditions.ts';

export type Condition = Expression<SqlBool>;

const eb: ExpressionBuilder<AnyDatabase, string> = expressionBuilder<AnyDatabase, string>();

/** The conditions of search and filters on the rows; all must match. */
export function conditions(
  plan: QueryPlan,
  resolve: ColumnResolver,
  dialect: Dialect,
  timeZone: string,
): readonly Condition[] {
  return [
    ...(plan.search ? searchConditions(plan.search, resolve, dialect) : []),
    ...plan.filters.map((filter) => nodeCondition(filter, resolve, dialect, timeZone)),
  ];
}

function nodeCondition(
  node: FilterNodePlan,
  resolve: ColumnResolver,
  dialect: Dialect,
  timeZone: string,
): Condition {
  if (node.kind === 'linked') return linkedCondition(node, resolve);
  if (node.kind === 'rows') return rowsCondition(node, resolve({ kind: 'rowId' }), dialect);
  if (node.kind !== 'condition') {
    const nodes = node.nodes.map((inner) => nodeCondition(inner, resolve, dialect, timeZone));

    return node.kind === 'all' ? eb.and(nodes) : eb.or(nodes);
  }

  const column = resolve(node.source);

  const condition = filterCondition(node, column, dialect, timeZone);

  if (!node.negated) return condition;
  // Comparisons with null are neither true nor false, except for `empty`.
  return node.filter.kind === 'empty'
    ? eb.not(condition)
    : eb.or([isNull(comparedBy(node.filter, column, dialect)), eb.not(condition)]);
}

/** A row without an identifier matches none. */
function rowsCondition({ ids, negated }: RowsPlan, column: ResolvedColumn, dialect: Dialect): Condition {
  const condition = equalTexts(column, ids, dialect);
  if (condition === null) return sql<SqlBool>`${sql.lit(Number(negated))} = 1`;

  return negated ? eb.or([isNull(column.expression), eb.not(condition)]) : condition;
}

/** Compared as they are stored, so that indexes of both tables can be used: a foreign key has the type of its target. */
function linkedCondition({ negated }: LinkedPlan, resolve: ColumnResolver): Condition {
  const [{ expression: id }, { expression: linked }] = [
    resolve({ kind: 'rowId' }),
    resolve({ kind: 'linked' }),
  ];

  return negated ? sql<SqlBool>`${id} not in ${linked}` : sql<SqlBool>`${id} in ${linked}`;
}

function isNull(value: Expression<unknown>): Condition {
  return sql<SqlBool>`${value} is null`;
}

/** A date that the database cannot parse becomes null, and matches nothing. */
function comparedBy(filter: FilterRequest, { expression, kind }: ResolvedColumn, dialect: Dialect) {
  return filter.kind !== 'text' && filter.type === 'date' ? dialect.dateColumn(expression, kind) : expression;
}

/** Only texts can be empty without being null. A computed value may be a text, and is compared as one. */
function emptyCondition(type: FilterType, { expression, kind }: ResolvedColumn, dialect: Dialect): Condition {
  const alternatives = [isNull(expression)];

  if (kind === 'text') alternatives.push(sql<SqlBool>`${expression} = ''`);
  if (kind === 'other' && type === 'string') {
    const nothing = { text: '', openStart: false, openEnd: false };
    alternatives.push(sql<SqlBool>`${dialect.like(expression, kind, 'LIKE', nothing)}`);
  }

  return eb.or(alternatives);
}

function filterCondition(
  { filter, operator, member, isStep }: FilterPlan,
  column: ResolvedColumn,
  dialect: Dialect,
  timeZone: string,
): Condition {
  if (filter.kind === 'text') {
    return textCondition(column, { mode: filter.mode, operator }, filter.text, dialect);
  }
  if (filter.kind === 'empty') {
    return emptyCondition(filter.type, column, dialect);
  }
  if (filter.type === 'date') {
    return isStep && filter.kind === 'in'
      ? isNull(dialect.calendarDate(column.expression))
      : dateCondition(filter, column, dialect, timeZone);
  }
  if (filter.kind === 'interval') {
    return numberInterval(filter, column, dialect);
  }

  const values = filter.values.filter((value) => value !== null);
  const alternatives: Condition[] = [];

  if (values.length < filter.values.length) {
    alternatives.push(sql<SqlBool>`${column.expression} is null`);
  }
  for (const value of values) {
    if (typeof value === 'boolean') alternatives.push(dialect.isTruth(column.expression, column.kind, value));
  }
  const list = values.flatMap((value) =>
    typeof value === 'boolean' ? [] : comparable(value, filter, member, column, dialect),
  );

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

/** The value in a form that is comparable with its column; none if no row could match. */
function comparable(
  value: string | number,
  { type, data }: FilterPlan['filter'] & { kind: 'in' },
  member: FilterPlan['member'],
  { kind }: ResolvedColumn,
  dialect: Dialect,
): unknown[] {
  const text = String(value);
  const isNumeric = kind === 'integer' || kind === 'decimal' || kind === 'float';

  if (!isNumeric && type !== 'number') {
    return [text];
  }

  if (type === 'number' && specialNumber(text) === text) {
    const isPossible = dialect.specialNumbers.includes(text) && (kind !== 'integer' || dialect.isLoose);

    return isPossible ? [dialect.number(text, kind)] : [];
  }

  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];

  // MySQL would convert any such text to zero.
  if (whole === undefined) {
    throw new TableError('tables.invalid_request', 'A filter has a value of the wrong type for its column.', {
      fields: {
        [member === 'filters' ? `filters.${data}` : member]: [
          say`"${data}" is numeric, but a value is not a number. Correct or remove it.`,
        ],
      },
    });
  }
  const decimals = fraction.replace(/0+$/, '');
  if (decimals.length > decimalsOf(whole, kind, dialect)) return [];

  return [dialect.number(decimals === '' ? whole : `${whole}.${decimals}`, kind)];
}

/** Maximum digits after the point in a value of a kind with this whole part. */
function decimalsOf(whole: string, kind: ColumnKind, { decimalDigits, isLoose }: Dialect): number {
  if (kind === 'integer' && !isLoose) return 0;
  if (kind === 'float') return Number.POSITIVE_INFINITY;
  const { all, afterPoint } = decimalDigits;

  return Math.max(0, Math.min(afterPoint, all - whole.replace(/^-?0*/, '').length));
}

function numberInterval(
  { min, max, exclusive }: Extract<FilterRequest, { kind: 'interval' }>,
  column: ResolvedColumn,
  dialect: Dialect,
): Condition {
  const compare = (bound: string, side: 'min' | 'max') => {
    // No value equals a bound that was moved.
    const [whole = ''] = bound.split('.');
    const { value, isMoved } = storableBound(bound, side, decimalsOf(whole, column.kind, dialect));
    const operator = sql.raw(`${side === 'min' ? '>' : '<'}${exclusive && !isMoved ? '' : '='}`);

    return sql<SqlBool>`${column.expression} ${operator} ${dialect.number(value, column.kind)}`;
  };

  return eb.and([
    ...(min === null ? [] : [compare(min, 'min')]),
    ...(max === null ? [] : [compare(max, 'max')]),
  ]);
}

/**
 * The next value inside the interval with at most `decimals` digits after the point. A whole-number column is compared
 * with a whole number, so that its index can be used; other databases than PostgreSQL would round a longer one.
 */
function storableBound(bound: string, side: 'min' | 'max', decimals: number) {
  const { units, scale } = parseDecimal(bound) ?? { units: 0n, scale: 0 };
  if (scale <= decimals) return { value: bound, isMoved: false };

  const power = 10n ** BigInt(scale - decimals);
  const truncated = units / power;
  const isMoved = truncated * power !== units;
  const inward = side === 'min' ? (units > 0n ? 1n : 0n) : units < 0n ? -1n : 0n;

  return {
    value: decimalText({ units: isMoved ? truncated + inward : truncated, scale: decimals }),
    isMoved,
  };
}
