import { say } from '@rowhouse/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ServiceError } from '../../base/errors.ts';
import {
  checkActive,
  checkKnown,
  checkNotImpersonated,
  checkPermitted,
  type Languages,
  languageOf,
} from './accessChecks.ts';
import type { RouteAccess } from './declaredAccess.ts';
import { type Authenticate, ImpersonationEnded, type User } from './User.ts';

interface GuardOptions extends Languages {
  readonly authenticate: Authenticate;
  readonly baseUrl: string;
}

/**
 * Runs before every handler: identifies the caller, refuses inactive users, chooses the language and checks the route's
 * permission. For routes marked with `leaveToGroup` it only identifies the caller.
 */
export const guard = fastifyPlugin<GuardOptions>(
  async (app: FastifyInstance, options) => {
    app.decorateRequest('user', null);
    app.decorateRequest('sessionId', null);
    app.decorateRequest('language', options.language);
    app.addHook('onRequest', async (request, reply) => {
      const rule: GuardedConfig = request.is404 ? { access: 'public' } : request.routeOptions.config;
      const isPublic = rule.access === 'public';
      // That of the browser, for who is not known.
      request.language = languageOf(request, options);
      // Public routes such as /health respond without a database query.
      if (!isPublic) await resolveUser(request, reply, options);
      if (request.user !== null) nameInLog(request, reply, request.user);
      if (rule[leftToGroup]) return checkKnown(request.user);
      if (!isPublic) check(request.user, rule);
    });
  },
  { name: 'guard', dependencies: ['error-handling'] },
);

/** A symbol, so that no route can set it by mistake and become open to every user. */
const leftToGroup = Symbol('left to the group');

type GuardedConfig = RouteAccess & { readonly [leftToGroup]?: true };

/** For route groups with hooks of their own that check active state and permission. */
export function leaveToGroup<Config extends object>(config: Config): Config {
  return { ...config, [leftToGroup]: true };
}

/** Adds the user and the impersonator to all further log lines of the request. */
function nameInLog(request: FastifyRequest, reply: FastifyReply, { id, impersonatedBy }: User): void {
  const log = request.log.child({ userId: id, ...(impersonatedBy !== null && { impersonatedBy }) });
  request.log = log;
  reply.log = log;
}

/** Sent by pages with requests that no user has caused, such as those for changed rows. They do not renew the session. */
const backgroundHeader = 'x-rowhouse-background';

async function resolveUser(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticate, baseUrl }: GuardOptions,
): Promise<void> {
  const { renewsSession = true } = request.routeOptions.config;
  const background = !renewsSession || request.headers[backgroundHeader] !== undefined;
  const found = await authenticate(request.headers, { background, changes: mayChangeData(request) }).catch(
    (error: unknown) => {
      if (error instanceof ImpersonationEnded) request.language = error.language;
      throw error;
    },
  );
  if (found === null) return;
  const { user, identity } = found;
  request.language = user.language;
  if (identity.by === 'cookie') refuseForeignOrigin(request, baseUrl);
  for (const cookie of identity.cookies) reply.header('set-cookie', cookie);
  request.user = user;
  request.sessionId = identity.sessionId;
}

function check(user: User | null, { access, permission, name, refusesImpersonator }: RouteAccess): void {
  checkKnown(user);
  checkActive(user);
  if (refusesImpersonator) checkNotImpersonated(user);
  if (access !== 'signed-in') checkPermitted(user, permission ?? name ?? '');
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export function mayChangeData({ method, routeOptions }: FastifyRequest): boolean {
  return !safeMethods.has(method) || routeOptions.config.changes === true;
}

/** `sec-fetch-site` of requests without an Origin: a page of this service, or an address typed by the user. */
const ownSites: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);

/**
 * CSRF protection: refuses a state-changing request from a page of another origin, to which a browser adds this service's
 * cookie. Another subdomain of the same site is another origin. Non-browser clients send neither header.
 */
export function refuseForeignOrigin(request: FastifyRequest, baseUrl: string): void {
  if (!mayChangeData(request)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = [new URL(baseUrl).origin, `${request.protocol}://${request.host}`];
  const isOwn = origin === undefined ? ownSites.has(site) : own.includes(origin);
  if (isOwn && site !== 'cross-site') return;
  throw new ServiceError(
    'service.foreign_origin',
    say`Requests that change data are accepted from pages of ${own[0] ?? ''} only, not of ${origin ?? say`another site`}. Call from there, or use an API key in x-api-key.`,
  );
}
