import type { EventEmitter } from 'node:events';
import type { FastifyInstance, onRequestHookHandler, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { reserveCaller } from '../callContext.ts';
import { type ApiActionLoggerOptions, type InboundHooks, inboundLogger } from './inboundLogger.ts';

/**
 * Logs inbound calls: one record each, masked after the response, with the time to its last byte. Calls whose client
 * disconnected have no status. Statuses other than `successStatuses` are reported. Outbound calls of a handler are logged
 * with the user's id and the name of the route. Register it before the routes.
 */
export const apiActionLogger = fastifyPlugin(
  async (app: FastifyInstance, options: ApiActionLoggerOptions) => {
    reserveCallers(app.server);
    app.addHook('onRoute', (route) => {
      const { apiLog } = route.config ?? {};
      if (options.routes === 'all' ? apiLog !== false : apiLog === true) {
        addHooks(route, inboundLogger(route, options));
      }
    });
  },
  { name: 'api-action-logger', fastify: '5.x' },
);

/**
 * Adds hooks to a route, after existing ones. `onRequest` replaces the logger's own, to add others around it. `onSend`
 * runs first, so that the response is logged before a hook compresses it.
 */
export function addHooks(
  route: RouteOptions,
  logger: InboundHooks,
  onRequest: readonly onRequestHookHandler[] = [logger.onRequest],
): void {
  route.onRequest = [...[route.onRequest ?? []].flat(), ...onRequest] as onRequestHookHandler[];
  route.onSend = [logger.onSend, ...[route.onSend ?? []].flat()] as InboundHooks['onSend'][];
  route.onError = [...[route.onError ?? []].flat(), logger.onError] as InboundHooks['onError'][];
}

const servers = new WeakSet<EventEmitter>();

/**
 * Reserves a caller for each request of a server, before its hooks run. Node ends the context of the event; a scope in a
 * hook would cost about 3 % of the throughput of an empty route.
 */
export function reserveCallers(server: EventEmitter): void {
  if (servers.has(server)) return;
  servers.add(server);
  server.prependListener('request', reserveCaller);
}
