import { branchesOf, conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import {
  type AggregateRow,
  branchCountQuery,
  branchTotalColumn,
  countQuery,
  queryKey,
  totalColumn,
  totalsQuery,
} from '../query/aggregateQuery.ts';
import type { Reads } from '../runtime/reads.ts';
import type { TotalCount } from './totalCount.ts';
import { type Totals, totalsOf } from './totals.ts';

export interface Counts extends TotalCount {
  /** True if `filtered` and `totals` were computed; otherwise `filtered` equals `count`, and `totals` is empty. */
  readonly fullInfo: boolean;
  readonly filtered: number;
  readonly totals: Totals;
}

/**
 * Adds the filtered count and the totals, which are one query. Above `fullInfoRecordLimit` rows in total they are
 * omitted, unless the client sends `forceInfo`.
 */
export async function readCounts(data: TableQuery, total: TotalCount, reads: Reads): Promise<Counts> {
  const { plan, context, table } = data;
  const isNeeded = plan.filtered || plan.totals.length > 0;
  const fullInfo =
    context.request.forceInfo ||
    (!total.estimated && (!isNeeded || total.count <= table.config.fullInfoRecordLimit));

  if (!fullInfo || !isNeeded) {
    return { ...total, fullInfo, filtered: total.count, totals: {} };
  }

  const { count, totals } = await readAggregates(data, reads);

  return { ...total, fullInfo, filtered: plan.filtered ? count : total.count, totals };
}

/** The number of rows that match, with their totals. */
export async function readAggregates(data: TableQuery, reads: Reads) {
  const { plan, query, resolve, runtime, table } = data;
  // A raw total refers to the tables of the query, which are hidden unless the query is decomposable.
  const totals = plan.totals.filter(({ kind }) => query.decomposable || kind !== 'raw');
  const branches = totals.some(({ kind }) => kind === 'raw') ? null : branchesOf(data);
  const counted = branches
    ? branchCountQuery(runtime.db, query, branches, totals, resolve)
    : countQuery(runtime.db, query, conditionsOf(data));
  const aggregate = totalsQuery(
    counted,
    totals,
    table.definition.totals ?? {},
    branches ? branchTotalColumn(totals, resolve) : totalColumn(query, resolve),
    runtime.dialect,
  );
  const compiled = aggregate.query.compile();

  return reads.share(`aggregates\n${queryKey(compiled)}`, async (run) => {
    const [row = {}] = await run<AggregateRow>(compiled);

    return { count: Number(row.count), totals: totalsOf(table.template, totals, row, aggregate.scales) };
  });
}
