import type {
  ChangesResponse,
  DataResponse,
  FacetsResponse,
  GroupsResponse,
  NamesResponse,
  RelatedResponse,
  StatisticsResponse,
} from '@rowhouse/table-protocol';
import { pagination } from '@rowhouse/table-protocol/internal';
import type { AnyRow } from '../definition/TableContext.ts';
import { groupThousands } from '../format/formatNumber.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { computeRows } from '../rows/computeRows.ts';
import { rowVersion } from '../rows/rowVersion.ts';
import { type Observed, unobserved } from '../runtime/Observation.ts';
import { limitedReads, type Reads } from '../runtime/reads.ts';
import type { DeepPages } from './DeepPages.ts';
import { readChanges } from './readChanges.ts';
import type { Counts } from './readCounts.ts';
import { readFacets } from './readFacets.ts';
import { readGroups } from './readGroups.ts';
import { readNames } from './readNames.ts';
import { readPage } from './readPage.ts';
import { readRow } from './readRow.ts';
import { readStatistics } from './readStatistics.ts';

/** The response of the data route: a page of rows, or what the request reads instead. */
export type TableResponse =
  | DataResponse
  | FacetsResponse
  | StatisticsResponse
  | GroupsResponse
  | ChangesResponse
  | NamesResponse
  | RelatedResponse;

export interface ReadDataOptions {
  readonly signal?: AbortSignal | undefined;
  readonly deepPages?: DeepPages | undefined;
}

/**
 * The response to a data request; `signal` aborts when the client disconnects. Without `deepPages`, all pages are found by
 * their offsets. Throws `tables.invalid_query`,
 * `tables.query_timeout`, `tables.busy`, the signal's reason, and what the database throws.
 */
export async function readData(
  query: TableQuery,
  { signal, deepPages }: ReadDataOptions = {},
): Promise<Observed<TableResponse>> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const onClosed = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', onClosed, { once: true });

  try {
    const { limits } = query.table.config;
    const reads = limitedReads(query.runtime, { limits, turns: query.turns, signal: stop.signal });

    return await readResponse(query, reads, deepPages);
  } catch (error) {
    // Cancels the other queries of the failed request.
    stop.abort(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', onClosed);
  }
}

async function readResponse(
  query: TableQuery,
  reads: Reads,
  deepPages: DeepPages | undefined,
): Promise<Observed<TableResponse>> {
  const { row, summary } = query.context.request;
  const unverified = (value: TableResponse) => ({ value, seen: unobserved });

  if (summary?.kind === 'facets') return unverified(await readFacets(query, summary.facets, reads));
  if (summary?.kind === 'statistics') return unverified(await readStatistics(query, summary.column, reads));
  if (summary?.kind === 'changes') return unverified(await readChanges(query, summary.shown, reads));
  if (summary?.kind === 'names') return readNames(query, summary, reads);
  if (summary?.kind === 'groups' && summary.path.length < summary.groups.length) {
    return unverified(await readGroups(query, summary, reads));
  }

  if (row !== null) {
    const { rows, counts, position } = await readRow(query, row, reads, deepPages);
    const plan = { ...query.plan, start: position ?? 0, length: 1 };

    return unverified({ ...(await dataResponse(rows, counts, { ...query, plan }, reads)), position });
  }

  const { value, seen } = await readPage(query, reads, deepPages);

  return { value: await dataResponse(value.rows, value.counts, query, reads), seen };
}

async function dataResponse(
  rows: AnyRow[],
  counts: Counts,
  query: TableQuery,
  reads: Reads,
): Promise<DataResponse> {
  const { start, length, filtered } = query.plan;
  const data = await computeRows(rows, query, reads.page);

  return {
    data,
    count: counts.count,
    formattedCount: groupThousands(String(counts.count), ','),
    filtered: counts.filtered,
    formattedFiltered: groupThousands(String(counts.filtered), ','),
    total: counts.totals,
    fullRecordInfo: counts.fullInfo,
    filters: filtered,
    ...(counts.estimated && { estimated: true as const }),
    ...(query.table.template.live && { versions: data.map(rowVersion) }),
    pagination: pagination(start, length, counts.fullInfo ? counts.filtered : null),
  };
}
