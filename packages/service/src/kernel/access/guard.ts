import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Authenticate } from './Authenticate.ts';
import {
  checkActive,
  checkKnown,
  checkNotImpersonated,
  checkPermitted,
  type Languages,
  languageOf,
} from './accessChecks.ts';
import type { RouteAccess } from './fastifyTypes.ts';
import { refuseForeignOrigin } from './refuseForeignOrigin.ts';
import type { User } from './User.ts';

export interface GuardOptions extends Languages {
  readonly authenticate: Authenticate;
  readonly baseUrl: string;
}

/**
 * Runs before every handler: finds out who is asking, refuses inactive users, chooses the language, and checks the
 * permission named after the route. Routes that say nothing about their access are refused at start (accessRules). Of
 * routes that `leaveToGroup` was called for, it only finds out who is asking.
 */
export const guard = fastifyPlugin<GuardOptions>(
  async (app: FastifyInstance, options) => {
    app.decorateRequest('user', null);
    app.decorateRequest('sessionId', null);
    app.decorateRequest('language', options.language);
    app.addHook('onRequest', async (request, reply) => {
      const rule: GuardedConfig = request.is404 ? { access: 'public' } : request.routeOptions.config;
      const isPublic = rule.access === 'public';
      // Public routes such as /health answer without asking the database who is there.
      if (!isPublic) await resolveUser(request, reply, options);
      if (request.user !== null) nameInLog(request, reply, request.user);
      if (rule[leftToGroup]) return checkKnown(request.user);
      request.language = languageOf(request, options);
      if (!isPublic) check(request.user, rule);
    });
  },
  { name: 'guard', dependencies: ['error-handling'] },
);

/** Not a name that a route could write by mistake: it would be open to every user then. */
const leftToGroup = Symbol('left to the group');

type GuardedConfig = RouteAccess & { readonly [leftToGroup]?: true };

/** For a group whose own hooks check active state and permission, after others of its hooks. */
export function leaveToGroup<Config extends object>(config: Config): Config {
  return { ...config, [leftToGroup]: true };
}

/** Every later line of the request says whose it is, and who acts in that user's name. */
function nameInLog(request: FastifyRequest, reply: FastifyReply, { id, impersonatedBy }: User): void {
  const log = request.log.child({ userId: id, ...(impersonatedBy !== null && { impersonatedBy }) });
  request.log = log;
  reply.log = log;
}

async function resolveUser(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticate, baseUrl }: GuardOptions,
): Promise<void> {
  const found = await authenticate(request.headers);
  if (found === null) return;
  const { user, identity } = found;
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
