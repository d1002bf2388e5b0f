import type { AnyRow } from '../definition/TableContext.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { CountEntry } from '../runtime/CountCache.ts';
import type { Observed } from '../runtime/Observation.ts';
import type { Reads } from '../runtime/reads.ts';
import type { Counts } from './readCounts.ts';

/** The rows of a page as the database returns them, and the number of rows. */
export interface Page {
  readonly rows: AnyRow[];
  readonly counts: Counts;
}

/**
 * How pages far from both ends are read faster than by skipping the rows before them. Called for every page, also near an
 * end; null if there is no such way for the order of the request.
 */
export type DeepPages = (data: TableQuery) => ReadDeepPage | null;

/**
 * Reads the page, which has no search or filters, with the number of rows in its snapshot. Null if that is not possible now,
 * or not faster. `entry`: the cached count.
 */
export type ReadDeepPage = (entry: CountEntry | undefined, reads: Reads) => Promise<Observed<Page> | null>;
