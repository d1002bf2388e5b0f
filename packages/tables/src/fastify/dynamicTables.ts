import type { ButtonMethod } from '@rowhouse/table-protocol/internal';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findRoute, type RouteMatch } from '../http/findRoute.ts';
import { serveTables, type TableRouteSet } from '../http/serveTables.ts';
import type { TableRoute } from '../http/TableRoute.ts';
import {
  type GrowingRegistry,
  type NamedRoute,
  type RouteRegistry,
  routeRegistry,
} from '../RouteRegistry.ts';
import { errorHandler } from './problem.ts';
import {
  acceptAnyFile,
  acceptFiles,
  discardFile,
  register,
  respond,
  type TablesPluginOptions,
} from './tables.ts';

export interface DynamicTablesOptions extends Pick<TablesPluginOptions, 'translateFor'> {
  /** Name of a group → starts of the routePrefixes of its tables: `crm` of `crm.contacts`. Each group is replaced as a whole. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Called once for a request to an unknown table, before it is refused: the table may be served afterwards. */
  readonly onUnknown?: (group: string) => Promise<void>;
  /** The error for requests to unknown tables while those of the group are unavailable; null when they are known. */
  readonly unavailable: (group: string) => Error | null;
  /** The error to send instead of one of a table. Defaults to the same. */
  readonly failure?: (group: string, error: unknown) => Promise<unknown>;
  /** `config` of the wildcard routes. Each table is also guarded by its `access`. */
  readonly config?: FastifyContextConfig;
}

export interface DynamicTables {
  /**
   * Serves the first tables of a group, by routes of their own, which OpenAPI describes. Call it before the application is ready;
   * their templates are validated then.
   */
  start(group: string, sets: readonly TablesPluginOptions[]): void;
  /** Validates the tables that are to replace those of a group. Rejects with `tables.invalid_template`. */
  prepare(group: string, sets: readonly TablesPluginOptions[]): Promise<PreparedTables>;
}

export interface PreparedTables {
  /** Names of the permissions of their routes. */
  readonly permissions: readonly string[];
  /** Serves them from now on, and no other tables of the group. Requests in progress end with the earlier tables. */
  serve(): void;
}

type Route = TableRoute<FastifyRequest>;

/**
 * Tables that are replaced while the application runs, when Fastify accepts no more routes: one wildcard route per prefix serves
 * those that were not known before. These are not part of OpenAPI descriptions.
 *
 *     app.register(async (scope) => {
 *       const dynamic = dynamicTables(scope, { groups: new Map([['crm', ['crm']]]), unavailable: () => null });
 *       dynamic.start('crm', [{ db, tables }]);
 *     });
 */
