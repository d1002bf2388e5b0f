import { branchesOf, conditionsOf, type TableQuery } from '../prepare/TableQuery.ts';
import {
  type AggregateRow,
  branchCountQuery,
  branchTotalColumn,
  countQuery,
  totalColumn,
  totalsQuery,
} from '../query/aggregateQuery.ts';
import { queryKey } from '../query/queryKey.ts';
import type { Reads } from '../runtime/reads.ts';
import { type Totals, totalsOf } from './totals.ts';

/** A count of all rows of the query, exact or the database's estimate. */
export interface TotalCount {
  readonly count: number;
  readonly estimated: boolean;
}

export interface Counts extends TotalCount {
  /** Whether `filtered` and `totals` are what they say; otherwise `filtered` is `count`, and there are no totals. */
  readonly fullInfo: boolean;
  readonly filtered: number;
  readonly totals: Totals;
}

/**
 * Completes the total count by the filtered count and the totals, which are one query. Above fullInfoRecordLimit
 * they are left out unless the client asked; the total count alone decides that.
 */
export async function readCounts(data: TableQuery, total: TotalCount, reads: Reads): Promise<Counts> {
  const { plan, context, table } = data;
  const wanted = plan.filtered || plan.totals.length > 0;
  const fullInfo =
    context.request.forceInfo ||
    (!total.estimated && (!wanted || total.count <= table.config.fullInfoRecordLimit));

  if (!fullInfo || !wanted) {
    return { ...total, fullInfo, filtered: total.count, totals: {} };
  }

  const { count, totals } = await readAggregates(data, reads);

  return { ...total, fullInfo, filtered: plan.filtered ? count : total.count, totals };
}

async function readAggregates(data: TableQuery, reads: Reads) {
  const { plan, query, resolve, runtime, table } = data;
  // The SQL of a raw total is of the tables, which a query that cannot be taken apart hides.
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
