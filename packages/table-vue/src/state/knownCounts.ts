import { type DataResponse, pagination } from '@rowhouse/table-protocol';
import type { TableRow } from '../TableController.ts';
import { type HostWishes, resultKey } from './payload.ts';
import type { TableState } from './TableState.ts';

type Answer = DataResponse<TableRow>;

/**
 * What is known of a table over its limit, where the server tells no counts, no totals and no pages: the pages while
 * nothing is searched or filtered, since the rows of the whole table are always counted; and what the user has asked
 * for, which holds for the other pages of the same search and filters as long as the table has as many rows.
 */
export function knownCounts() {
  let known: { readonly wish: string; readonly answer: Answer } | null = null;

  return {
    /** The answer with the counts that are known for it. */
    complete(answer: Answer, state: TableState, host: HostWishes): Answer {
      const wish = resultKey(state, host);

      if (answer.fullRecordInfo) {
        known = { wish, answer };

        return answer;
      }
      if (known?.wish !== wish || !isOfSameTable(answer, known.answer)) {
        if (answer.filters || answer.estimated) return answer;
        return { ...answer, pagination: pagination(state.start, state.length, answer.count) };
      }

      const { count, formattedCount, filtered, formattedFiltered, total } = known.answer;
      const { estimated: _, ...others } = answer;

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

function isOfSameTable(answer: Answer, counted: Answer): boolean {
  return answer.estimated === true || answer.count === counted.count;
}
