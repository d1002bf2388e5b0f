import { isUnacceptableValue } from '@rowhouse/drivers';
import type { ChangesResponse } from '@rowhouse/table-protocol';
import type { AnyRow } from '../definition/TableContext.ts';
import { conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { rowsQuery } from '../query/rowQuery.ts';
import type { ShownRequest } from '../request/SummaryRequest.ts';
import { computeRows } from '../rows/computeRows.ts';
import { rowVersion } from '../rows/rowVersion.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import type { Reads } from '../runtime/reads.ts';

/**
 * Returns which rows of a page have changed, and which are no longer in its result. Rows are read as for a page, with
 * its search and filters, so that a row the user may not see is reported like a deleted one. Rows have the order of the
 * request: the order in which a database finds them may depend on columns that are not shown.
 */
export async function readChanges(
  data: TableQuery,
  shown: readonly ShownRequest[],
  reads: Reads,
): Promise<ChangesResponse> {
  const { dtRowId } = data.table.template;
  const wanted = new Map(shown.map((row) => [String(row.id), row]));
  const found = wanted.size === 0 ? [] : await findRows(data, [...wanted.keys()], reads);
  // Databases compare loosely: for MySQL, '12a' equals 12.
  const rows = new Map(found.map((row) => [String(row[dtRowId]), row]));
  const present = [...wanted].flatMap(([id, { version }]) => {
    const row = rows.get(id);

    return row ? [{ row, version }] : [];
  });
  const now = await computeRows(
    present.map(({ row }) => row),
    data,
    reads.page,
  );

  return {
    changed: now.flatMap((row, index) => {
      const version = rowVersion(row);

      return version === present[index]?.version ? [] : [{ row, version }];
    }),
    gone: [...wanted].filter(([id]) => !rows.has(id)).map(([, { id }]) => id),
  };
}

async function findRows(data: TableQuery, ids: readonly string[], reads: Reads): Promise<AnyRow[]> {
  const { db, dialect } = data.runtime;
  const { dtRowId } = data.table.template;
  const search = { db, dialect, dtRowId, rows: ids };

  try {
    return await reads.page(rowsQuery(data.query, conditionsOf(data), search).compile());
  } catch (error) {
    if (!isUnacceptableValue(error) || isOfApplication(error)) throw error;
    // A value that the column cannot contain identifies no row; the others are found one by one.
    if (ids.length === 1) return [];
    const each = await Promise.all(ids.map((id) => findRows(data, [id], reads)));

    return each.flat();
  }
}
