import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { DataPayload, InitResponse } from '@rowhouse/table-protocol';
import { mostRowIds } from '@rowhouse/table-protocol/internal';
import { TableFailure } from '../http/TableProblem.ts';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import type { SentConditions } from '../requests/connection.ts';
import type { ShownResponse } from '../requests/pageReader.ts';
import { dataPayload, resultKey } from '../requests/payload.ts';
import { readData } from '../responses/readData.ts';
import { readResponse } from '../responses/shape.ts';
import type { RowId } from '../table/TableRow.ts';
import type { TableState } from '../table/TableState.ts';
import type { RowSelection } from './createRowSelection.ts';
import type { SelectionTotals } from './Selection.ts';

/** Number of rows that match the current state; null unless they have been counted. */
export function matchingCount(
  shown: ShownResponse | null,
  state: TableState,
  host: SentConditions,
): number | null {
  if (shown?.result !== resultKey(state, host)) return null;
  const { fullRecordInfo, filters, estimated, filtered, count } = shown.body;
  if (fullRecordInfo) return filtered;

  return filters || estimated ? null : count;
}

/** Maximum number of identifiers in a URL; more are sent in a body. */
const mostInAddress = 100;

interface SelectedRowsContext {
  readonly init: ReadonlySignal<InitResponse | null>;
  readonly shown: ReadonlySignal<ShownResponse | null>;
  readonly state: ReadonlySignal<TableState>;
  readonly selection: Pick<RowSelection['snapshot'], 'selected' | 'allMatching' | 'excepted'>;
  readonly send: SendRequest;
  readonly lifetime: AbortSignal;
  readonly translate: Translate;
  host(): SentConditions;
}

export interface SelectedRows {
  /**
   * The request for the selected rows. Rows that were picked are identified, without search and filters, since they may
   * have been picked in other searches.
   */
  payload(): DataPayload;
  readTotals(): Promise<SelectionTotals | null>;
  /** A button takes the request instead of identifiers. */
  readonly canSelectAll: ReadonlySignal<boolean>;
}

/** Requests for the selected rows. */
export function selectedRows(context: SelectedRowsContext): SelectedRows {
  const { init, shown, state, selection, send, lifetime, translate, host } = context;
  const { selected, allMatching, excepted } = selection;

  function payload(): DataPayload {
    if (allMatching.value) {
      return {
        ...dataPayload(state.value, host()),
        ...(excepted.value.length > 0 && { except: [...excepted.value] }),
      };
    }

    return {
      ...dataPayload({ ...state.value, search: '', conditions: [] }, host()),
      only: [...selected.value],
    };
  }

  async function readTotals(): Promise<SelectionTotals | null> {
    const body = shown.value?.body;
    const { meta, template } = init.value ?? {};
    if (!meta?.selection || !meta.total || !template || !body) return null;
    if (allMatching.value && !body.fullRecordInfo) return null;
    if (allMatching.value && excepted.value.length === 0) return { count: body.filtered, total: body.total };
    const named: readonly RowId[] = allMatching.value ? excepted.value : selected.value;
    if (named.length === 0 || named.length > mostRowIds) return null;
    const request = payload();

    try {
      const response = await send(
        {
          method: named.length > mostInAddress ? 'POST' : template.method,
          path: template.readPath,
          payload: { ...request, meta: { ...request.meta, start: 0, length: 1, forceInfo: true } },
          signal: lifetime,
        },
        'data',
      );
      const { filtered, total } = readResponse('data', readData, response, translate);

      return { count: filtered, total };
    } catch (error) {
      if (error instanceof TableFailure || lifetime.aborted) return null;
      throw error;
    }
  }

  return {
    payload,
    readTotals,
    canSelectAll: computed(() => {
      const { meta, template } = init.value ?? {};
      const { global = [], dropdown = [] } = template?.buttons ?? {};

      return meta?.selection === true && [...global, ...dropdown].some(({ matching }) => matching === true);
    }),
  };
}
