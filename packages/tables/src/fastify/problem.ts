import { problemOf, sendProblem, type TranslateText } from '@rowhouse/problems';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { TableError } from '../errors.ts';
import { UnreadableBody } from '../http/UnreadableBody.ts';

type TranslateFor = (request: FastifyRequest) => TranslateText | undefined;

type ErrorHandler = (
  error: FastifyError | TableError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply;

/** Sends an error that the client caused or that is temporary. Rethrows others for the application's error handler. */
export function errorHandler(translateFor?: TranslateFor): ErrorHandler {
  return (error, request, reply) => {
    const code = 'tables.malformed_request';
    const problem = problemOf(inOurWords(error, request), request.url, code, translateFor?.(request));
    if (problem === null) throw error;

    return sendProblem(reply, problem);
  };
}

/** Errors of Fastify's body parsers. */
function inOurWords(error: FastifyError | TableError, { routeOptions }: FastifyRequest): Error {
  return 'statusCode' in error && error.code?.startsWith('FST_ERR_CTP_') && error.statusCode
    ? new UnreadableBody(error.statusCode, { limit: routeOptions.bodyLimit, cause: error })
    : error;
}
