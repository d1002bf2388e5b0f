import { type DataResponse, pagination } from '@rowhouse/table-protocol';
import { groupThousands } from '../format/groupThousands.ts';
import type { QueryPlan } from '../plan/QueryPlan.ts';
import type { TableQuery } from '../prepare/TableQuery.ts';
import { type AnswerRow, computeRows } from '../rows/computeRows.ts';
import type { Counts } from './readCounts.ts';
import { readPage } from './readPage.ts';

/** The response to a data request. Throws `tables.invalid_query`, and what the database throws. */
export async function readData(query: TableQuery): Promise<DataResponse> {
  const { rows, counts } = await readPage(query);

  return dataResponse(await computeRows(rows, query), counts, query.plan);
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
