import { sendProblem } from '@rowhouse/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ServiceError } from '../errors.ts';
import { toProblem } from './toProblem.ts';

/** Sends every error as application/problem+json (RFC 9457). */
export const errorHandling = fastifyPlugin(
  async (app: FastifyInstance) => {
    app.setErrorHandler((error, request, reply) => handleError(error, request, reply));
    app.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?')[0];
      const error = new ServiceError(
        'service.not_found',
        `The route ${request.method} ${path} does not exist.`,
      );
      return handleError(error, request, reply);
    });
  },
  { name: 'error-handling' },
);

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error, request);
  if (problem.status >= 500) request.log.error({ err: error }, 'The request failed');

  return sendProblem(reply, problem);
}
