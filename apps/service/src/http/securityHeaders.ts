import fastifyHelmet from '@fastify/helmet';
import fastifyPlugin from 'fastify-plugin';

export interface SecurityHeadersOptions {
  readonly baseUrl: string;
}

/** Headers that restrict what pages of this service may load and who may embed them. */
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
  },
  { name: 'security-headers' },
);
