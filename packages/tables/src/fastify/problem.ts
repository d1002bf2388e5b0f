import type { Problem } from '@rowhouse/table-protocol';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorTable, TableError } from '../errors.ts';

/** Seconds after which a client may try again when the database is away. */
const retryAfter = 5;

/** Answers an error that is the client's, or passing, as `application/problem+json`. Any other is thrown on, to the application's own handler. */
export function sendProblem(
  error: FastifyError | TableError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const instance = request.url.split('?')[0] ?? request.url;

  if (error instanceof TableError) {
    // A template or query at fault is the application's bug: it is logged there, and its text is not for clients.
    if (error.status === 500) throw error;
    if (error.status === 503) void reply.header('retry-after', String(retryAfter));

    return send(reply, {
      type: error.code,
      title: errorTable[error.code].title,
      status: error.status,
      detail: error.message,
      instance,
      message: error.message,
      ...(error.fields && { errors: error.fields }),
    });
  }
  if (error.statusCode === undefined || error.statusCode >= 500) {
    throw error;
  }

  return send(reply, {
    type: error.statusCode === 400 ? 'tables.malformed_request' : 'about:blank',
    title: 'The request cannot be read',
    status: error.statusCode,
    detail: error.message,
    instance,
    message: error.message,
  });
}

function send(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply.code(problem.status).type('application/problem+json').send(problem);
}
