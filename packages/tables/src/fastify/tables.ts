import { describeOnly } from '@rowhouse/problems';
import type { ButtonMethod } from '@rowhouse/table-protocol/internal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { bookmarkHeader } from '../http/bookmarkRoutes.ts';
import { type ServeOptions, serveTables } from '../http/serveTables.ts';
import type { TableAccess as Access } from '../http/TableAccess.ts';
import { requestClosed, type TableHttpRequest, type TableRoute } from '../http/TableRoute.ts';
import { type RouteRegistry, routeRegistry } from '../RouteRegistry.ts';
import { errorHandler } from './problem.ts';
import { routeSchema } from './routeSchema.ts';

/** Authentication and permissions, supplied by the application. */
export type TableAccess<User = unknown> = Access<FastifyRequest, User>;

export interface TablesPluginOptions extends Omit<ServeOptions<FastifyRequest>, 'onBackgroundError'> {}

/**
 * Serves tables: registers the named routes of each, below the prefix that the plugin is registered with. For the
 * routePrefix `orders` these are `orders.init` at `GET /orders/init`, `orders.tableData` at
 * `GET|POST /orders/tableData`, given `exports`, `orders.exportExcel` at `GET|POST /orders/exportExcel`, given `edit`
 * in the definition, `orders.edit` at `PATCH /orders/edit`, and a route for each action. Dots of a routePrefix become slashes.
 *
 * Templates are validated when the application is ready and knows its routes: `ready()` and `listen()` reject with
 * `tables.invalid_template` and all faults. In development, `checks` also compare the tables with the database.
 */
export async function tables(app: FastifyInstance, options: TablesPluginOptions): Promise<void> {
  if (!app.hasDecorator('namedRoutes')) {
    await app.register(namedRoutes);
  }

  const { routes, check } = serveTables<FastifyRequest>(
    {
      ...options,
      onBackgroundError: (error) => app.log.warn(error, 'work of a table in the background failed'),
    },
    app.namedRoutes,
  );

  app.setErrorHandler(errorHandler(options.translateFor));
  for (const route of routes) {
    for (const method of route.methods) register(app, route, method);
  }
  app.addHook('onReady', check);
}

function register(app: FastifyInstance, route: TableRoute<FastifyRequest>, method: ButtonMethod): void {
  const { name, path, open, changes, permission } = route;

  app.route({
    ...describeOnly(routeSchema(route, method)),
    method,
    url: path,
    // HEAD must not start what a GET route starts.
    ...(changes && { exposeHeadRoute: false }),
    config: {
      name,
      ...(open && { open }),
      ...(changes && { changes }),
      ...(permission !== undefined && { permission }),
    },
    handler: (request, reply) => respond(route, request, reply),
  });
}

/** Registers a route of a table. */
export async function respond(
  route: TableRoute<FastifyRequest>,
  request: FastifyRequest,
  reply: FastifyReply,
  params = request.params as Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const { status, headers, body } = await route.respond({ ...neutral(request, reply), params });

  return reply.code(status).headers(headers).send(body);
}

function neutral(
  request: FastifyRequest,
  reply: FastifyReply,
): Omit<TableHttpRequest<FastifyRequest>, 'params'> {
  const url = request.raw.url ?? '';
  const sent = request.headers[bookmarkHeader];
  const mark = url.indexOf('?');
  let closed: AbortSignal | undefined;

  return {
    method: request.method,
    query: mark === -1 ? '' : url.slice(mark + 1),
    body: request.body,
    closed: () => {
      closed ??= closedSignal(reply);

      return closed;
    },
    incoming: request,
    sentBookmark: sent === undefined ? null : String(sent),
  };
}

/** Aborted when the client closes the connection before the response. */
function closedSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  const onClose = () => {
    if (raw.writableFinished) return;
    closed.abort(requestClosed());
  };

  if (raw.closed) onClose();
  else raw.once('close', onClose);

  return closed.signal;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Dotted name of the route, for example `orders.tableData`; used by templates and permissions. */
    name?: string;
    /** True on the routes of a table whose template removes authentication, for the application's own guard. */
    open?: boolean;
    /** True on routes that start work although GET may call them, for the application's own guard. */
    changes?: boolean;
    /** Name of the permission of a route whose name is another one. */
    permission?: string;
  }
  interface FastifyInstance {
    namedRoutes: RouteRegistry;
  }
}

/**
 * Collects the names that routes declare as `config: { name }`, for templates to refer to. Register it before the
 * routes; earlier routes are not included. Throws if two routes with different paths have the same name.
 */
export const namedRoutes = fastifyPlugin(
  async (app: FastifyInstance) => {
    const routes = routeRegistry();
    app.decorate('namedRoutes', routes);

    app.addHook('onRoute', ({ config, url, method }) => {
      const name = config?.name;

      // Fastify adds a HEAD route for each GET route.
      if (name !== undefined && method !== 'HEAD') {
        routes.add({ name, path: url, methods: [method].flat() });
      }
    });
  },
  { name: '@rowhouse/named-routes', fastify: '5.x' },
);
