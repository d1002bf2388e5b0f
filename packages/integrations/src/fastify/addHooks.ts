import type { onRequestHookHandler, RouteOptions } from 'fastify';
import type { InboundHooks } from './inboundLogger.ts';

/** Adds hooks to a route, after those that it has. `onRequest` replaces the logger's own, to put others around it. */
export function addHooks(
  route: RouteOptions,
  logger: InboundHooks,
  onRequest: readonly onRequestHookHandler[] = [logger.onRequest],
): void {
  route.onRequest = [...[route.onRequest ?? []].flat(), ...onRequest] as onRequestHookHandler[];
  route.onSend = [...[route.onSend ?? []].flat(), logger.onSend] as InboundHooks['onSend'][];
  route.onError = [...[route.onError ?? []].flat(), logger.onError] as InboundHooks['onError'][];
}
