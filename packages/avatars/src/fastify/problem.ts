import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AvatarError, errorTable } from '../errors.ts';

/** Seconds after which a client may try again. */
const retryAfter = 5;

/** Answers an error that is the client's, or passing, as `application/problem+json`. Any other is thrown on, to the application's own handler. */
export function sendProblem(
  error: FastifyError | AvatarError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const instance = request.url.split('?')[0] ?? request.url;

  if (error instanceof AvatarError) {
    if (error.status === 503) request.log.error({ err: error }, 'avatars are unavailable');
    if (error.status === 503 || error.status === 429) void reply.header('retry-after', String(retryAfter));

    return send(reply, error.status, {
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

  return send(reply, error.statusCode, {
    type: error.code,
    title: 'The request cannot be read',
    status: error.statusCode,
    detail: error.message,
    instance,
    message: error.message,
  });
}

function send(reply: FastifyReply, status: number, problem: object): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(problem);
}
