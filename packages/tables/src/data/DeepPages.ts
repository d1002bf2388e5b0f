import type { TableQuery } from '../prepare/tableQueries.ts';
import type { CountEntry } from '../runtime/CountCache.ts';
import type { Observed } from '../runtime/Observation.ts';
import type { Reads } from '../runtime/reads.ts';
import type { Page } from './readPage.ts';

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
