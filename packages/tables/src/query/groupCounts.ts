import type { SortDirection } from '@rowhouse/table-protocol';
import type { GroupStep } from '@rowhouse/table-protocol/internal';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { TotalPlan } from '../plan/QueryPlan.ts';
import type { AggregateSource } from './aggregateSource.ts';
import type { ColumnKind } from './ColumnKind.ts';
import type { ResolvedColumn } from './ColumnResolver.ts';
import type { Dialect, Sum } from './dialects/Dialect.ts';

/** For dates, with the time zone of the days; and for booleans, whose values may be any number. */
export type GroupKeyStep = { readonly unit: GroupStep; readonly timeZone: string } | 'truth';

/**
 * Input for counting groups. The first columns of the source are those of the keys, the next those of `totals`. The last
 * one has the names of the innermost groups, if these are records.
 */
export interface CountedGroups {
  readonly source: AggregateSource;
  /** One per key, from the outermost group; null for columns that are neither dates nor booleans. */
  readonly steps: readonly (GroupKeyStep | null)[];
  readonly totals: readonly TotalPlan[];
  readonly rawTotals: Readonly<Record<string, Expression<unknown>>>;
}

/** A total of `countedGroups`: the names of its parts, and how they make a sum. */
export interface GroupSum extends Pick<Sum, 'text' | 'amount'> {
  readonly names: readonly string[];
}

/** How the groups of one level are sorted. */
export interface GroupOrder {
  readonly sort: { readonly by: string; readonly direction: SortDirection };
  readonly totals: readonly TotalPlan[];
  /** The keys of an enumeration in the order of their labels; empty if labels have the order of values. */
  readonly ranks: readonly string[];
  /** Whether the groups are records, which have a name. */
  readonly isNamed: boolean;
}

const nothing: ResolvedColumn = { expression: sql.lit(null), kind: 'other' };

/** The columns of `countedGroups`, under the alias `counts`. */
export const columns = {
  value: sql.ref('counts.value'),
  count: sql.ref('counts.n'),
  name: sql.ref('counts.name'),
};

/** The value by which a row belongs to a group: that of its column, or the first day of its step. */
export function groupKey({ expression, kind }: ResolvedColumn, step: GroupKeyStep | null, dialect: Dialect) {
  if (step === 'truth') return dialect.summaries.truth(expression, kind);

  return step ? dialect.summaries.step(expression, kind, step.unit, step.timeZone) : sql`${expression}`;
}

/** The text of a group's value. */
export function valueText(step: GroupKeyStep | null, { summaries }: Dialect) {
  return step && step !== 'truth' ? summaries.stepText(columns.value) : summaries.text(columns.value);
}

/**
 * One row per group: `value`, the keys of its outer groups as `parent0` and so on, `n`, for each total its `sums` and
 * `values0`, and the `name` of a record.
 */
export function countedGroups({ source, steps, totals, rawTotals }: CountedGroups, dialect: Dialect) {
  const keys = steps.map((step, index) => groupKey(source.columns[index] ?? nothing, step, dialect));
  const sums: GroupSum[] = [];
  const summed = totals.flatMap(({ name, kind }, index) => {
    const column = source.columns[keys.length + index] ?? nothing;
    const raw = kind === 'raw' ? rawTotals[name] : undefined;
    const { aggregates, text, amount } = raw
      ? rawSum(raw, dialect)
      : dialect.sum(column.expression, column.kind);
    const names = aggregates.map((_part, part) => `sum${index}x${part}`);
    sums.push({ names, text, amount });

    return [
      ...aggregates.map((part, place) => sql`${part}`.as(names[place] ?? '')),
      (kind === 'average' ? sql`count(${column.expression})` : sql.lit(null)).as(`values${index}`),
    ];
  });
  const name = source.columns[keys.length + totals.length];
  const selected = keys.map((key, index) => key.as(index === keys.length - 1 ? 'value' : `parent${index}`));
  const positions = keys.map((_key, index) => sql`${sql.lit(index + 1)}`);

  return {
    counted: source.rows
      .select([
        ...selected,
        sql`count(*)`.as('n'),
        ...summed,
        ...(name ? [nameOf(name, dialect).as('name')] : []),
      ])
      .groupBy(positions),
    sums,
  };
}

const minimal: readonly ColumnKind[] = ['text', 'integer', 'decimal', 'float'];

/** A record has one name, of a type that may have no minimum. */
function nameOf({ expression, kind }: ResolvedColumn, { summaries }: Dialect) {
  return sql`min(${minimal.includes(kind) ? expression : summaries.text(expression)})`;
}

/** The name of a group that is a record, as text, and the number of groups that have it, within the same outer group. */
export function nameTexts(parents: readonly Expression<unknown>[], { summaries }: Dialect) {
  return {
    name: summaries.text(columns.name),
    namesakes: sql`count(*) over (partition by ${sql.join([...parents, columns.name])})`,
  };
}

function rawSum(raw: Expression<unknown>, { summaries }: Dialect): Sum {
  return {
    aggregates: [raw],
    text: ([part = raw]) => summaries.text(part),
    amount: ([part]) => sql`${part}`,
  };
}

/** The sum of a group, as text. */
export function sumText({ names, text }: GroupSum): RawBuilder<string | number | null> {
  return text(names.map((name) => sql.ref(`counts.${name}`)));
}

/** The order of the groups of `countedGroups`: unambiguous within the same outer group. */
export function groupOrder(
  { sort, totals, ranks, isNamed }: GroupOrder,
  sums: readonly GroupSum[],
  dialect: Dialect,
): RawBuilder<unknown> {
  const { by, direction } = sort;
  const byLabel = (labelDirection: SortDirection) => {
    const item = (column: Expression<unknown>) =>
      dialect.orderItem(column, { direction: labelDirection, nulls: 'last' });

    const labels = [
      ...(ranks.length > 0 ? [rankOf(ranks, dialect)] : []),
      ...(isNamed ? [columns.name] : []),
      columns.value,
    ];

    return sql.join(labels.map(item));
  };

  if (by === 'label') return byLabel(direction);

  const item = (column: Expression<unknown>) => dialect.orderItem(column, { direction, nulls: 'last' });
  const index = totals.findIndex(({ name }) => name === by);
  const first = by === 'count' ? columns.count : amountOf(totals[index], index, sums[index]);

  return sql`${item(first)}, ${byLabel('ASC')}`;
}

function amountOf(
  total: TotalPlan | undefined,
  index: number,
  sum: GroupSum | undefined,
): RawBuilder<unknown> {
  const amount = sum?.amount(sum.names.map((name) => sql.ref(`counts.${name}`))) ?? sql.lit(null);

  return total?.kind === 'average'
    ? sql`(1.0 * ${amount} / nullif(${sql.ref(`counts.values${index}`)}, 0))`
    : sql`${amount}`;
}

/** Null for groups without a value, which come last; keys without a label come after the others. */
function rankOf(ranks: readonly string[], { summaries }: Dialect): RawBuilder<unknown> {
  const known = ranks.map(
    (key, rank) => sql`when ${summaries.text(columns.value)} = ${key} then ${sql.lit(rank)}`,
  );

  return sql`(case when ${columns.value} is null then null ${sql.join(known, sql` `)} else ${sql.lit(ranks.length)} end)`;
}
