import { decodeQuery } from '../request/decodeQuery.ts';
import type { TableHttpRequest } from './TableRoute.ts';

type Sent = Pick<TableHttpRequest<unknown>, 'method' | 'query' | 'body'>;

/** What a client sent: by GET and HEAD in the query string, otherwise in the body. */
export function payloadOf(request: Sent): unknown {
  return request.method === 'GET' || request.method === 'HEAD' ? queryPayload(request) : request.body;
}

/** The query string, in any spelling of the contract. */
export function queryPayload({ query }: Pick<Sent, 'query'>): unknown {
  return decodeQuery(query);
}

/** A client or a proxy may drop the body of a DELETE, so its query string may carry the request instead. */
export function actionPayload(request: Sent): unknown {
  const isBare = request.method === 'DELETE' && (request.body === undefined || request.body === null);

  return isBare ? queryPayload(request) : payloadOf(request);
}
