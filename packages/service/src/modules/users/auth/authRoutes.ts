import { APIError } from 'better-auth/api';
import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import type { Authenticate, Identify } from '../../../kernel/access/Authenticate.ts';
import { checkSession } from '../../../kernel/access/accessChecks.ts';
import { nobodyIfRefused } from '../../../kernel/access/nobodyIfRefused.ts';
import { refuseForeignOrigin } from '../../../kernel/access/refuseForeignOrigin.ts';
import type { User } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { actorOf, type HookCalls } from '../../../kernel/hooks/createHooks.ts';
import type { RecordChange } from '../../../kernel/hooks/Hooks.ts';
import { readCredentials } from '../access/readCredentials.ts';
import { tellKeyMade } from '../apiKeys/apiKeys.ts';
import { attemptLimits } from './attemptLimits.ts';
import { authEndpoints } from './authEndpoints.ts';
import { countedAttempts } from './countedAttempts.ts';
import { type Auth, clientAddressHeader } from './createAuth.ts';
import { orDatabaseError } from './orDatabaseError.ts';
import { endImpersonatorSession } from './sessions.ts';
import { withoutLibraryRole } from './withoutLibraryRole.ts';

export interface AuthRoutesOptions {
  readonly auth: Auth;
  readonly db: Kysely<Database>;
  readonly hooks: HookCalls;
  readonly identify: Identify;
  readonly authenticate: Authenticate;
  /** Makes changes of users and API keys visible to the next request. */
  readonly forgetAccess: () => void;
  readonly baseUrl: string;
}

/** Sign-in, passwords and API keys of the signed-in user, below /api/auth: what the sign-in library serves. */
export const authRoutes = fastifyPlugin<AuthRoutesOptions>(
  async (app, { auth, db, hooks, identify, authenticate, forgetAccess, baseUrl }) => {
    const limits = attemptLimits(db);
    for (const endpoint of authEndpoints) {
      const { method, path, summary, access, body, limited, ending, checksSession } = endpoint;
      app.route({
        method,
        url: `/api/auth${path}`,
        // The sign-in library has none.
        exposeHeadRoute: false,
        // Responses hold tokens and keys.
        compress: false,
        config: { access, refusesImpersonator: access === 'signed-in' },
        schema: { tags: ['sign-in'], summary, ...(body !== undefined && { body }) },
        // Before the body is read: what it says does not matter then.
        onRequest: async (request) => {
          refuseForeignOrigin(request, baseUrl);
          if (access === 'signed-in') checkSession(request);
        },
        handler: async (request, reply) => {
          // The library does not know that an impersonator has lost the right.
          if (checksSession && !(await authenticate(request.headers).catch(nobodyIfRefused))) {
            return reply.type('application/json').send('null');
          }
          const attempt = await limits.count(countedAttempts(limited, request));
          if (ending === 'own-session') await endOwnSession(request);
          const change = changeOf(request, path);
          if (change !== null) await hooks.before('recordChange', { ...change, db });
          const text = await forward(request, reply, endpoint.adds);
          if (change !== null) await hooks.after('recordChange', change);
          if (path === '/api-key/create') await tellKey(request, text);
          if (limited !== 'sign-up') await attempt.succeeded();
          if (ending === 'api-key') forgetAccess();
          if (limited === 'password') await endPasswordLink(request);

          return reply.send(endpoint.responds ?? text);
        },
      });
    }

    async function tellKey({ user }: FastifyRequest, text: string): Promise<void> {
      const { id, name } = parse(text) as { id?: unknown; name?: string | null };
      await tellKeyMade({ db, hooks }, user as User, { id: Number(id), name: name ?? '' });
    }

    /** Of an impersonator who signs out: the library ends the impersonation only. */
    async function endOwnSession({ headers }: FastifyRequest): Promise<void> {
      const identity = await identify(headers, { again: true }).catch(nobodyIfRefused);
      if (identity?.impersonatedBy != null) await endImpersonatorSession(db, identity.sessionId as number);
    }

    /** By which yet another password could be chosen. */
    async function endPasswordLink({ user }: FastifyRequest): Promise<void> {
      if (user !== null) await db.deleteFrom('password_links').where('user_id', '=', user.id).execute();
    }

    /** The answer's text; its status and headers are set. Throws what is no success. */
    async function forward(request: FastifyRequest, reply: FastifyReply, adds?: object): Promise<string> {
      const answer = await orDatabaseError(() => auth.handler(toWebRequest(request, baseUrl, adds)));
      for (const [name, value] of answer.headers) {
        if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
      }
      for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
      const text = await answer.text();
      if (answer.status >= 400) {
        throw new APIError(answer.status as 400, {
          message: (parse(text).message as string) ?? 'The request was refused',
        });
      }
      reply.code(answer.status);

      return withoutLibraryRole(text);
    }
  },
  { name: 'auth-routes', dependencies: ['guard'] },
);

/** What the sign-in library is about to change, by a connection of its own. */
function changeOf({ user, body }: FastifyRequest, path: string): RecordChange | null {
  if (user === null) return null;
  const actor = actorOf(user);
  if (path === '/change-password') {
    const changes = { password: { from: null, to: null } };
    return { ...actor, kind: 'users', id: user.id, action: 'updated', changes };
  }
  if (path !== '/api-key/delete') return null;
  const { keyId } = body as { keyId: string };
  const changes = { userId: { from: user.id, to: null } };

  return { ...actor, kind: 'apiKeys', id: Number(keyId), action: 'deleted', changes };
}

/** Under the configured address: a `Host` may be no address at all. With the credential that the guard went by. */
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
