import { isUnacceptableValue } from '@rowhouse/drivers';
import type { AnyRow } from '../definition/defineTable.ts';
import { conditionsOf, type TableQuery } from '../prepare/TableQuery.ts';
import { positionQuery, type RowSearch, rowQuery } from '../query/rowQuery.ts';
import type { Reads } from '../runtime/reads.ts';
import type { Counts } from './readCounts.ts';
import { type Page, readPage } from './readPage.ts';

export interface OneRow extends Page {
  /** Zero-based index of the row in the result; null where it is not in it, or its index is not known. */
  readonly position: number | null;
}

/**
 * One row of the table by its identifier, whatever the search and the filters are, with the counts of the result, and
 * the row's position in it. As with totals, a position is computed up to fullInfoRecordLimit, or where the client asks:
 * the rows before it have to be read.
 */
export async function readRow(data: TableQuery, row: string, reads: Reads): Promise<OneRow> {
  const { counts } = await readPage({ ...data, plan: { ...data.plan, start: 0, length: 1 } }, reads);
  const rows = await findRow(data, row, reads);
  const position = rows.length > 0 && isCountable(data, counts) ? await findPosition(data, row, reads) : null;

  return { rows, counts, position };
}

async function findRow(data: TableQuery, row: string, reads: Reads): Promise<AnyRow[]> {
  const { dtRowId } = data.table.template;

  try {
    const found = await reads.page(rowQuery(data.query, searchFor(row, data)).compile());

    // Databases compare less strictly than identifiers are: MySQL takes '12a' for 12.
    return found.filter((candidate) => String(candidate[dtRowId]) === row).slice(0, 1);
  } catch (error) {
    // No row has an identifier that its column could not hold.
    if (isUnacceptableValue(error)) return [];
    throw error;
  }
}

async function findPosition(data: TableQuery, row: string, reads: Reads): Promise<number | null> {
  const { plan, query, resolve } = data;

  if (!query.decomposable || query.identity === null) return null;

  const parts = { conditions: conditionsOf(data), order: plan.order, resolve };
  const [found] = await reads.count(positionQuery(query, parts, searchFor(row, data)).compile());

  return found?.place == null ? null : Number(found.place) - 1;
}

function searchFor(row: string, { runtime: { db, dialect }, table }: TableQuery): RowSearch {
  return { db, dialect, dtRowId: table.template.dtRowId, row };
}

function isCountable({ context, table }: TableQuery, { count, estimated }: Counts): boolean {
  return context.request.forceInfo || (!estimated && count <= table.config.fullInfoRecordLimit);
}
