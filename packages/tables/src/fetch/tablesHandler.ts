import { Readable } from 'node:stream';
import { problemOf } from '@rowhouse/problems';
import { bookmarkHeader } from '../http/bookmarkRoutes.ts';
import { findRoute } from '../http/findRoute.ts';
import { type ServeOptions, serveTables } from '../http/serveTables.ts';
import type { TableAccess as Access } from '../http/TableAccess.ts';
import { requestClosed, type TableHttpResponse, type TableRoute, takesFile } from '../http/TableRoute.ts';
import { type NamedRoute, type RouteRegistry, routeRegistry } from '../RouteRegistry.ts';
import { readBody, uploadOf } from './readBody.ts';

export interface TablesHandlerOptions extends ServeOptions<Request> {
  /** Path before those of the tables, such as `/api`; it may have parameters, as `/:tenant/api`. Defaults to none. */
  readonly prefix?: string;
  /** The application's own routes that buttons and filters name. Templates are validated against them and the tables' own. */
  readonly routes?: readonly NamedRoute[];
  /** Maximum bytes of a request body. Defaults to 1 MiB. A larger one gets 413. */
  readonly bodyLimit?: number;
}

export interface TablesHandler {
  /**
   * Responds to a request for a table, also with problems. Null if no table has a route with that path and method; the
   * body has not been read then. Rejects with errors that are neither caused by the client nor temporary. An aborted
   * request gets 499, and its queries are cancelled; an action that has started ignores the signal.
   */
  (request: Request): Promise<Response | null>;
  /**
   * Resolves when all templates are valid, and rejects with `tables.invalid_template` and all faults otherwise. Call it
   * at start; otherwise the first request validates the templates, and rejects.
   */
  ready(): Promise<void>;
  /** The routes of the tables and of the application, with their full paths. */
  readonly routes: RouteRegistry;
}

/**
 * Serves tables with any framework that uses web-standard requests: the same routes, responses and problems as the
 * Fastify plugin, below `prefix`.
 */
export function tablesHandler(options: TablesHandlerOptions): TablesHandler {
  const { prefix = '', bodyLimit = 2 ** 20 } = options;
  const registry = routeRegistry(options.routes);
  const { routes, check } = serveTables(options, registry);
  for (const route of routes) registry.add({ ...route, path: prefix + route.path });
  const find = routeFinder(prefix, routes);
  let checked: Promise<void> | null = null;

  const ready = () => {
    checked ??= check().catch((error: unknown) => {
      // The database may be available again for the next request.
      checked = null;
      throw error;
    });

    return checked;
  };

  async function handle(request: Request): Promise<Response | null> {
    const { pathname, search } = new URL(request.url);
    const match = find(request.method, pathname);
    if (match === null) return null;
    await ready();

    try {
      return toResponse(request, await respond(request, match, search.slice(1)));
    } catch (error) {
      const isClosed = request.signal.aborted && error === request.signal.reason;
      const problem = problemOf(
        isClosed ? requestClosed() : error,
        pathname,
        'tables.malformed_request',
        options.translateFor?.(request),
      );
      if (problem === null) throw error;

      return toResponse(request, problem);
    }
  }

  async function respond(request: Request, { route, params }: MatchedRoute, query: string) {
    const { method, signal } = request;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const sent = takesFile(route)
      ? {
          body: undefined,
          upload: uploadOf(request, route.kind === 'import'),
          mediaType: request.headers.get('content-type'),
        }
      : { body: hasBody ? await readBody(request, bodyLimit) : undefined };
    signal.throwIfAborted();

    return route.respond({
      method,
      query,
      ...sent,
      params,
      closed: () => signal,
      incoming: request,
      sentBookmark: request.headers.get(bookmarkHeader),
    });
  }

  return Object.assign(handle, { ready, routes: registry });
}

function toResponse({ method }: Request, { status, headers, body, stream }: TableHttpResponse): Response {
  if (stream) return new Response(Readable.toWeb(stream) as ReadableStream, { status, headers });

  return new Response(method === 'HEAD' ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

interface MatchedRoute {
  readonly route: TableRoute<Request>;
  /** Values of the prefix's parameters. */
  readonly params: Readonly<Record<string, string>>;
}

/** Characters of a path that are special in a regular expression. */
const special = /[.*+?^${}()|[\]\\]/g;
/** A parameter of the prefix, such as `:tenant`. */
const parameter = /:([A-Za-z_]\w*)/g;

/** Finds the route for a method and a path; null if there is none. */
function routeFinder(
  prefix: string,
  routes: readonly TableRoute<Request>[],
): (method: string, pathname: string) => MatchedRoute | null {
  // As in a request: percent-encoded.
  const start = new URL(`http://localhost${prefix}/`).pathname.slice(0, -1);
  const pattern = new RegExp(`^${start.replace(special, '\\$&').replace(parameter, '(?<$1>[^/]+)')}(/.*)$`);
  const known = new Map(
    routes.flatMap((route) => route.methods.map((method) => [`${method} ${route.path}`, route])),
  );

  return (method, pathname) => {
    const match = pattern.exec(pathname);
    if (match === null) return null;
    const path = match.at(-1) ?? '';
    const found = findRoute(known, method, path);

    try {
      return found && { route: found.route, params: decoded({ ...match.groups, ...found.params }) };
    } catch {
      // A path with broken percent-encoding matches no route.
      return null;
    }
  };
}

function decoded(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value = '']) => [name, decodeURIComponent(value)]),
  );
}

/** Authentication and permissions, supplied by the application. */
export type TableAccess<User = unknown> = Access<Request, User>;
