import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ApiActionLoggerOptions } from './ApiActionLoggerOptions.ts';
import { addHooks } from './addHooks.ts';
import { inboundLogger } from './inboundLogger.ts';
import { keepPlaces } from './keepPlaces.ts';

/**
 * Logs inbound calls: one record for each, masked off the path of the answer, with the time to its last byte. Calls that
 * a client broke off have no status. Statuses other than the successful ones are reported. Outbound calls that a handler
 * makes are logged with the caller's id and the name of the route. Register it before the routes.
 */
export const apiActionLogger = fastifyPlugin(
  async (app: FastifyInstance, options: ApiActionLoggerOptions) => {
    keepPlaces(app.server);
    app.addHook('onRoute', (route) => {
      const { apiLog } = route.config ?? {};
      if (options.routes === 'all' ? apiLog !== false : apiLog === true) {
        addHooks(route, inboundLogger(route, options));
      }
    });
  },
  { name: 'api-action-logger', fastify: '5.x' },
);
