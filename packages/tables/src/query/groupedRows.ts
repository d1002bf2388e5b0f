import { type Expression, sql } from 'kysely';
import type { ColumnSource, OrderTerm } from '../plan/QueryPlan.ts';
import type { AggregateSource } from './aggregateSource.ts';
import type { ColumnResolver } from './ColumnResolver.ts';
import type { Condition } from './conditions.ts';
import type { Dialect } from './dialects/Dialect.ts';
import {
  type CountedGroups,
  columns,
  countedGroups,
  type GroupKeyStep,
  type GroupOrder,
  groupKey,
  groupOrder,
  nameTexts,
  sumText,
  valueText,
} from './groupCounts.ts';
import type { Builder, HostQuery } from './HostQuery.ts';
import { orderBy, where } from './pageQuery.ts';

/** One level of groups, from the outermost. */
export interface GroupedLevel {
  readonly column: ColumnSource;
  readonly step: GroupKeyStep | null;
  readonly ranks: GroupOrder['ranks'];
  readonly isNamed: GroupOrder['isNamed'];
  /** The rows with the columns of this key, of outer keys and of the totals. */
  readonly source: AggregateSource;
}

export interface GroupedRows extends Pick<CountedGroups, 'totals' | 'rawTotals'>, Pick<GroupOrder, 'sort'> {
  readonly conditions: readonly Condition[];
  /** Of the rows within a group. */
  readonly order: readonly OrderTerm[];
  readonly levels: readonly GroupedLevel[];
  /** Whether rows include the count and the totals of their groups. */
  readonly figures: boolean;
}

/**
 * Columns of each row for its group of a level, or for a total of that group. CamelCasePlugin does not change these
 * names.
 */
export const groupColumns = {
  /** Differs from the position of any other group of the level. */
  place: (level: number) => `rowhouseplace${level}`,
  /** The key as text or as a number; null without a value. */
  value: (level: number) => `rowhousevalue${level}`,
  /** Of a record: its name as text, and the number of groups that have it. */
  name: (level: number) => `rowhousename${level}`,
  namesakes: (level: number) => `rowhousenamesakes${level}`,
  count: (level: number) => `rowhousecount${level}`,
  sum: (level: number, total: number) => `rowhousesum${level}x${total}`,
  values: (level: number, total: number) => `rowhousevalues${level}x${total}`,
} as const;

const nameOf = (level: number) => `rowhousegroup${level}`;
const keyOf = (level: number, key: number) => `rowhousekey${level}x${key}`;

/**
 * All matching rows, in the order of their groups, with counts and totals of the groups: one statement, and so one
 * snapshot of the database, for any order of groups.
 *
 * ```sql
 * select orders.id as "dtRowId", orders.number, status.place, status.value, status.count, status.sum
 * from orders cross join (
 *   select value, n as count, sum, row_number() over (order by n desc, value) as place
 *   from (select status as value, count(*) as n, sum(total) as sum from orders where paid group by 1) as counts
 * ) as status
 * where orders.paid and array[orders.status] = array[status.value]
 * order by status.place, orders.placed_at desc, orders.id desc
 * ```
 */
export function groupedRows(
  query: HostQuery,
  rows: GroupedRows,
  resolve: ColumnResolver,
  dialect: Dialect,
): Builder {
  const { levels, conditions, order, figures, totals } = rows;
  const keys = levels.map(({ column, step }) => groupKey(resolve(column), step, dialect));
  const groups = levels.map((_level, index) => groupTable(rows, index, dialect));
  // Conditions instead of joins: in SQL, a join condition cannot refer to earlier tables of a FROM list.
  const joined = groups.reduce(
    (builder, group, level) =>
      keys
        .slice(0, level + 1)
        .reduce(
          (q, key, index) =>
            q.where(dialect.summaries.same(key, sql.ref(`${nameOf(level)}.${keyOf(level, index)}`))),
          builder.crossJoin(group.as(nameOf(level))) as unknown as Builder,
        ),
    where(query.builder, conditions),
  );
  const selected = levels.flatMap(({ isNamed }, level) => [
    groupColumns.place(level),
    groupColumns.value(level),
    ...(isNamed ? [groupColumns.name(level), groupColumns.namesakes(level)] : []),
    ...(figures
      ? [
          groupColumns.count(level),
          ...totals.flatMap(({ kind }, total) => [
            groupColumns.sum(level, total),
            ...(kind === 'average' ? [groupColumns.values(level, total)] : []),
          ]),
        ]
      : []),
  ]);
  const placed = levels.reduce(
    (builder, _level, level) => builder.orderBy(sql.ref(`${nameOf(level)}.${groupColumns.place(level)}`)),
    joined.select(
      selected.map((name) => sql`${sql.ref(`${nameOf(levelOf(name))}.${name}`)}`.as(name)),
    ) as Builder,
  );

  return orderBy(placed, order, resolve, dialect);
}

/** The level in a name of `groupColumns`. */
function levelOf(name: string): number {
  return Number(/\d/.exec(name)?.[0]);
}

/**
 * The groups of a level, with all their keys. All names are unique, since a query may select all columns of all its
 * tables.
 */
function groupTable({ levels, totals, rawTotals, sort }: GroupedRows, level: number, dialect: Dialect) {
  const { source, step, ranks, isNamed } = levels[level] as GroupedLevel;
  const steps = levels.slice(0, level + 1).map((inner) => inner.step);
  const { counted, sums: counts } = countedGroups({ source, steps, totals, rawTotals }, dialect);
  const named = (expression: Expression<unknown>, name: string) => sql`${expression} as ${sql.ref(name)}`;
  const outer = steps.slice(1).map((_step, index) => sql.ref(`counts.parent${index}`));
  const parents = outer.map((key, index) => named(key, keyOf(level, index)));
  const { name, namesakes } = nameTexts(outer, dialect);
  const sums = counts.flatMap((sum, index) => [
    named(sumText(sum), groupColumns.sum(level, index)),
    named(sql.ref(`counts.values${index}`), groupColumns.values(level, index)),
  ]);

  return sql<Record<string, unknown>>`(
      select ${sql.join([
        ...parents,
        named(columns.value, keyOf(level, level)),
        named(valueText(step, dialect), groupColumns.value(level)),
        named(columns.count, groupColumns.count(level)),
        ...sums,
        ...(isNamed
          ? [named(name, groupColumns.name(level)), named(namesakes, groupColumns.namesakes(level))]
          : []),
        named(
          sql`row_number() over (order by ${groupOrder({ sort, totals, ranks, isNamed }, counts, dialect)})`,
          groupColumns.place(level),
        ),
      ])}
      from ${counted} as ${sql.ref('counts')}
    )`;
}
