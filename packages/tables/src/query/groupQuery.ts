import { sql } from 'kysely';
import type { TotalPlan } from '../plan/QueryPlan.ts';
import type { AggregateRow } from './aggregateQuery.ts';
import type { Dialect } from './dialects/Dialect.ts';
import {
  type CountedGroups,
  countedGroups,
  type GroupKeyStep,
  type GroupOrder,
  type GroupSum,
  groupOrder,
  nameTexts,
  sumText,
  valueText,
} from './groupCounts.ts';

/** The groups of one level, all within the same outer group. */
export interface GroupQuery extends Omit<CountedGroups, 'steps'>, GroupOrder {
  readonly step: GroupKeyStep | null;
  readonly offset: number;
  readonly limit: number;
}

/**
 * A page of groups: `value`, `count`, and for each total `sum0` and `values0`; and of all groups of the level, from the
 * same scan, `kinds` (their number), `rows`, and `wholesum0` and `wholevalues0` of each total. Records also have `name` and
 * `namesakes`.
 */
export function groupQuery(group: GroupQuery, dialect: Dialect) {
  const { step, totals, isNamed } = group;
  const { counted, sums } = countedGroups({ ...group, steps: [step] }, dialect);

  return sql<AggregateRow>`
      select ${valueText(step, dialect)} as value, n as count,
        count(*) over () as kinds, sum(n) over () as whole ${isNamed ? namesOf(dialect) : sql``}
        ${sql.join(
          totals.map((total, index) => totalColumns(total, index, sums[index])),
          sql``,
        )}
      from ${counted} as ${sql.ref('counts')}
      order by ${groupOrder(group, sums, dialect)}
      limit ${sql.lit(group.limit)} offset ${sql.lit(group.offset)}`;
}

function namesOf(dialect: Dialect) {
  const { name, namesakes } = nameTexts([], dialect);

  return sql`, ${name} as ${sql.ref('name')}, ${namesakes} as ${sql.ref('namesakes')}`;
}

/** A total in SQL of the definition is not summed over all groups, since it may not be a sum. */
function totalColumns({ kind }: TotalPlan, index: number, sum: GroupSum | undefined) {
  if (!sum) return sql``;
  const whole = sum.text(sum.names.map((part) => sql`(sum(${sql.ref(`counts.${part}`)}) over ())`));
  const values = sql.ref(`counts.values${index}`);
  const name = (prefix: string) => sql.ref(`${prefix}${index}`);
  const parts = [
    sql`, ${sumText(sum)} as ${name('sum')}`,
    ...(kind === 'raw' ? [] : [sql`, ${whole} as ${name('wholesum')}`]),
    ...(kind === 'average'
      ? [sql`, ${values} as ${name('values')}, sum(${values}) over () as ${name('wholevalues')}`]
      : []),
  ];

  return sql.join(parts, sql``);
}
