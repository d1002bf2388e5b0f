import type { InitTemplate } from '@rowhouse/table-protocol';
import type { SendRequest } from '../../http/transport.ts';
import type { HostConditions, Translate } from '../../TableController.ts';
import type { ShownResponse } from '../pageReader.ts';
import { resultKey } from '../payload.ts';
import { dataOfGroups, readGroups } from '../responses/readGroups.ts';
import { readResponse } from '../responses/shape.ts';
import type { TableState } from '../TableState.ts';
import { groupPayload, inQuery } from './groupPayload.ts';

interface PageRequest {
  readonly template: Pick<InitTemplate, 'readPath' | 'method'>;
  readonly send: SendRequest;
  readonly translate: Translate;
  readonly state: TableState;
  readonly host: HostConditions;
  readonly isForced: boolean;
  readonly signal: AbortSignal;
}

/**
 * Pages of groups of the first level. If a table is grouped on demand only, the demand applies to all pages of a
 * result.
 */
export function groupPages() {
  let demanded: string | null = null;

  return async ({
    template,
    send,
    translate,
    state,
    host,
    isForced,
    signal,
  }: PageRequest): Promise<ShownResponse> => {
    const { readPath, method } = template;
    const result = resultKey(state, host);
    if (isForced) demanded = result;

    const { start, length } = state;
    const payload = groupPayload(state, host, { path: [], start, length, forceInfo: demanded === result });
    const request = {
      method,
      path: readPath,
      payload: method === 'GET' ? inQuery(payload) : payload,
      signal,
    };
    const response = await send(request, 'data');
    const groups = readResponse('data', readGroups, response, translate);

    return { body: dataOfGroups(groups), state, result, scope: JSON.stringify(host), groups };
  };
}
