import { createGunzip } from 'node:zlib';
import { fastifySwaggerUi } from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ServiceError } from '../../../base/errors.ts';
import { quietLevel } from '../operation.ts';
import { callerDescriptions } from './callerDescriptions.ts';

/** Loads nothing from other hosts. Swagger UI needs inline styles. */
const pagePolicy =
  "default-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'self'; " +
  "img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'";

/** Where Swagger UI reads the description. */
const json = '/docs/json';

/** The OpenAPI description at /api/openapi.json, of what the caller may call, and Swagger UI at /docs. */
export const openapi = fastifyPlugin(
  async (app: FastifyInstance) => {
    const descriptionFor = callerDescriptions({
      describe: () => app.describeRoutes(),
      mayCall: (user, { name, permission, access = 'permission' }) =>
        access === 'permission' || name !== undefined
          ? app.mayCall(user, name ?? permission ?? '')
          : access === 'public' || user !== null,
      hasPermission: (user, name) => app.mayCall(user, name),
      onError: (error) => app.log.warn(error, 'the fields of a table could not be described'),
    });
    const respond = async (request: FastifyRequest, reply: FastifyReply) => {
      const { etag, compressed } = await descriptionFor(request.user);
      reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.type('application/json; charset=utf-8');
      if (acceptsGzip(request)) return reply.header('content-encoding', 'gzip').send(compressed);
      const plain = createGunzip();
      plain.end(compressed);

      return reply.send(plain);
    };
    app.get(
      '/api/openapi.json',
      { config: { name: 'core.openapi', access: 'signed-in' }, schema: { hide: true }, compress: false },
      respond,
    );
    await app.register(async (scope) => {
      scope.setErrorHandler((error, request, reply) => {
        const isVisitor = error instanceof ServiceError && error.code === 'service.unauthenticated';
        if (isVisitor && request.headers.accept?.includes('text/html')) {
          return reply.redirect('/sign-in?to=/docs');
        }
        throw error;
      });
      // The plugin creates these routes, so their access is set here.
      scope.addHook('onRoute', (added) => {
        const isFile = added.url.startsWith('/docs/static/') && !added.url.endsWith('.html');
        const access = isFile ? 'public' : 'signed-in';
        added.config = { ...added.config, access };
        added.logLevel = quietLevel(app);
        if (added.url === json) Object.assign(added, { handler: respond, compress: false });
        if (added.url === '/docs/yaml') added.handler = async (_request, reply) => reply.callNotFound();
      });
      await scope.register(fastifySwaggerUi, {
        routePrefix: '/docs',
        staticCSP: pagePolicy,
        uiConfig: { deepLinking: true, persistAuthorization: false },
      });
    });
  },
  { name: 'openapi', dependencies: ['guard', 'route-descriptions'] },
);

function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?(\s|,|$))/.test(headers['accept-encoding'] ?? '');
}
