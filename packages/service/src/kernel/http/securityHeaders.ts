import fastifyHelmet from '@fastify/helmet';
import fastifyPlugin from 'fastify-plugin';

interface SecurityHeadersOptions {
  readonly baseUrl: string;
}

/** Headers that restrict what pages may load, who may embed them and who may cache responses. */
export const securityHeaders = fastifyPlugin<SecurityHeadersOptions>(
  async (app, { baseUrl }) => {
    const isEncrypted = baseUrl.startsWith('https:');
    await app.register(fastifyHelmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          baseUri: ["'self'"],
          objectSrc: ["'none'"],
          frameAncestors: ["'self'"],
          formAction: ["'self'"],
          imgSrc: ["'self'", 'data:'],
        },
      },
      // Both would redirect browsers to https, on which nothing listens.
      strictTransportSecurity: isEncrypted ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      crossOriginOpenerPolicy: isEncrypted,
      originAgentCluster: isEncrypted,
    });
    // Responses of endpoints are not cached by default: they are for one user. The route is checked, too, since a URL may be
    // spelled in several ways.
    app.addHook('onRequest', async ({ url, routeOptions }, reply) => {
      const isApi = [routeOptions.url ?? '', url].some((path) => path.startsWith('/api/'));
      if (isApi) reply.header('cache-control', 'no-store');
    });
  },
  { name: 'security-headers' },
);