export function dynamicTables(
  app: FastifyInstance,
  { groups, onUnknown, unavailable, failure, config, translateFor }: DynamicTablesOptions,
): DynamicTables {
  /** Group → method and path → route. */
  const served = new Map<string, ReadonlyMap<string, Route>>();
  app.setErrorHandler(errorHandler(translateFor));
  acceptFiles(app);
  // Files of fields may be of any type. Routes that take none refuse them.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  /** `find` is called for the routes of now. */
  async function handle(
    group: string,
    find: (routes: ReadonlyMap<string, Route>) => RouteMatch<FastifyRequest> | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const current = () => find(served.get(group) ?? new Map());
    let match = current();
    if (match === null) {
      await onUnknown?.(group);
      match = current();
    }
    if (match === null) {
      discardFile(request);
      const error = unavailable(group);
      if (error !== null) throw error;
      reply.callNotFound();

      return reply;
    }
    try {
      return await respond(match.route, request, reply, match.params);
    } catch (error) {
      throw failure === undefined ? error : await failure(group, error);
    }
  }

  for (const [prefix, group] of prefixesOf(groups)) {
    const path = `/${prefix.replaceAll('.', '/')}`;
    app.all<{ Params: { '*': string } }>(
      `${path}/*`,
      { schema: { hide: true } as object, ...(config && { config }) },
      async (request, reply) =>
        // Fastify has decoded the path.
        handle(
          group,
          (routes) => findRoute(routes, request.method, `${path}/${request.params['*']}`),
          request,
          reply,
        ),
    );
  }

  function open(sets: readonly TablesPluginOptions[], registry: RouteRegistry) {
    const created: (() => void)[] = [];
    const opened = sets.map(
      (options): TableRouteSet<FastifyRequest> =>
        serveTables<FastifyRequest>(
          {
            ...options,
            onBackgroundError: (error) => app.log.warn(error, 'work of a table in the background failed'),
            onCreated: (tables) => void created.push(() => options.onCreated?.(tables)),
          },
          registry,
        ),
    );
    const routes = opened.flatMap((set) => set.routes);

    return {
      routes,
      byPath: new Map(
        routes.flatMap((route) => route.methods.map((method) => [keyOf(method, route), route] as const)),
      ),
      report: () => {
        for (const one of created) one();
      },
      check: async () => {
        for (const set of opened) await set.check();
      },
    };
  }

  return {
    start(group, sets) {
      const { routes, byPath, check, report } = open(sets, app.namedRoutes);
      served.set(group, byPath);
      report();
      registerAll(app, routes, (scope, route, method) => {
        const now = () => served.get(group)?.get(keyOf(method, route));
        register(scope, describedAs(route, now), method, ({ path }, request, reply) =>
          handle(group, (now) => matchOf(now.get(keyOf(method, { path })), request), request, reply),
        );
      });
      app.addHook('onReady', check);
    },
    async prepare(group, sets) {
      const names = app.namedRoutes as GrowingRegistry;
      const replaced = new Set([...(served.get(group)?.values() ?? [])].map(({ name }) => name));
      // Includes the routes of the new tables, which their templates may name.
      const all = routeRegistry(
        names.names().flatMap((name) => (replaced.has(name) ? [] : (names.find(name) ?? []))),
      );
      const { routes, byPath, check, report } = open(sets, all);
      const named = routes.map(
        ({ name, path, methods }): NamedRoute => ({ name, path: `${app.prefix}${path}`, methods }),
      );
      for (const route of named) all.add(route);
      await check();

      return {
        permissions: [...new Set(routes.map(({ name, permission = name }) => permission))],
        serve() {
          for (const name of replaced) names.remove(name);
          for (const route of named) names.add(route);
          served.set(group, byPath);
          report();
        },
      };
    },
  };
}

/** Adds routes for each of their methods; those that take files of any type have parsers of their own. */
function registerAll(
  app: FastifyInstance,
  routes: readonly Route[],
  add: (scope: FastifyInstance, route: Route, method: ButtonMethod) => void,
): void {
  const addTo = (scope: FastifyInstance, some: readonly Route[]) => {
    for (const route of some) for (const method of route.methods) add(scope, route, method);
  };
  const isUpload = ({ kind }: Route) => kind === 'upload';
  addTo(
    app,
    routes.filter((route) => !isUpload(route)),
  );
  if (!routes.some(isUpload)) return;
  void app.register(async (scope) => {
    acceptAnyFile(scope);
    addTo(scope, routes.filter(isUpload));
  });
}

/** A route whose values are described as those of the table that is served at the time. */
function describedAs(route: Route, now: () => Route | undefined): Route {
  const { valuesSchema } = route;

  return valuesSchema
    ? { ...route, valuesSchema: async (user) => (now()?.valuesSchema ?? valuesSchema)(user) }
    : route;
}

function keyOf(method: ButtonMethod, { path }: Pick<Route, 'path'>): string {
  return `${method} ${path}`;
}

function matchOf(route: Route | undefined, { params }: FastifyRequest): RouteMatch<FastifyRequest> | null {
  return route === undefined ? null : { route, params: params as RouteMatch<FastifyRequest>['params'] };
}

function prefixesOf(groups: DynamicTablesOptions['groups']): ReadonlyMap<string, string> {
  return new Map(
    [...groups].flatMap(([group, prefixes]) => prefixes.map((prefix) => [prefix, group] as const)),
  );
}
