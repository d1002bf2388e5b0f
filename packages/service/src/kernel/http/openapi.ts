import { fastifySwagger } from '@fastify/swagger';
import { fastifySwaggerUi } from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { quietLevel } from './operation.ts';

interface OpenApiOptions {
  readonly baseUrl: string;
  readonly version: string;
}

/** Loads nothing from other hosts. Swagger UI needs inline styles. */
const pagePolicy =
  "default-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'self'; " +
  "img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'";

/** OpenAPI description at /api/openapi.json, and Swagger UI at /docs. */
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
      // Permissions are route names, so these are the operation ids, too.
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
      // The plugin creates these routes, so their access is set here.
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
