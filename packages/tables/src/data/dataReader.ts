import { type DataResponse, pagination } from '@rowhouse/table-protocol';
import { groupThousands } from '../format/groupThousands.ts';
import type { QueryPlan } from '../plan/QueryPlan.ts';
import type { TableQueries } from '../prepare/tableQueries.ts';
import { type AnswerRow, computeRows } from '../rows/computeRows.ts';
import type { Counts } from './readCounts.ts';
import { readVerified } from './readVerified.ts';

/** Answers data requests of one table: what the client sent, and who it is. */
export type DataReader = (payload: unknown, user: unknown) => Promise<DataResponse>;

/**
 * The reader throws `tables.malformed_request`, `tables.invalid_request`, `tables.invalid_query`, and what the
 * database throws.
 */
export function dataReader(queries: TableQueries): DataReader {
  return async (payload, user) => {
    const { query, rows, counts } = await readVerified(queries, payload, user);

    return dataResponse(await computeRows(rows, query), counts, query.plan);
  };
}

function dataResponse(
  data: AnswerRow[],
  counts: Counts,
  { start, length, filtered }: QueryPlan,
): DataResponse {
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
    pagination: pagination(start, length, counts.fullInfo ? counts.filtered : null),
  };
}
