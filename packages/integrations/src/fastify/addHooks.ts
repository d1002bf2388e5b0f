import type { onRequestHookHandler, RouteOptions } from 'fastify';
import type { InboundHooks } from './inboundLogger.ts';

/**
 * Adds hooks to a route, after those that it has. `onRequest` replaces the logger's own, to put others around it.
 * `onSend` runs first: the log keeps the response as the handler sent it, and not what a compressing hook makes of it.
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
