import { sql } from 'kysely';
import type { TotalPlan } from '../plan/QueryPlan.ts';
import type { AggregateRow } from './aggregateQuery.ts';
import type { Dialect } from './dialects/Dialect.ts';
import {
  type CountedGroups,
  columns,
  countedGroups,
  type GroupKeyStep,
  type GroupOrder,
  groupOrder,
} from './groupCounts.ts';

/** The groups of one level, all within the same outer group. */
export interface GroupQuery extends Omit<CountedGroups, 'steps'>, GroupOrder {
  readonly step: GroupKeyStep | null;
  readonly offset: number;
  readonly limit: number;
}

/**
 * A page of groups: `value`, `count`, and for each total `sum0` and `values0`; and of all groups of the level, from the
 * same scan, `kinds` (their number), `rows`, and `wholesum0` and `wholevalues0` of each total. `scales`: as of
 * `totalsQuery`.
 */
export function groupQuery(group: GroupQuery, dialect: Dialect) {
  const { step, totals } = group;
  const { summaries } = dialect;
  const { counted, scales } = countedGroups({ ...group, steps: [step] }, dialect);

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
      order by ${groupOrder(group, dialect)}
      limit ${sql.lit(group.limit)} offset ${sql.lit(group.offset)}`,
  };
}

/** A total in SQL of the definition is not summed over all groups, since it may not be a sum. */
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
