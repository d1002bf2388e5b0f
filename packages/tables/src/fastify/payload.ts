import type { FastifyRequest } from 'fastify';
import { decodeQuery } from '../request/decodeQuery.ts';

/** What a client sent: by GET in the query string, otherwise in the body. */
export function payloadOf(request: FastifyRequest): unknown {
  return request.method === 'GET' ? queryPayload(request) : request.body;
}

/** The query string, in any spelling of the contract. */
export function queryPayload({ raw }: FastifyRequest): unknown {
  const url = raw.url ?? '';
  const mark = url.indexOf('?');

  return decodeQuery(mark === -1 ? '' : url.slice(mark + 1));
}
