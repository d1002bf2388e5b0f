import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { RouteAccess } from '../http/fastifyTypes.ts';
import { checkActive, checkKnown, checkPermitted, type Languages, languageOf } from './accessChecks.ts';
import type { Identify, Identity } from './identify.ts';
import { refuseForeignOrigin } from './refuseForeignOrigin.ts';
import { browserTimeZone, timeZoneOf } from './timeZones.ts';
import type { User } from './User.ts';
import type { UserDirectory } from './userDirectory.ts';

export interface GuardOptions extends Languages {
  readonly identify: Identify;
  readonly directory: UserDirectory;
  readonly baseUrl: string;
  /** The service's. */
  readonly timeZone: string;
}

/**
 * Runs before every handler: finds out who is asking, refuses inactive users, chooses the language, and checks the
 * permission named after the route. Routes that say nothing about their access are refused at start (accessRules). Of
 * routes that `leaveToGroup` was called for, it only finds out who is asking.
 */
export const guard = fastifyPlugin<GuardOptions>(
  async (app: FastifyInstance, options) => {
    app.decorateRequest('user', null);
    app.decorateRequest('language', options.language);
    app.addHook('onRequest', async (request, reply) => {
      const rule: GuardedConfig = request.is404 ? { access: 'public' } : request.routeOptions.config;
      const isPublic = rule.access === 'public';
      // Public routes such as /health answer without asking the database who is there.
      if (!isPublic) request.user = await resolveUser(request, reply, options);
      if (request.user !== null) nameInLog(request, reply, request.user);
      if (rule[leftToGroup]) return checkKnown(request.user);
      request.language = languageOf(request, options);
      if (!isPublic)
        check(request.user, rule.access === 'signed-in' ? null : (rule.permission ?? rule.name ?? ''));
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
  options: GuardOptions,
): Promise<User | null> {
  const identity = await options.identify(request.headers);
  if (identity === null) return null;
  if (identity.by === 'cookie') refuseForeignOrigin(request, options.baseUrl);
  for (const cookie of identity.cookies) reply.header('set-cookie', cookie);
  return load(identity, browserTimeZone(request.headers.cookie), options);
}

async function load(
  identity: Identity,
  browserZone: string | null,
  { directory, language, timeZone }: GuardOptions,
): Promise<User | null> {
  const known = await directory.find(identity.userId);
  if (known === null) return null;
  if (identity.impersonatedBy !== null) {
    const impersonator = await directory.find(identity.impersonatedBy);
    checkActive(impersonator);
  }
  const { browserTimeZone: lastZone, timeZone: ownTimeZone, ...user } = known;
  // A program that uses a key does not follow the browser that its owner happens to use.
  const zones = { timeZone: ownTimeZone, browserTimeZone: identity.by === 'cookie' ? lastZone : null };
  return Object.freeze({
    ...user,
    language: known.language ?? language,
    timeZone: timeZoneOf(zones, timeZone, identity.by === 'cookie' ? browserZone : null),
    ownTimeZone,
    isImpersonated: identity.impersonatedBy !== null,
    impersonatedBy: identity.impersonatedBy,
  });
}

function check(user: User | null, permission: string | null): void {
  checkKnown(user);
  checkActive(user);
  if (permission !== null) checkPermitted(user, permission);
}
