import { fastifySwagger } from '@fastify/swagger';
import { fastifySwaggerUi } from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { quietLevel } from './quietLevel.ts';

export interface OpenApiOptions {
  readonly baseUrl: string;
  readonly version: string;
}

/** Nothing is loaded from elsewhere, so that the page works without the internet. Swagger UI styles elements inline. */
const pagePolicy =
  "default-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'self'; " +
  "img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'";

/** The description of all endpoints at /api/openapi.json, and a page to read and try them at /docs. */
export const openapi = fastifyPlugin<OpenApiOptions>(
  async (app: FastifyInstance, { baseUrl, version }) => {
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
      // Route names are what permissions speak, so they are the operations' names too.
      transform: ({ schema, url, route }) => {
        const { name, access } = route.config ?? {};
        return {
          url,
          schema: {
            ...schema,
            ...(name !== undefined && { operationId: name }),
            ...(access === 'public' && { security: [] }),
          },
        };
      },
    });
    app.get(
      '/api/openapi.json',
      { config: { name: 'core.openapi', access: 'public' }, schema: { hide: true } },
      async () => app.swagger(),
    );
    await app.register(async (scope) => {
      // The page's own routes are made by the plugin and cannot say who may call them.
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: 'public' };
        route.logLevel = quietLevel(app);
      });
      await scope.register(fastifySwaggerUi, {
        routePrefix: '/docs',
        staticCSP: pagePolicy,
        uiConfig: { deepLinking: true, persistAuthorization: false },
      });
    });
  },
  { name: 'openapi', dependencies: ['guard'] },
);
