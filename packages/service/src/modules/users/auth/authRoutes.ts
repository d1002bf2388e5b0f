import { APIError } from 'better-auth/api';
import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { checkSession } from '../../../kernel/access/accessChecks.ts';
import { refuseForeignOrigin } from '../../../kernel/access/guard.ts';
import { type Authenticate, nullIfRefused, type User } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { actorOf, type HookCalls } from '../../../kernel/hooks/createHooks.ts';
import type { RecordChange } from '../../../kernel/hooks/Hooks.ts';
import { readCredentials } from '../access/identify.ts';
import { passwordChange, signIn, signUp } from '../access/messages.ts';
import { deleteLinks } from '../password/passwordLinks.ts';
import type { AuthEndpoint } from './attemptLimits.ts';
import { attemptLimits, countedAttempts } from './attemptLimits.ts';
import { type Auth, clientAddressHeader } from './createAuth.ts';
import { orDatabaseError } from './databaseFailures.ts';

/** Columns of the library's own administration. The roles of the service are in /api/core/me. */
const libraryOnly = new Set(['role', 'banned', 'banReason', 'banExpires']);

/** A response of the sign-in library without these columns of `user`. */
function withoutLibraryRole(text: string): string {
  const content: unknown = JSON.parse(text === '' ? 'null' : text);
  if (!isObject(content) || !isObject(content.user)) return text;
  const user = Object.entries(content.user).filter(([name]) => !libraryOnly.has(name));

  return JSON.stringify({ ...content, user: Object.fromEntries(user) });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface AuthRoutesOptions {
  readonly auth: Auth;
  readonly db: Kysely<Database>;
  readonly hooks: HookCalls;
  readonly authenticate: Authenticate;
  readonly baseUrl: string;
}

/** The routes of the sign-in library, below /api/auth. */
export const authRoutes = fastifyPlugin<AuthRoutesOptions>(
  async (app, { auth, db, hooks, authenticate, baseUrl }) => {
    const limits = attemptLimits(db);
    for (const endpoint of authEndpoints) {
      const { method, path, summary, access, body, limited, checksSession } = endpoint;
      app.route({
        method,
        url: `/api/auth${path}`,
        // The sign-in library has no HEAD routes.
        exposeHeadRoute: false,
        // Responses contain tokens and keys.
        compress: false,
        config: { access, refusesImpersonator: access === 'signed-in' },
        schema: { tags: ['sign-in'], summary, ...(body !== undefined && { body }) },
        // Before the body is read.
        onRequest: async (request) => {
          refuseForeignOrigin(request, baseUrl);
          if (access === 'signed-in') checkSession(request);
        },
        handler: async (request, reply) => {
          // The library does not check the permission of an impersonator.
          if (checksSession && !(await authenticate(request.headers).catch(nullIfRefused))) {
            return reply.type('application/json').send('null');
          }
          const attempt = await limits.count(countedAttempts(limited, request));
          const change = path === '/change-password' ? passwordChanged(request) : null;
          if (change !== null) await hooks.before('recordChange', { ...change, db });
          const text = await forward(request, reply, endpoint.adds).catch((error: unknown) => {
            // A module refused the sign-up.
            if (limited === 'sign-up' && error instanceof APIError && error.statusCode === 403) return '';
            throw error;
          });
          if (change !== null) await hooks.after('recordChange', change);
          if (limited !== 'sign-up') await attempt.succeeded();
          if (limited === 'password') await endPasswordLink(request);

          return reply.send(endpoint.responds ?? text);
        },
      });
    }

    /** A link could otherwise replace the new password. */
    async function endPasswordLink({ user }: FastifyRequest): Promise<void> {
      if (user !== null) await deleteLinks(db, user.id);
    }

    /** Sets status and headers, and returns the body. Throws for a status of 400 or above. */
    async function forward(request: FastifyRequest, reply: FastifyReply, adds?: object): Promise<string> {
      const response = await orDatabaseError(() => auth.handler(toWebRequest(request, baseUrl, adds)));
      for (const [name, value] of response.headers) {
        if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
      }
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      const text = await response.text();
      if (response.status >= 400) {
        const { code, message = 'The request was refused' } = parse(text) as {
          code?: string;
          message?: string;
        };
        throw new APIError(response.status as 400, { message, ...(code !== undefined && { code }) });
      }
      reply.code(response.status);

      return withoutLibraryRole(text);
    }
  },
  { name: 'auth-routes', dependencies: ['guard'] },
);

/** The change that the sign-in library makes on its own connection. */
function passwordChanged({ user }: FastifyRequest): RecordChange {
  const changes = { password: { from: null, to: null } };

  return { ...actorOf(user), kind: 'users', id: (user as User).id, action: 'updated', changes };
}

/** Uses the configured address instead of `Host`, and only the credential that the guard accepted. */
function toWebRequest(request: FastifyRequest, baseUrl: string, adds?: object): Request {
  const headers = fromNodeHeaders(request.headers);
  for (const name of ['content-length', 'transfer-encoding', 'host']) headers.delete(name);
  headers.delete(readCredentials(request.headers)?.by === 'bearer' ? 'cookie' : 'authorization');
  headers.set(clientAddressHeader, request.ip);
  const hasBody = request.method !== 'GET' && request.body !== undefined && request.body !== null;
  const [, query = ''] = request.url.split(/\?(.*)/s);
  const url = new URL(`${new URL(baseUrl).origin}${request.routeOptions.url}`);
  url.search = query;

  return new Request(url, {
    method: request.method,
    headers,
    ...(hasBody && {
      body: JSON.stringify(adds === undefined ? request.body : { ...(request.body as object), ...adds }),
    }),
  });
}

function parse(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Other endpoints of the library are not served: the service has its own sessions, API keys and administration. */
const authEndpoints: readonly AuthEndpoint[] = [
  {
    method: 'POST',
    path: '/sign-in/email',
    limited: 'sign-in',
    summary: 'Sign in. Returns a session cookie, and the same token for use as a bearer token.',
    access: 'public',
    body: signIn,
  },
  {
    method: 'POST',
    path: '/sign-up/email',
    limited: 'sign-up',
    summary:
      'Create an account, if the configuration allows it. The response is the same for an existing address; ' +
      'sign in afterwards.',
    responds: { status: true },
    access: 'public',
    body: signUp,
  },
  {
    method: 'POST',
    path: '/sign-out',
    summary: "End the session. During an impersonation, the caller's own session ends, too.",
    access: 'public',
  },
  {
    method: 'GET',
    path: '/get-session',
    checksSession: true,
    summary: 'The session, or null, also when an impersonation is no longer permitted.',
    access: 'public',
  },
  {
    method: 'POST',
    path: '/change-password',
    limited: 'password',
    summary: 'Change the password, and end all sessions. Returns a new one, by cookie and as `token`.',
    adds: { revokeOtherSessions: true },
    access: 'signed-in',
    body: passwordChange,
  },
];
