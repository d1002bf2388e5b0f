import { fastifySwagger } from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Operation } from './sharedComponents.ts';
import { sharedComponents } from './sharedComponents.ts';

interface DescribeOptions {
  readonly baseUrl: string;
  readonly version: string;
}

/** The description of all routes, in parts of which that of a caller is put together. */
export interface RouteDescriptions {
  /** The document without its paths. */
  readonly document: object;
  /** By path. */
  readonly operations: readonly DescribedOperation[];
}

export interface DescribedOperation {
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly operation: Operation;
  readonly config: NonNullable<RouteOptions['config']>;
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: object;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The routes so far; call it when the application is ready. */
    describeRoutes(): RouteDescriptions;
  }
}

/** Records the routes that are added from now on. */
export const routeDescriptions = fastifyPlugin<DescribeOptions>(
  async (app: FastifyInstance, { baseUrl, version }) => {
    const routes: RouteOptions[] = [];
    const shapes = routeShapes();
    await app.register(fastifySwagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Rowhouse', version, description: 'Server-side data tables, avatars and API calls.' },
        servers: [{ url: baseUrl }],
        components: {
          securitySchemes: {
            session: { type: 'apiKey', in: 'cookie', name: 'rowhouse.session_token' },
            bearer: { type: 'http', scheme: 'bearer' },
            apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
          },
        },
        security: [{ session: [] }, { bearer: [] }, { apiKey: [] }],
      },
      transform: ({ schema, url, route }) => {
        const described = { ...accessOf(route), ...schema, [routeMember]: routes.push(route) - 1 };

        return { url, schema: shapes.isKnown(described, route) ? { ...described, hide: true } : described };
      },
    });
    app.decorate('describeRoutes', () => describe(app.swagger() as Document, routes, shapes.all()));
  },
  { name: 'route-descriptions' },
);

/** Leads from an operation to its route. */
const routeMember = 'x-route';

type DescribedSchema = Pick<Operation, 'operationId' | 'summary' | 'security'> & {
  readonly [routeMember]: number;
};

/** Permissions are route names, so these are the operation ids by default, too. */
function accessOf({ config: { name, access } = {} }: RouteOptions): object {
  return { ...(name !== undefined && { operationId: name }), ...(access === 'public' && { security: [] }) };
}

/** Routes with the same parts; only the first is in the document of the plugin. */
type Shape = readonly DescribedSchema[];

const parts = ['querystring', 'params', 'headers', 'body', 'response'] as const;

/** The tables of a database have thousands of routes that differ in their names only. */
function routeShapes() {
  const ids = new Map<unknown, number>();
  const idOf = (part: unknown) => {
    if (!ids.has(part)) ids.set(part, ids.size);

    return ids.get(part);
  };
  const shapes = new Map<string, DescribedSchema[]>();

  return {
    isKnown(
      schema: DescribedSchema & Readonly<Record<string, unknown>>,
      { method, url }: RouteOptions,
    ): boolean {
      // Parameters are written differently in the description.
      if (schema.hide === true || typeof method !== 'string' || /[:*]/.test(url)) return false;
      const key = [method, schema.description, ...parts.map((part) => idOf(schema[part]))].join();
      const shape = shapes.get(key);
      if (shape === undefined) shapes.set(key, [schema]);
      else shape.push(schema);

      return shape !== undefined;
    },
    all: (): Iterable<Shape> => shapes.values(),
  };
}

function describe(
  { paths = {}, components, ...document }: Document,
  routes: readonly RouteOptions[],
  shapes: Iterable<Shape>,
): RouteDescriptions {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => {
      const { [routeMember]: route = -1, ...operation } = described as Operation & Partial<DescribedSchema>;

      return { path, method, operation, route };
    }),
  );
  const byRoute = new Map(operations.map((one) => [one.route, one]));
  const shared = sharedComponents();
  for (const [first, ...others] of shapes) {
    const known = first && byRoute.get(first[routeMember]);
    if (known === undefined || others.length === 0) continue;
    known.operation = shared.refer(known.operation);
    for (const { [routeMember]: route, operationId, summary, security } of others) {
      const own = {
        ...(operationId && { operationId }),
        ...(summary && { summary }),
        ...(security && { security }),
      };
      const { security: _security, ...common } = known.operation;
      operations.push({
        path: routes[route]?.url ?? '',
        method: known.method,
        route,
        operation: { ...common, ...own },
      });
    }
  }

  return {
    document: { ...document, components: { ...components, ...shared.components } },
    operations: operations
      .map(({ route, ...one }) => ({ ...one, config: routes[route]?.config ?? {} }))
      .sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path))),
  };
}
