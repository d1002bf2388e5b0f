import { problemOf, sendProblem } from '@rowhouse/problems';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { TableError } from '../errors.ts';
import { UnreadableBody } from '../http/UnreadableBody.ts';

/** Sends an error that the client caused or that is temporary. Rethrows others for the application's error handler. */
export function handleError(
  error: FastifyError | TableError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = problemOf(inOurWords(error, request), request.url, 'tables.malformed_request');
  if (problem === null) throw error;

  return sendProblem(reply, problem);
}

/** Errors of Fastify's body parsers. */
function inOurWords(error: FastifyError | TableError, { routeOptions }: FastifyRequest): Error {
  return 'statusCode' in error && error.code.startsWith('FST_ERR_CTP_') && error.statusCode
    ? new UnreadableBody(error.statusCode, { limit: routeOptions.bodyLimit, cause: error })
    : error;
}
