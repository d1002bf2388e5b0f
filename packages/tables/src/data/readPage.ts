import { parseReading } from '../counts/parseReading.ts';
import type { AnyRow } from '../definition/defineTable.ts';
import type { TableQuery } from '../prepare/TableQuery.ts';
import type { CountEntry } from '../runtime/CountCache.ts';
import type { Reads } from '../runtime/reads.ts';
import { type Counts, readCounts, type TotalCount } from './readCounts.ts';
import { pageWindow, readWindow, type WindowRows } from './readWindow.ts';

export interface Page {
  readonly rows: AnyRow[];
  readonly counts: Counts;
}

/** Rows before a page from which it is worth knowing how many come after it. */
const deep = 1000;
/** Writers may change the size of a table between two tries; after this many it is read in a transaction. */
const tries = 3;

/**
 * Reads a page and its counts.
 *
 * A page near the start is read from there, at the same time as the counts. A deep one is reached from whichever end
 * is nearer, which takes the exact number of rows in the very snapshot that the page is read in: told by a kept count
 * whose reading came with the rows, or counted in the same transaction.
 */
export async function readPage(data: TableQuery, reads: Reads): Promise<Page> {
  const { plan, counter } = data;

  if (plan.start < deep) {
    return readTogether(data, reads);
  }

  const entry = counter.kept();

  if (!plan.filtered && entry?.reading && counter.reading) {
    const page = await readByKeptCount(data, entry, reads);
    if (page) return page;
  }

  const told = await toldTotal(data, reads);

  // Without a size that is exact there is nothing to come back from.
  return told && !plan.filtered ? readTogether(data, reads) : readInSnapshot(data, told, reads);
}

async function readTogether(data: TableQuery, reads: Reads): Promise<Page> {
  const entry = data.counter.kept();
  const beside = entry?.reading ? (data.counter.snapshot ?? data.counter.reading) : null;
  const page = readWindow(data, pageWindow(data.plan, null), reads.page, beside);
  const [{ rows }, counts] = await Promise.all([
    page,
    totalCount(data, entry, page, reads).then((total) => readCounts(data, total, reads)),
  ]);

  return { rows, counts };
}

async function totalCount(
  data: TableQuery,
  entry: CountEntry | undefined,
  page: Promise<WindowRows>,
  reads: Reads,
): Promise<TotalCount> {
  const told = await toldTotal(data, reads);

  if (told) {
    return told;
  }
  if (entry?.reading) {
    const { beside } = await page;
    const count = data.counter.snapshot
      ? await data.counter.verify(entry, beside)
      : data.counter.carry(entry, parseReading(beside));
    if (count !== null) return exactly(count);
  }

  return exactly(await data.counter.count(reads));
}

/** A total that is answered without looking whether it still holds: an estimate, or a count kept for its hour. */
async function toldTotal({ table, context, counter }: TableQuery, reads: Reads): Promise<TotalCount | null> {
  if (table.definition.count?.estimate && !context.request.forceInfo) {
    const estimate = await counter.estimate(reads);
    if (estimate !== null) return { count: estimate, estimated: true };
  }

  const entry = counter.kept();

  return entry && entry.reading === null ? exactly(entry.count) : null;
}

/** Null when writers kept changing the number of rows, or what is kept does not tell it. */
async function readByKeptCount(data: TableQuery, entry: CountEntry, reads: Reads): Promise<Page | null> {
  let size = entry.count;

  for (let attempt = 0; attempt < tries; attempt++) {
    const window = pageWindow(data.plan, size);
    const { rows, beside } = await readWindow(data, window, reads.page, data.counter.reading);
    const present = data.counter.carry(entry, parseReading(beside));

    if (present === null) return null;
    if (present === size || !window.fromEnd) {
      return { rows, counts: await readCounts(data, exactly(present), reads) };
    }
    size = present;
  }

  return null;
}

async function readInSnapshot(data: TableQuery, told: TotalCount | null, reads: Reads): Promise<Page> {
  const { counter, plan } = data;

  return reads.inSnapshot(async (snapshot) => {
    const total = told ?? exactly(await counter.count(snapshot));
    const counts = await readCounts(data, total, snapshot);
    const size = plan.filtered && !counts.fullInfo ? null : counts.filtered;
    const { rows } = await readWindow(data, pageWindow(plan, size), snapshot.page);

    return { rows, counts };
  });
}

function exactly(count: number): TotalCount {
  return { count, estimated: false };
}
