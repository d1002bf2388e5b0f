import { type DataResponse, pagination } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';
import { groupThousands } from '../format/groupThousands.ts';
import { planQuery } from '../plan/planQuery.ts';
import type { QueryPlan } from '../plan/QueryPlan.ts';
import { parseRequest } from '../request/parseRequest.ts';
import { type AnswerRow, computeRows } from '../rows/computeRows.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { queryPreparer } from './prepareQuery.ts';
import type { Counts } from './readCounts.ts';
import { readPage } from './readPage.ts';

/** Answers data requests of one table: what the client sent, and who it is. */
export type DataReader = (payload: unknown, user: unknown) => Promise<DataResponse>;

/**
 * The reader throws `tables.malformed_request`, `tables.invalid_request`, `tables.invalid_query`, and what the
 * database throws.
 */
export function dataReader(runtime: TableRuntime, table: Table): DataReader {
  const prepare = queryPreparer(runtime, table);

  return async (payload, user) => {
    const context = { request: parseRequest(payload, table.rules), user };
    const plan = planQuery(table, context.request);
    const data = { ...(await prepare(context)), runtime, table, context, plan };
    const { rows, counts } = await readPage(data);

    return dataResponse(await computeRows(rows, data), counts, plan);
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
