import type { ReadonlySignal } from '@preact/signals-core';
import type { DataResponse, GroupsResponse, InitResponse, InitTemplate } from '@rowhouse/table-protocol';
import type { SendRequest } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import { readData } from '../responses/readData.ts';
import { readResponse } from '../responses/shape.ts';
import type { LazyModule } from '../table/lazyModule.ts';
import type { TableRow } from '../table/TableRow.ts';
import type { TableState } from '../table/TableState.ts';
import type { SentConditions } from './connection.ts';
import { knownCounts } from './knownCounts.ts';
import { dataPayload, resultKey } from './payload.ts';

/** A response of the data route, and the state that was requested. */
export interface ShownResponse {
  readonly body: DataResponse<TableRow>;
  readonly state: TableState;
  /** Equal for the pages of the same result. */
  readonly result: string;
  /** Null if the rows are not grouped. */
  readonly groups: GroupsResponse | null;
  /** The application's conditions on it. */
  readonly scope: string;
}

export interface PageReaderContext {
  readonly init: ReadonlySignal<InitResponse | null>;
  readonly send: SendRequest;
  readonly translate: Translate;
  /** Reads pages of groups; loaded with the first one. */
  readonly grouping: LazyModule<{ groupPages(): ReadGroupPage }>;
  host(): SentConditions;
}

export interface PageRequest {
  readonly state: TableState;
  /** Counts and totals are also requested above the table's limit. */
  readonly isForced: boolean;
  readonly signal: AbortSignal;
}

export interface GroupPageRequest extends PageRequest {
  readonly template: Pick<InitTemplate, 'readPath' | 'method'>;
  readonly send: SendRequest;
  readonly translate: Translate;
  readonly host: SentConditions;
}

export type ReadGroupPage = (request: GroupPageRequest) => Promise<ShownResponse>;

export interface PageReader {
  /** Throws `TableFailure`. */
  read(request: PageRequest): Promise<ShownResponse>;
  /** The rows may have changed. */
  forgetCounts(): void;
}

/** Reads pages, of rows or of groups. Counts that were read are known on the other pages of the same result. */
export function pageReader({ init, send, translate, grouping, host }: PageReaderContext): PageReader {
  const counts = knownCounts();
  let readGroupPage: ReadGroupPage | null = null;

  return {
    async read({ state, isForced, signal }: PageRequest): Promise<ShownResponse> {
      const conditions = host();
      const template = init.value?.template ?? { readPath: '', method: 'GET' };
      if (state.groupBy.length > 0) {
        readGroupPage ??= (await grouping.load()).groupPages();
        return readGroupPage({ template, send, translate, state, host: conditions, isForced, signal });
      }

      const { readPath: path, method } = template;
      const payload = dataPayload(state, conditions, isForced);
      const response = await send({ method, path, payload, signal }, 'data');
      const body = readResponse('data', readData, response, translate);

      return {
        body: counts.complete(body, state, conditions),
        state,
        result: resultKey(state, conditions),
        groups: null,
        scope: JSON.stringify(conditions),
      };
    },
    forgetCounts: counts.forget,
  };
}
