import { parseReading } from '../counts/presentState.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { CountEntry } from '../runtime/CountCache.ts';
import type { Reads } from '../runtime/reads.ts';
import { keysHeldIn } from './readVerified.ts';
import type { Evidence, WindowRows } from './readWindow.ts';

/** A count of all rows of the query, exact or the database's estimate. */
export interface TotalCount {
  readonly count: number;
  readonly estimated: boolean;
}

export interface VerifiedTotal extends TotalCount {
  /** Whether the keys are known to have existed when it was correct. */
  readonly keysHeld: boolean;
  /** Whether the keys were verified after the page was read, and so in its snapshot. */
  readonly coversPage: boolean;
}

export function exactly(count: number): TotalCount {
  return { count, estimated: false };
}

/** The total for a page that is being read, from the cheapest source that has it; otherwise all rows are counted. */
export async function totalCount(
  query: TableQuery,
  entry: CountEntry | undefined,
  page: Promise<PageEvidence>,
  reads: Reads,
): Promise<VerifiedTotal> {
  const unchecked = await uncheckedTotal(query, reads);

  // It may be inexact in any case, so the keys matter for the page only.
  if (unchecked) return { ...unchecked, keysHeld: true, coversPage: false };

  return (
    (entry?.reading ? await cachedTotal(query, entry, page) : null) ?? {
      ...exactly(await query.counter.count(reads)),
      keysHeld: false,
      coversPage: false,
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

  const entry = counter.kept();

  return entry && entry.reading === null ? exactly(entry.count) : null;
}

type PageEvidence = Pick<WindowRows, 'rows' | 'snapshot' | 'reading'>;

/** Additional selections of a page's statement, so that `totalCount` can bring the cached count up to date. */
export function countEvidence({ counter, runtime }: TableQuery, entry: CountEntry | undefined): Evidence {
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
  page: Promise<PageEvidence>,
): Promise<VerifiedTotal | null> {
  const { counter, runtime } = query;

  if (!runtime.dialect.rowCounts.snapshot) {
    const carried = counter.carry(entry, parseReading((await page).reading));

    return carried === null ? null : { ...exactly(carried), keysHeld: false, coversPage: false };
  }

  const { snapshot } = await page;
  const known = counter.countIn(snapshot, entry);

  if (known !== null) return { ...exactly(known), keysHeld: keysHeldIn(snapshot, query), coversPage: false };

  const { count, keysHold } = await counter.verify(entry);

  return count === null ? null : { ...exactly(count), keysHeld: keysHold, coversPage: keysHold };
}
