import { parseReading } from '../counts/rowCounter.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { CountEntry } from '../runtime/CountCache.ts';
import type { Reads } from '../runtime/reads.ts';
import type { WindowRows } from './readWindow.ts';

/** A count of all rows of the query, exact or the database's estimate. */
export interface TotalCount {
  readonly count: number;
  readonly estimated: boolean;
}

export function exactly(count: number): TotalCount {
  return { count, estimated: false };
}

/** The total for a page that is being read, from the cheapest source that has it; otherwise all rows are counted. */
export async function totalCount(
  query: TableQuery,
  entry: CountEntry | undefined,
  page: Promise<WindowRows>,
  reads: Reads,
): Promise<TotalCount> {
  return (
    (await uncheckedTotal(query, reads)) ??
    (entry?.reading ? await cachedTotal(query, entry, await page) : null) ??
    exactly(await query.counter.count(reads))
  );
}

/** A total that needs no check: the database's estimate, or a count that is cached for an hour. Null if there is none. */
export async function uncheckedTotal(
  { table, context, counter }: TableQuery,
  reads: Reads,
): Promise<TotalCount | null> {
  if (table.definition.count?.estimate && !context.request.forceInfo) {
    const estimate = await counter.estimate(reads);
    if (estimate !== null) return { count: estimate, estimated: true };
  }

  const entry = counter.kept();

  return entry && entry.reading === null ? exactly(entry.count) : null;
}

/** The expression to select with the rows of a page, so that `cachedTotal` can bring the cached count up to date. */
export function countEvidence({ counter }: TableQuery, entry: CountEntry | undefined) {
  return entry?.reading ? (counter.snapshot ?? counter.reading) : null;
}

/** The cached count, brought up to date by what `countEvidence` selected with the page. Null if it does not suffice. */
async function cachedTotal(
  { counter }: TableQuery,
  entry: CountEntry,
  { extra }: WindowRows,
): Promise<TotalCount | null> {
  const count = counter.snapshot
    ? await counter.verify(entry, extra)
    : counter.carry(entry, parseReading(extra));

  return count === null ? null : exactly(count);
}
