import type { DataResponse } from '@rowhouse/table-protocol';
import { pagination } from '@rowhouse/table-protocol/internal';
import type { TableRow } from '../table/TableRow.ts';
import type { TableState } from '../table/TableState.ts';
import type { SentConditions } from './connection.ts';
import { resultKey } from './payload.ts';

type Body = DataResponse<TableRow>;

/**
 * Counts of a table over its limit, for which the server sends no counts, totals or pages. Without a search or filter, the
 * number of pages follows from the count of the whole table. Counts that the user has requested are reused for the other
 * pages of the same search and filters while the table has the same number of rows.
 */
export function knownCounts() {
  let known: { readonly result: string; readonly body: Body } | null = null;

  return {
    /** The response with the known counts. */
    complete(body: Body, state: TableState, host: SentConditions): Body {
      const result = resultKey(state, host);

      if (body.fullRecordInfo) {
        known = { result, body };

        return body;
      }
      if (known?.result !== result || !isOfSameTable(body, known.body)) {
        if (body.filters || body.estimated) return body;
        return { ...body, pagination: pagination(state.start, state.length, body.count) };
      }

      const { count, formattedCount, filtered, formattedFiltered, total } = known.body;
      const { estimated: _, ...others } = body;

      return {
        ...others,
        count,
        formattedCount,
        filtered,
        formattedFiltered,
        total,
        fullRecordInfo: true,
        pagination: pagination(state.start, state.length, filtered),
      };
    },
    /** The rows may have changed. */
    forget(): void {
      known = null;
    },
  };
}

function isOfSameTable(body: Body, counted: Body): boolean {
  return body.estimated === true || body.count === counted.count;
}
