import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import '../http/fastifyTypes.ts';
import { ServiceError } from '../http/errors.ts';
import { access } from './access.ts';
import { chooseLanguage } from './chooseLanguage.ts';
import type { Identify, Identity } from './identify.ts';
import { refuseForeignOrigin } from './refuseForeignOrigin.ts';
import type { User } from './User.ts';
import type { UserDirectory } from './userDirectory.ts';

export interface GuardOptions {
  readonly identify: Identify;
  readonly directory: UserDirectory;
  readonly baseUrl: string;
  readonly languages: readonly string[];
  readonly language: string;
}

/**
 * Runs before every handler: finds out who is asking, refuses inactive users, chooses the language, and checks the
 * permission named after the route. Routes that say nothing about their access are refused at start (routeRegistry).
 */
export const guard = fastifyPlugin<GuardOptions>(
  async (app: FastifyInstance, options) => {
    app.decorateRequest('user', null);
    app.decorateRequest('language', options.language);
    app.addHook('onRequest', async (request, reply) => {
      const rule = request.is404 ? { access: 'public' as const } : request.routeOptions.config;
      const isPublic = rule.access === 'public';
      // Public routes such as /health answer without asking the database who is there.
      if (!isPublic) request.user = await resolveUser(request, reply, options);
      if (request.user !== null) nameInLog(request, reply, request.user);
      const { languages, language } = options;
      const own = request.user?.language ?? null;
      request.language = chooseLanguage(languages, language, own, request.headers['accept-language']);
      if (!isPublic) check(request.user, rule.access === 'signed-in' ? null : (rule.name ?? ''));
    });
  },
  { name: 'guard', dependencies: ['error-handling'] },
);

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
  return load(identity, options);
}

async function load(identity: Identity, { directory, language }: GuardOptions): Promise<User | null> {
  const known = await directory.find(identity.userId);
  if (known === null) return null;
  if (identity.impersonatedBy !== null) {
    const impersonator = await directory.find(identity.impersonatedBy);
    if (!impersonator?.isActive) throw inactive();
  }
  return Object.freeze({
    ...known,
    language: known.language ?? language,
    isImpersonated: identity.impersonatedBy !== null,
    impersonatedBy: identity.impersonatedBy,
  });
}

function check(user: User | null, permission: string | null): void {
  if (user === null) {
    throw new ServiceError(
      'service.unauthenticated',
      'Nobody is signed in. Sign in at /api/auth/sign-in/email, or send an API key in x-api-key.',
    );
  }
  if (!user.isActive) throw inactive();
  if (permission !== null && !access.permits(user, permission)) {
    throw new ServiceError(
      'service.forbidden',
      `Your role (${user.role.label}) does not have the permission ${permission}. Ask an administrator for it.`,
    );
  }
}

function inactive(): ServiceError {
  return new ServiceError(
    'service.inactive_user',
    'This account is not active. Ask an administrator to activate it.',
  );
}
