import { isUnacceptableValue } from '@rowhouse/drivers';
import type { AnyRow } from '../definition/TableContext.ts';
import { conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { positionQuery, type RowSearch, rowQuery } from '../query/rowQuery.ts';
import type { Reads } from '../runtime/reads.ts';
import type { DeepPages, Page } from './DeepPages.ts';
import type { Counts } from './readCounts.ts';
import { readPage } from './readPage.ts';

export interface OneRow extends Page {
  /** Zero-based index of the row in the result; null if the row is not in the result or the index is unknown. */
  readonly position: number | null;
}

/**
 * One row of the table by its identifier, regardless of search and filters, with the counts of the result and the row's
 * position in it. Computing a position reads the rows before it, so it is omitted above `fullInfoRecordLimit` rows,
 * unless the client sends `forceInfo`.
 */
export async function readRow(
  data: TableQuery,
  row: string,
  reads: Reads,
  deepPages?: DeepPages,
): Promise<OneRow> {
  const first = { ...data, plan: { ...data.plan, start: 0, length: 1 } };
  const { value } = await readPage(first, reads, deepPages);
  const { counts } = value;
  const rows = await findRow(data, row, reads);
  const position = rows.length > 0 && isCountable(data, counts) ? await findPosition(data, row, reads) : null;

  return { rows, counts, position };
}

/** The row with an identifier, as a list; empty if the result of the query has none. */
export async function findRow(data: TableQuery, row: string, reads: Reads): Promise<AnyRow[]> {
  const { dtRowId } = data.table.template;

  try {
    const found = await reads.page(rowQuery(data.query, searchFor(row, data)).compile());

    // Databases compare loosely: for MySQL, '12a' equals 12.
    return found.filter((candidate) => String(candidate[dtRowId]) === row).slice(0, 1);
  } catch (error) {
    // A value that the column cannot contain identifies no row.
    if (isUnacceptableValue(error)) return [];
    throw error;
  }
}

async function findPosition(data: TableQuery, row: string, reads: Reads): Promise<number | null> {
  const { plan, query, resolve } = data;

  if (!query.decomposable || query.identity === null) return null;

  const clauses = { conditions: conditionsOf(data), order: plan.order, resolve };
  const [found] = await reads.count(positionQuery(query, clauses, searchFor(row, data)).compile());

  return found?.place == null ? null : Number(found.place) - 1;
}

function searchFor(row: string, { runtime: { db, dialect }, table }: TableQuery): RowSearch {
  return { db, dialect, dtRowId: table.template.dtRowId, row };
}

function isCountable({ context, table }: TableQuery, { count, estimated }: Counts): boolean {
  return context.request.forceInfo || (!estimated && count <= table.config.fullInfoRecordLimit);
}
