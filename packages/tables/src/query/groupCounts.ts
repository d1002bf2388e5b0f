import type { GroupStep, SortDirection } from '@rowhouse/table-protocol';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { TotalPlan } from '../plan/QueryPlan.ts';
import type { AggregateSource } from './aggregateSource.ts';
import type { ResolvedColumn } from './ColumnResolver.ts';
import type { Dialect } from './dialects/Dialect.ts';

/** For dates, with the time zone of the days. */
export interface GroupKeyStep {
  readonly unit: GroupStep;
  readonly timeZone: string;
}

/**
 * Input for counting groups. The first columns of the source are those of the keys; the others are those of `totals`.
 */
export interface CountedGroups {
  readonly source: AggregateSource;
  /** One per key, from the outermost group; null for columns that are not dates. */
  readonly steps: readonly (GroupKeyStep | null)[];
  readonly totals: readonly TotalPlan[];
  readonly rawTotals: Readonly<Record<string, Expression<unknown>>>;
}

/** How the groups of one level are sorted. */
export interface GroupOrder {
  readonly sort: { readonly by: string; readonly direction: SortDirection };
  readonly totals: readonly TotalPlan[];
  /** The keys of an enumeration in the order of their labels; empty if labels have the order of values. */
  readonly ranks: readonly string[];
}

const nothing: ResolvedColumn = { expression: sql.lit(null), kind: 'other' };

/** The columns of `countedGroups`, under the alias `counts`. */
export const columns = { value: sql.ref('counts.value'), count: sql.ref('counts.n') };

/** The value by which a row belongs to a group: that of its column, or the first day of its step. */
export function groupKey({ expression, kind }: ResolvedColumn, step: GroupKeyStep | null, dialect: Dialect) {
  return step ? dialect.summaries.step(expression, kind, step.unit, step.timeZone) : sql`${expression}`;
}

/**
 * One row per group: `value`, the keys of its outer groups as `parent0` and so on, `n`, and for each total `sum0` and
 * `values0`. `scales`: as of `totalsQuery`.
 */
export function countedGroups({ source, steps, totals, rawTotals }: CountedGroups, dialect: Dialect) {
  const keys = steps.map((step, index) => groupKey(source.columns[index] ?? nothing, step, dialect));
  const scales: number[] = [];
  const sums = totals.flatMap(({ name, kind }, index) => {
    const column = source.columns[keys.length + index] ?? nothing;
    const raw = kind === 'raw' ? rawTotals[name] : undefined;
    const { number, scale } = raw ? { number: raw, scale: 0 } : dialect.sum(column.expression, column.kind);
    scales.push(scale);

    return [
      sql`${number}`.as(`sum${index}`),
      (kind === 'average' ? sql`count(${column.expression})` : sql.lit(null)).as(`values${index}`),
    ];
  });
  const selected = keys.map((key, index) => key.as(index === keys.length - 1 ? 'value' : `parent${index}`));
  const positions = keys.map((_key, index) => sql`${sql.lit(index + 1)}`);

  return {
    counted: source.rows.select([...selected, sql`count(*)`.as('n'), ...sums]).groupBy(positions),
    scales,
  };
}

/** The order of the groups of `countedGroups`: unambiguous within the same outer group. */
export function groupOrder({ sort, totals, ranks }: GroupOrder, dialect: Dialect): RawBuilder<unknown> {
  const { by, direction } = sort;
  const byLabel = (labelDirection: SortDirection) => {
    const item = (column: Expression<unknown>) =>
      dialect.orderItem(column, { direction: labelDirection, nulls: 'last' });

    return ranks.length > 0
      ? sql`${item(rankOf(ranks, dialect))}, ${item(columns.value)}`
      : item(columns.value);
  };

  if (by === 'label') return byLabel(direction);

  const item = (column: Expression<unknown>) => dialect.orderItem(column, { direction, nulls: 'last' });
  const index = totals.findIndex(({ name }) => name === by);
  const first = by === 'count' ? columns.count : amountOf(totals[index], index);

  return sql`${item(first)}, ${byLabel('ASC')}`;
}

function amountOf(total: TotalPlan | undefined, index: number): RawBuilder<unknown> {
  const sum = sql.ref(`counts.sum${index}`);

  return total?.kind === 'average'
    ? sql`(1.0 * ${sum} / nullif(${sql.ref(`counts.values${index}`)}, 0))`
    : sql`${sum}`;
}

/** Null for groups without a value, which come last; keys without a label come after the others. */
function rankOf(ranks: readonly string[], { summaries }: Dialect): RawBuilder<unknown> {
  const known = ranks.map(
    (key, rank) => sql`when ${summaries.text(columns.value)} = ${key} then ${sql.lit(rank)}`,
  );

  return sql`(case when ${columns.value} is null then null ${sql.join(known, sql` `)} else ${sql.lit(ranks.length)} end)`;
}
