import { parseReading } from '../counts/presentState.ts';
import type { SortMarks } from '../marks/pageMarker.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { CountEntry } from '../runtime/CountCache.ts';
import type { Reads } from '../runtime/reads.ts';
import { readCounts } from './readCounts.ts';
import type { Page } from './readPage.ts';
import { readWindow } from './readWindow.ts';
import { exactly } from './totalCount.ts';

/** Maximum rows between a page and the nearer end for which a mark is not faster. */
const near = 5000;

/**
 * Reads a page far from both ends from a preceding mark, with the number of rows in its snapshot. Null if there is no
 * usable mark: the page is then found without marks.
 */
export async function readMarkedPage(
  data: TableQuery,
  marks: SortMarks,
  entry: CountEntry | undefined,
  reads: Reads,
): Promise<Page | null> {
  const { plan, counter, runtime } = data;
  const { start, length } = plan;
  if (!runtime.dialect.pageMarks || Math.min(start, entry ? entry.count - start : start) < near) return null;

  const evidence = { reading: runtime.dialect.pageMarks.total(marks.name, counter.reading) };
  const window = { fromEnd: false, offset: start, limit: length, marks };
  const { rows, reading: found, keysHeld } = await readWindow(data, window, reads.page, evidence);
  const [total, reading] = (found ?? '').split('/');
  if (!total) return null;

  const count = Number(total);
  const counted = entry?.reading ? counter.carry(entry, parseReading(reading)) : count;
  // Marks and row counts are kept independently; if they differ, triggers were disabled.
  if (counted !== null && counted !== count) return null;
  if (rows.length !== Math.min(length, Math.max(0, count - start))) return null;

  const counts = await readCounts(data, exactly(count), reads);

  return { rows, counts, keysHeld: keysHeld && counts.keysHeld };
}
