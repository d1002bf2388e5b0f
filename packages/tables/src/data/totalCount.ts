import type { TableQuery } from '../prepare/tableQueries.ts';
import type { CountEntry } from '../runtime/CountCache.ts';
import { keyless, keysIn, type Observed, unobserved } from '../runtime/Observation.ts';
import type { Reads } from '../runtime/reads.ts';
import type { ToObserve } from './readWindow.ts';

/** A count of all rows of the query, exact or the database's estimate. */
export interface TotalCount {
  readonly count: number;
  readonly estimated: boolean;
}

export function exactly(count: number): TotalCount {
  return { count, estimated: false };
}

/**
 * The total for a page that is being read, from the cheapest source that has it; otherwise all rows are counted. Read after the
 * page, if it verifies keys.
 */
export async function totalCount(
  query: TableQuery,
  entry: CountEntry | undefined,
  page: Promise<Observed<unknown>>,
  reads: Reads,
): Promise<Observed<TotalCount>> {
  const unchecked = await uncheckedTotal(query, reads);

  // It may be inexact in any case, so the keys matter for the page only.
  if (unchecked) return { value: unchecked, seen: keyless };

  return (
    (entry?.reading ? await cachedTotal(query, entry, page) : null) ?? {
      value: exactly(await query.counter.count(reads)),
      seen: unobserved,
    }
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

  const entry = counter.cached();

  return entry && entry.reading === null ? exactly(entry.count) : null;
}

/** What a page has to observe, so that `totalCount` can bring the cached count up to date. */
export function toObserveCount({ counter, runtime }: TableQuery, entry: CountEntry | undefined): ToObserve {
  return entry?.reading && !runtime.dialect.rowCounts.snapshot
    ? { reading: counter.reading }
    : { snapshot: entry?.reading !== undefined && entry.reading !== null };
}

/**
 * The cached count, brought up to date; null if that is not possible. By the page's own statement as long as nothing is
 * committed; otherwise by one more, after the page, so that the count is never that of a moment before its rows.
 */
async function cachedTotal(
  query: TableQuery,
  entry: CountEntry,
  page: Promise<Observed<unknown>>,
): Promise<Observed<TotalCount> | null> {
  const { counter, runtime } = query;

  if (!runtime.dialect.rowCounts.snapshot) {
    const carried = counter.carry(entry, (await page).seen.reading);

    return carried === null ? null : { value: exactly(carried), seen: unobserved };
  }

  const { seen } = await page;
  const known = counter.countIn(seen.snapshot, entry);

  if (known !== null) {
    const keys = keysIn(seen.snapshot, query.query.reliesOn, runtime);

    return { value: exactly(known), seen: { ...seen, keys } };
  }

  const verified = await counter.verify(entry);

  return verified.value === null ? null : { value: exactly(verified.value), seen: verified.seen };
}
