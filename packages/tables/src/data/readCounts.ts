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
import type { CountEntry } from '../runtime/CountCache.ts';
import { keyless, keysIn, type Observed } from '../runtime/Observation.ts';
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
 * omitted, unless the client sends `forceInfo`. `beside`: that query, if it is already running.
 */
export async function readCounts(
  data: TableQuery,
  { count: all, estimated }: TotalCount,
  reads: Reads,
  beside: Promise<Observed<Aggregates>> | null = null,
): Promise<Observed<Counts>> {
  const { plan, context, table } = data;
  const isNeeded = needsAggregates(data);
  const fullInfo =
    context.request.forceInfo || (!estimated && (!isNeeded || all <= table.config.fullInfoRecordLimit));

  if (!fullInfo || !isNeeded) {
    return { value: { count: all, estimated, fullInfo, filtered: all, totals: {} }, seen: keyless };
  }

  const { value, seen } = await (beside ?? readAggregates(data, reads));
  const { count, totals } = value;

  return {
    value: { count: all, estimated, fullInfo, totals, filtered: plan.filtered ? count : all },
    seen,
  };
}

/**
 * Starts the query of the filtered count and the totals at the same time as the page, if the client requires it in any
 * case, or the cached count is below the limit. Null if the total decides.
 */
export function aggregatesBeside(
  data: TableQuery,
  entry: CountEntry | undefined,
  reads: Reads,
): Promise<Observed<Aggregates>> | null {
  const { context, table } = data;
  const isAllowed =
    context.request.forceInfo ||
    (entry !== undefined &&
      !table.definition.count?.estimate &&
      entry.count <= table.config.fullInfoRecordLimit);

  if (!isAllowed || !needsAggregates(data)) return null;
  const aggregates = readAggregates(data, reads);
  // If the page fails, nothing awaits them.
  aggregates.catch(() => undefined);

  return aggregates;
}

function needsAggregates({ plan }: TableQuery): boolean {
  return plan.filtered || plan.totals.length > 0;
}

export interface Aggregates {
  readonly count: number;
  readonly totals: Totals;
}

/** The number of rows that match, with their totals. */
export async function readAggregates(data: TableQuery, reads: Reads): Promise<Observed<Aggregates>> {
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
  const { snapshot } = runtime.dialect.rowCounts;
  const compiled = (
    snapshot && query.reliesOn.length > 0 ? aggregate.select(snapshot.as('snapshot')) : aggregate
  ).compile();

  // Shared with requests in other languages: not formatted yet.
  const [row = {}] = await reads.share(`aggregates\n${queryKey(compiled)}`, (run) =>
    run<AggregateRow>(compiled),
  );

  const seenIn = typeof row.snapshot === 'string' ? row.snapshot : null;

  return {
    value: { count: Number(row.count), totals: totalsOf(data, totals, row) },
    seen: { snapshot: seenIn, reading: null, keys: keysIn(seenIn, query.reliesOn, runtime) },
  };
}
