import type { ButtonMethod } from '@rowhouse/table-protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ServeOptions, serveTables } from '../http/serveTables.ts';
import type { TableHttpRequest, TableRoute } from '../http/TableRoute.ts';
import { closedSignal } from './closedSignal.ts';
import { describing } from './describing.ts';
import { namedRoutes } from './namedRoutes.ts';
import { sendProblem } from './problem.ts';
import { routeSchema } from './routeSchema.ts';

export interface TablesPluginOptions extends Omit<ServeOptions<FastifyRequest>, 'onBackgroundError'> {}

/**
 * Serves tables: registers the named routes of each, below the prefix that the plugin is registered with. For the
 * routePrefix `orders` these are `orders.init` at `GET /orders/init`, `orders.tableData` at
 * `GET|POST /orders/tableData`, given `exports`, `orders.exportExcel` at `GET|POST /orders/exportExcel`, and a route
 * for each action. Dots of a routePrefix become slashes.
 *
 * Templates are validated when the application is ready and knows its routes: `ready()` and `listen()` reject with
 * `tables.invalid_template` and all faults. In development the tables are held against the database too.
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

  app.setErrorHandler(sendProblem);
  for (const route of routes) {
    for (const method of route.methods) register(app, route, method);
  }
  app.addHook('onReady', check);
}

function register(app: FastifyInstance, route: TableRoute<FastifyRequest>, method: ButtonMethod): void {
  const { name, path, open, changes } = route;

  app.route({
    ...describing(routeSchema(route, method)),
    method,
    url: path,
    // HEAD must not run what GET begins.
    ...(changes && { exposeHeadRoute: false }),
    config: { name, ...(open && { open }), ...(changes && { changes }) },
    async handler(request, reply) {
      const { status, headers, body } = await route.respond(neutral(request, reply));

      return reply.code(status).headers(headers).send(body);
    },
  });
}

function neutral(request: FastifyRequest, reply: FastifyReply): TableHttpRequest<FastifyRequest> {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');

  return {
    method: request.method,
    query: mark === -1 ? '' : url.slice(mark + 1),
    body: request.body,
    params: request.params as Record<string, string>,
    closed: () => closedSignal(reply),
    incoming: request,
  };
}
