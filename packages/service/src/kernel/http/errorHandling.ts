import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ServiceError } from '../errors.ts';
import { toProblem } from './toProblem.ts';

/** Answers every error as application/problem+json (RFC 9457). */
export const errorHandling = fastifyPlugin(
  async (app: FastifyInstance) => {
    app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
    app.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?')[0];
      const error = new ServiceError('service.not_found', `There is no ${request.method} ${path} here.`);
      return sendProblem(error, request, reply);
    });
  },
  { name: 'error-handling' },
);

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfter } = toProblem(error, request);
  if (status >= 500) request.log.error({ err: error }, 'The request failed');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).type('application/problem+json; charset=utf-8').send(body);
}
