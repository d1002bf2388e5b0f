import type { TableQuery } from '../prepare/tableQueries.ts';
import type { CountEntry } from '../runtime/CountCache.ts';
import { type Observed, together, unobserved } from '../runtime/Observation.ts';
import type { Reads } from '../runtime/reads.ts';
import type { DeepPages, Page } from './DeepPages.ts';
import { aggregatesBeside, readCounts } from './readCounts.ts';
import { pageWindow, readWindow } from './readWindow.ts';
import { exactly, type TotalCount, toObserveCount, totalCount, uncheckedTotal } from './totalCount.ts';

/** Offset from which a page may be nearer to the end, so that counting first pays off. */
const deepOffset = 1000;
/** Other transactions may change the number of rows between two attempts; then the page is read in a transaction. */
const attempts = 3;

/**
 * Reads a page and its counts. A page near the start is read at the same time as its counts. A deep page is read from
 * the nearer end. That needs the exact number of rows in the snapshot of the page: from a cached count, checked in the
 * statement that reads the rows, or counted in the same transaction.
 */
export async function readPage(
  data: TableQuery,
  reads: Reads,
  deepPages?: DeepPages,
): Promise<Observed<Page>> {
  const { plan, counter } = data;
  const readDeep = deepPages?.(data) ?? null;

  if (plan.start < deepOffset) return readFromStart(data, reads);

  const entry = counter.cached();
  const deep = readDeep && !plan.filtered ? await readDeep(entry, reads) : null;
  if (deep) return deep;

  if (!plan.filtered && entry?.reading && counter.reading) {
    const page = await readByCachedCount(data, entry, reads);
    if (page) return page;
  }

  const total = await uncheckedTotal(data, reads);

  // Such a total may be inexact, and offsets from the end need the exact number.
  return total && !plan.filtered ? readFromStart(data, reads) : readInSnapshot(data, total, reads);
}

/** Reads the rows and the counts by independent queries. */
async function readFromStart(data: TableQuery, reads: Reads): Promise<Observed<Page>> {
  const entry = data.counter.cached();
  const reading = readWindow(data, pageWindow(data.plan, null), reads.page, toObserveCount(data, entry));
  const aggregates = aggregatesBeside(data, entry, reads);
  const counting = totalCount(data, entry, reading, reads);
  const [page, total, counts] = await Promise.all([
    reading,
    counting,
    // Not after the page, so that concurrent requests share it.
    counting.then(({ value }) => readCounts(data, value, reads, aggregates)),
  ]);

  return {
    value: { rows: page.value, counts: counts.value },
    seen: together(page.seen, total.seen, counts.seen),
  };
}

/** Null if the number of rows changed at every attempt, or the cached count cannot be brought up to date. */
async function readByCachedCount(
  data: TableQuery,
  entry: CountEntry,
  reads: Reads,
): Promise<Observed<Page> | null> {
  let size = entry.count;

  for (let attempt = 0; attempt < attempts; attempt++) {
    const window = pageWindow(data.plan, size);
    const { counter } = data;
    const page = await readWindow(data, window, reads.page, counter);
    const present = counter.carry(entry, page.seen.reading);

    if (present === null) return null;
    if (present === size || !window.fromEnd) {
      const counts = await readCounts(data, exactly(present), reads);

      return {
        value: { rows: page.value, counts: counts.value },
        seen: together(page.seen, counts.seen),
      };
    }
    size = present;
  }

  return null;
}

/** Counts first, then reads the rows in the same transaction. */
async function readInSnapshot(
  data: TableQuery,
  known: TotalCount | null,
  reads: Reads,
): Promise<Observed<Page>> {
  const { counter, plan } = data;

  return reads.inSnapshot(async (snapshot) => {
    const total = known ?? exactly(await counter.count(snapshot));
    const { value: counts } = await readCounts(data, total, snapshot);
    const size = plan.filtered && !counts.fullInfo ? null : counts.filtered;
    const { value: rows } = await readWindow(data, pageWindow(plan, size), snapshot.page);

    return { value: { rows, counts }, seen: unobserved };
  });
}
