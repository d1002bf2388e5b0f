import type { ReadGroupPage } from '../requests/pageReader.ts';
import { resultKey } from '../requests/payload.ts';
import { readResponse } from '../responses/shape.ts';
import { groupPayload, inQuery } from './groupPayload.ts';
import { dataOfGroups, readGroups } from './readGroups.ts';

/**
 * Pages of groups of the first level. If a table is grouped on demand only, the demand applies to all pages of a
 * result.
 */
export function groupPages(): ReadGroupPage {
  let demanded: string | null = null;

  return async ({ template, send, translate, state, host, isForced, signal }) => {
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
