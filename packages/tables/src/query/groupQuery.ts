import type { GroupStep, SortDirection } from '@rowhouse/table-protocol';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { TotalPlan } from '../plan/QueryPlan.ts';
import type { AggregateRow } from './aggregateQuery.ts';
import type { AggregateSource } from './aggregateSource.ts';
import type { Dialect } from './dialects/Dialect.ts';

/** The groups of one level. The first column of the source is that of the groups; the others are those of `totals`. */
export interface GroupQuery {
  readonly source: AggregateSource;
  /** For dates, with the zone whose days they are. */
  readonly step: { readonly unit: GroupStep; readonly timeZone: string } | null;
  readonly totals: readonly TotalPlan[];
  readonly rawTotals: Readonly<Record<string, Expression<unknown>>>;
  readonly sort: { readonly by: string; readonly direction: SortDirection };
  /** The keys of an enumeration in the order of their labels; empty where labels are in the order of values. */
  readonly ranks: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

/**
 * A page of groups: `value`, `count`, and for each total `sum0` and `values0`; and of all groups of the level, from the
 * same scan, `kinds` (their number), `rows`, and `wholesum0` and `wholevalues0` of each total. `scales`: as of
 * `totalsQuery`.
 */
export function groupQuery(group: GroupQuery, dialect: Dialect) {
  const { source, step, totals, rawTotals } = group;
  const { summaries } = dialect;
  const [key = nothing, ...others] = source.columns;
  const scales: number[] = [];
  const value = step ? summaries.step(key.expression, key.kind, step.unit, step.timeZone) : key.expression;
  const sums = totals.flatMap(({ name, kind }, index) => {
    const raw = kind === 'raw' ? rawTotals[name] : undefined;
    const column = others[index] ?? nothing;
    const { number, scale } = raw ? { number: raw, scale: 0 } : dialect.sum(column.expression, column.kind);
    scales.push(scale);

    return [
      sql`${number}`.as(`sum${index}`),
      (kind === 'average' ? sql`count(${column.expression})` : sql.lit(null)).as(`values${index}`),
    ];
  });
  const counted = source.rows
    .select([sql`${value}`.as('value'), sql`count(*)`.as('n'), ...sums])
    .groupBy(sql`1`);

  return {
    scales,
    query: sql<AggregateRow>`
      select ${step ? summaries.stepText(columns.value) : summaries.text(columns.value)} as value, n as count,
        count(*) over () as kinds, sum(n) over () as whole
        ${sql.join(
          totals.map((total, index) => totalColumns(total, index, summaries)),
          sql``,
        )}
      from ${counted} as ${sql.ref('counts')}
      order by ${orderOf(group, dialect)}
      limit ${sql.lit(group.limit)} offset ${sql.lit(group.offset)}`,
  };
}

const nothing = { expression: sql.lit(null), kind: 'other' } as const;
const columns = { value: sql.ref('counts.value'), count: sql.ref('counts.n') };

/** No sum over all groups is made of a total in SQL of the definition: it may be no sum. */
function totalColumns({ kind }: TotalPlan, index: number, { text }: Dialect['summaries']) {
  const sum = sql.ref(`counts.sum${index}`);
  const values = sql.ref(`counts.values${index}`);
  const name = (prefix: string) => sql.ref(`${prefix}${index}`);
  const parts = [
    sql`, ${text(sum)} as ${name('sum')}`,
    ...(kind === 'raw' ? [] : [sql`, ${text(sql`sum(${sum}) over ()`)} as ${name('wholesum')}`]),
    ...(kind === 'average'
      ? [sql`, ${values} as ${name('values')}, sum(${values}) over () as ${name('wholevalues')}`]
      : []),
  ];

  return sql.join(parts, sql``);
}

function orderOf({ sort, totals, ranks }: GroupQuery, dialect: Dialect): RawBuilder<unknown> {
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
