import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { findRoute } from '../http/findRoute.ts';
import { serveTables } from '../http/serveTables.ts';
import type { TableRoute } from '../http/TableRoute.ts';
import { type GrowingRegistry, routeRegistry } from '../RouteRegistry.ts';
import { errorHandler } from './problem.ts';
import { acceptFiles, respond, type TablesPluginOptions } from './tables.ts';

export interface DynamicTablesOptions extends Pick<TablesPluginOptions, 'translateFor'> {
  /** Start of the routePrefix of every added table: `crm` of `crm.contacts`. */
  readonly prefixes: readonly string[];
  /** The error for requests to unknown tables while those of the prefix are unavailable; null when they are known. */
  readonly unavailable: (prefix: string) => Error | null;
  /** `config` of the wildcard routes. Each table is also guarded by its `access`. */
  readonly config?: FastifyContextConfig;
}

export interface DynamicTables {
  /**
   * Serves tables from now on, and returns the names of the permissions of their routes, which are in `namedRoutes`. Tables with the
   * same routes replace earlier ones. Rejects with `tables.invalid_template`.
   */
  add(options: TablesPluginOptions): Promise<readonly string[]>;
}

/**
 * Routes of tables that are added while the application runs, when Fastify accepts no more routes: one wildcard route
 * per prefix. They are not part of OpenAPI descriptions.
 *
 *     app.register(async (scope) => {
 *       const later = dynamicTables(scope, { prefixes: ['crm'], unavailable: () => new Error('…') });
 *     });
 */
export function dynamicTables(
  app: FastifyInstance,
  { prefixes, unavailable, config, translateFor }: DynamicTablesOptions,
): DynamicTables {
  const routes = new Map<string, TableRoute<FastifyRequest>>();
  app.setErrorHandler(errorHandler(translateFor));
  acceptFiles(app);
  for (const prefix of new Set(prefixes)) {
    const path = `/${prefix.replaceAll('.', '/')}`;
    app.all<{ Params: { '*': string } }>(
      `${path}/*`,
      { schema: { hide: true } as object, ...(config && { config }) },
      async (request, reply) => {
        // Fastify has decoded the path.
        const match = findRoute(routes, request.method, `${path}/${request.params['*']}`);
        if (match) return respond(match.route, request, reply, match.params);
        const error = unavailable(prefix);
        if (error !== null) throw error;
        reply.callNotFound();

        return reply;
      },
    );
  }

  return {
    async add(options) {
      const names = app.namedRoutes as GrowingRegistry;
      // Includes the routes of the new tables, which their templates may name.
      const all = routeRegistry(names.names().flatMap((name) => names.find(name) ?? []));
      const { routes: added, check } = serveTables<FastifyRequest>(
        {
          ...options,
          onBackgroundError: (error) => app.log.warn(error, 'work of a table in the background failed'),
        },
        all,
      );
      const named = added.map(({ name, path, methods }) => ({ name, path: `${app.prefix}${path}`, methods }));
      for (const route of named) all.add(route);
      await check();
      for (const route of named) names.add(route);
      for (const route of added) {
        for (const method of route.methods) routes.set(`${method} ${route.path}`, route);
      }

      return [...new Set(added.map(({ name, permission = name }) => permission))];
    },
  };
}
