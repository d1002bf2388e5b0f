import { Readable } from 'node:stream';
import { describeOnly } from '@rowhouse/problems';
import { type ButtonMethod, importMediaTypes } from '@rowhouse/table-protocol/internal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { bookmarkHeader } from '../http/bookmarkRoutes.ts';
import { type ServeOptions, serveTables } from '../http/serveTables.ts';
import type { TableAccess as Access } from '../http/TableAccess.ts';
import {
  requestClosed,
  servesHead,
  type TableHttpRequest,
  type TableRoute,
  takesFile,
} from '../http/TableRoute.ts';
import { UnreadableBody } from '../http/UnreadableBody.ts';
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
  for (const route of routes.filter((one) => !takesFile(one))) {
    for (const method of route.methods) register(app, route, method, respond);
  }
  for (const [kind, accept] of [
    ['import', acceptFiles],
    ['upload', acceptAnyFile],
  ] as const) {
    const uploads = routes.filter((route) => route.kind === kind);
    if (uploads.length === 0) continue;
    await app.register(async (scope) => {
      accept(scope);
      for (const route of uploads) register(scope, route, 'POST', respond);
    });
  }
  app.addHook('onReady', check);
}

/** Throws an `UnreadableBody` for a body that is no file. What is not read of a refused one is left to the server. */
function uploadOf({ body }: FastifyRequest): AsyncIterable<Uint8Array> | null {
  if (body === undefined || body === null) return null;
  if (!(body instanceof Readable)) throw new UnreadableBody(415);

  return body.iterator({ destroyOnReturn: false });
}

/** Throws an `UnreadableBody` for a file, which the routes of tables that are added later accept first. */
function bodyOf({ body }: FastifyRequest): unknown {
  if (body instanceof Readable) throw new UnreadableBody(415);

  return body;
}

/** Passes files on as they arrive. */
export function acceptFiles(scope: FastifyInstance): void {
  scope.addContentTypeParser([...importMediaTypes], (_request, payload, done) => done(null, payload));
}

/** The same for files of any type, also of JSON. */
export function acceptAnyFile(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

type RouteHandler = (
  route: TableRoute<FastifyRequest>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Registers a route of a table, for one of its methods. */
export function register(
  app: FastifyInstance,
  route: TableRoute<FastifyRequest>,
  method: ButtonMethod,
  handle: RouteHandler,
): void {
  const { name, path, open, changes, permission, valuesSchema, fieldPermissions } = route;

  app.route({
    ...describeOnly(routeSchema(route, method)),
    method,
    url: path,
    ...(!servesHead(route) && { exposeHeadRoute: false }),
    config: {
      name,
      ...(open && { open }),
      ...(changes && { changes }),
      ...(permission !== undefined && { permission }),
      ...(valuesSchema && { valuesSchema, fieldPermissions }),
    },
    handler: (request, reply) => handle(route, request, reply),
  });
}

/** Responds to a request by a route of a table. */
export async function respond(
  route: TableRoute<FastifyRequest>,
  request: FastifyRequest,
  reply: FastifyReply,
  params = request.params as Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  try {
    const sent = takesFile(route)
      ? {
          body: undefined,
          upload: uploadOf(request),
          mediaType: request.headers['content-type'] ?? null,
        }
      : { body: bodyOf(request) };
    const { status, headers, body, stream } = await route.respond({
      ...neutral(request, reply),
      ...sent,
      params,
    });

    return reply
      .code(status)
      .headers(headers)
      .send(stream ?? body);
  } finally {
    discardFile(request);
  }
}

/** Reads the rest of a refused file: until then, the connection takes no further request. */
export function discardFile({ body }: FastifyRequest): void {
  if (body instanceof Readable) body.resume();
}

function neutral(
  request: FastifyRequest,
  reply: FastifyReply,
): Omit<TableHttpRequest<FastifyRequest>, 'params' | 'body'> {
  const url = request.raw.url ?? '';
  const sent = request.headers[bookmarkHeader];
  const queryStart = url.indexOf('?');
  let closed: AbortSignal | undefined;

  return {
    method: request.method,
    query: queryStart === -1 ? '' : url.slice(queryStart + 1),
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
    /** On routes that write records: JSON Schema of the member `values` of the body for a user, for OpenAPI descriptions. */
    valuesSchema?: (user: unknown) => Promise<object>;
    /** Permissions of single fields, on which the schema depends. */
    fieldPermissions?: readonly string[];
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
