import { type EnglishText, say, type Text } from '@rowhouse/problems';
import { invalidField } from '../errors.ts';
import { columnSource } from '../plan/columnSource.ts';
import { keySource } from '../plan/planGroupPath.ts';
import type { ColumnSource, TotalPlan } from '../plan/QueryPlan.ts';
import { type AggregateSource, aggregateSource, directSource } from '../query/aggregateSource.ts';
import type { GroupKeyStep } from '../query/groupCounts.ts';
import type { GroupRequest, GroupsRequest } from '../request/SummaryRequest.ts';
import type { TemplateColumn } from '../template/Template.ts';
import { branchesOf, conditionsOf, type TableQuery } from './tableQueries.ts';

/** A column that rows are grouped by. */
export interface GroupLevel {
  readonly group: GroupRequest;
  readonly column: TemplateColumn;
  /** Of the keys of the groups. */
  readonly source: ColumnSource;
  /** Of the names of the records that are the groups; null if groups are named by their keys. */
  readonly name: ColumnSource | null;
  readonly step: GroupKeyStep | null;
  /** Labels of an enumeration. */
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** Its keys in the order of their labels; empty if labels have the order of values. */
  readonly ranks: readonly string[];
}

const dateKinds: readonly string[] = ['date', 'timestamp', 'timestamptz'];

/** Throws `tables.invalid_request` if the rows, or the dates, cannot be grouped. */
export function groupLevel(
  { context, table, query, resolve }: TableQuery,
  { groups }: GroupsRequest,
  level: number,
): GroupLevel {
  const field = `meta.groups.${level}.column`;
  const group = groups[level];
  const column = table.template.columns.find(({ name }) => name === group?.column);
  const source = group && column && keySource(table, column, group);
  const refuse = (problem: EnglishText | Text): never => {
    throw invalidField(field, problem);
  };

  if (!group || !source) return refuse('The column is not in the query; choose another one.');
  if (!query.decomposable) {
    return refuse('The rows of this table are groups or distinct already; leave the groups out.');
  }
  if (group.step !== null && !dateKinds.includes(resolve(source).kind)) {
    return refuse(say`The database does not have dates for "${group.column}"; choose another column.`);
  }

  const labels = column.enum === null ? undefined : table.enums[column.enum];

  return {
    group,
    column,
    source,
    labels,
    name: group.record === undefined ? null : columnSource(table, column),
    step: group.type === 'boolean' ? 'truth' : group.step && { unit: group.step, timeZone: context.timeZone },
    ranks: labels ? byLabel(labels) : [],
  };
}

/** Independent of the process's language, which may differ between processes. */
const collator = new Intl.Collator('en');

function byLabel(labels: Readonly<Record<string, string>>): string[] {
  return Object.entries(labels)
    .sort(([, a], [, b]) => collator.compare(a, b))
    .map(([key]) => key);
}

/** The totals of groups. */
export function groupTotals({ plan, table }: TableQuery): TotalPlan[] {
  return plan.totals.filter(({ name }) => table.rules.summaries.totals.has(name));
}

/** The rows of a request with the columns of some levels, those of the totals, and the names of the last level's records. */
export function groupSource(
  data: TableQuery,
  levels: readonly GroupLevel[],
  totals: readonly TotalPlan[],
): AggregateSource {
  const { query, resolve, runtime } = data;
  const [first] = levels;
  const last = levels.at(-1);
  const columns = [
    ...levels.map(({ column, source }) => ({ name: column.name, source })),
    // A total in SQL of the definition has no column; the column of the first level takes its place.
    ...totals.map(({ name, kind, source }) => ({
      name,
      source: kind === 'raw' && first ? first.source : source,
    })),
    ...(last?.name ? [{ name: last.column.name, source: last.name }] : []),
  ];
  const conditions = conditionsOf(data);

  return totals.some(({ kind }) => kind === 'raw')
    ? directSource(query, resolve, columns, { conditions })
    : aggregateSource(runtime.db, query, resolve, columns, { conditions, branches: branchesOf(data) });
}
