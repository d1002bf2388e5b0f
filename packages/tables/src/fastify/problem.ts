import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { TableError } from '../errors.ts';
import { problemOf } from '../http/problem.ts';
import { UnreadableBody } from '../http/UnreadableBody.ts';

/** Answers an error that is the client's, or passing, as a problem. Any other is thrown on, to the application's own handler. */
export function sendProblem(
  error: FastifyError | TableError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = problemOf(inOurWords(error, request), request.url.split('?')[0] ?? request.url);
  if (problem === null) throw error;

  return reply.code(problem.status).headers(problem.headers).send(problem.body);
}

/** Errors of Fastify's body parsers. */
function inOurWords(error: FastifyError | TableError, { routeOptions }: FastifyRequest): Error {
  return 'statusCode' in error && error.code.startsWith('FST_ERR_CTP_') && error.statusCode
    ? new UnreadableBody(error.statusCode, { limit: routeOptions.bodyLimit, cause: error })
    : error;
}
