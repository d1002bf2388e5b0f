import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type RouteRegistry, routeRegistry } from '../RouteRegistry.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Dotted name of the route, for example `orders.tableData`; templates and permissions speak of it. */
    name?: string;
    /** True on the routes of a table whose template removes authentication, for the application's own guard to see. */
    open?: boolean;
    /** True on routes that begin something though GET may call them, for the application's own guard to see. */
    changes?: boolean;
  }
  interface FastifyInstance {
    namedRoutes: RouteRegistry;
  }
}

/**
 * Keeps the names that routes declare as `config: { name }`, for templates to point at. Register it before the
 * routes: those registered earlier are not seen. Two routes of one name are refused, unless they share the path.
 */
export const namedRoutes = fastifyPlugin(
  async (app: FastifyInstance) => {
    const routes = routeRegistry();
    app.decorate('namedRoutes', routes);

    app.addHook('onRoute', ({ config, url, method }) => {
      const name = config?.name;

      // Fastify adds a HEAD route beside each GET by itself.
      if (name !== undefined && method !== 'HEAD') {
        routes.add({ name, path: url, methods: [method].flat() });
      }
    });
  },
  { name: '@rowhouse/named-routes', fastify: '5.x' },
);
