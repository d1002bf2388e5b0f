import fastifyHelmet from '@fastify/helmet';
import fastifyPlugin from 'fastify-plugin';

export interface SecurityHeadersOptions {
  readonly baseUrl: string;
}

/** Headers that restrict what pages of this service may load, who may embed them, and who keeps answers. */
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
      // Both would send browsers to https:// where nothing listens.
      strictTransportSecurity: isEncrypted ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      crossOriginOpenerPolicy: isEncrypted,
      originAgentCluster: isEncrypted,
    });
    // Responses of the endpoints are for the user of the request, unless they say otherwise: no proxy or browser keeps
    // them. The route counts: its address may be written in several ways.
    app.addHook('onRequest', async ({ url, routeOptions }, reply) => {
      const isApi = [routeOptions.url ?? '', url].some((path) => path.startsWith('/api/'));
      if (isApi) reply.header('cache-control', 'no-store');
    });
  },
  { name: 'security-headers' },
);
