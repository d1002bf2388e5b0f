import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Of requests without an Origin: sent by a page of this service, or by a person who typed the address. */
const ownSites: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);

/**
 * Refuses a request that may change something and was sent by a page of another origin, which a browser would
 * accompany with this service's cookie: another subdomain of the same site is another origin. Clients that are no
 * browsers send neither header.
 */
export function refuseForeignOrigin(request: FastifyRequest, baseUrl: string): void {
  if (safeMethods.has(request.method) && !request.routeOptions.config.changes) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = [new URL(baseUrl).origin, `${request.protocol}://${request.host}`];
  const isOwn = origin === undefined ? ownSites.has(site) : own.includes(origin);
  if (isOwn && site !== 'cross-site') return;
  throw new ServiceError(
    'service.foreign_origin',
    `Requests that change data are accepted from pages of ${own[0]} only, not of ${origin ?? 'another site'}. ` +
      'Call from there, or use an API key in x-api-key.',
  );
}
