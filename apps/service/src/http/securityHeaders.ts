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
    // What the endpoints answer is for whoever asked, unless they say otherwise: no proxy or browser keeps it.
    app.addHook('onRequest', async ({ url }, reply) => {
      if (url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    });
  },
  { name: 'security-headers' },
);
