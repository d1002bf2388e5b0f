import fastify from 'fastify';
import { namedRoutes, tables } from '../src/fastify/index.ts';
import type { TablesHandlerOptions } from '../src/fetch/index.ts';
import { tablesHandler } from '../src/fetch/index.ts';
import type { TableAccess } from '../src/http/TableAccess.ts';

/** The value of a request's header; null without it. */
type HeaderOf = (name: string) => string | null;

/** How a test serves tables below `/api`, whatever serves them. */
export interface HttpOptions
  extends Omit<
    TablesHandlerOptions,
    'access' | 'bookmark' | 'prefix' | 'timeZone' | 'translateFor' | 'turn'
  > {
  readonly access?: TableAccess<HeaderOf, string>;
}

/** Served tables; `send` takes a path below the host. */
export interface HttpApp {
  send(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** What serves tables over HTTP, by name. */
export const httpServers = { 'the Fastify plugin': viaFastify, 'the fetch handler': viaFetch } as const;
export type HttpServer = keyof typeof httpServers;

async function viaFastify({ access, routes = [], ...options }: HttpOptions): Promise<HttpApp> {
  const app = fastify({ forceCloseConnections: true });
  await app.register(namedRoutes);
  for (const { name, path, methods } of routes) {
    app.route({ method: [...methods], url: path, config: { name }, handler: async () => [] });
  }
  await app.register(tables, {
    checks: () => import('@rowhouse/tables-dev/checks'),
    ...options,
    prefix: '/api',
    ...(access && {
      access: {
        ...access,
        permits: (user, name) => access.permits(user as string, name),
        user: ({ headers }) => access.user((name) => (headers[name] as string | undefined) ?? null),
      },
    }),
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });

  return { send: (path, init) => fetch(address + path, init), close: () => app.close() };
}

async function viaFetch({ access, ...options }: HttpOptions): Promise<HttpApp> {
  const handle = tablesHandler({
    checks: () => import('@rowhouse/tables-dev/checks'),
    ...options,
    prefix: '/api',
    ...(access && {
      access: {
        ...access,
        permits: (user, name) => access.permits(user as string, name),
        user: ({ headers }) => access.user((name) => headers.get(name)),
      },
    }),
  });
  await handle.ready();

  return {
    send: async (path, init) =>
      (await handle(new Request(`http://tables.test${path}`, init))) ?? Response.json({}, { status: 404 }),
    close: async () => undefined,
  };
}
