import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { actorOf, type HookCalls } from './createHooks.ts';
import type { RequestEvent } from './Hooks.ts';

/** Asks modules before the handlers of routes, and tells them of responses. */
export const requestHooks = fastifyPlugin<{ readonly hooks: HookCalls }>(
  async (app, { hooks }) => {
    app.addHook('preHandler', async (request) => {
      if (!request.is404) await hooks.before('request', eventOf(request));
    });
    app.addHook('onResponse', async (request, reply) => {
      if (request.is404) return;
      const end = { status: reply.statusCode, milliseconds: reply.elapsedTime };
      await hooks.after('request', { ...eventOf(request), ...end });
    });
  },
  { name: 'request-hooks', dependencies: ['guard'] },
);

function eventOf(request: FastifyRequest): RequestEvent {
  const { method, url, user, routeOptions } = request;
  const [path = ''] = url.split('?');

  return { ...actorOf(user), method, path, route: routeOptions.config.name ?? null, user, request };
}
