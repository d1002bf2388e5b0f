import { APIError } from 'better-auth/api';
import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { refuseForeignOrigin } from '../access/refuseForeignOrigin.ts';
import type { Database } from '../database/Database.ts';
import { ServiceError } from '../http/errors.ts';
import { attemptLimits } from './attemptLimits.ts';
import { authEndpoints } from './authEndpoints.ts';
import { countedAttempts } from './countedAttempts.ts';
import { type Auth, clientAddressHeader } from './createAuth.ts';
import { orDatabaseError } from './orDatabaseError.ts';

export interface AuthRoutesOptions {
  readonly auth: Auth;
  readonly db: Kysely<Database>;
  readonly baseUrl: string;
}

/** Sign-in, sessions and API keys of the signed-in user, below /api/auth. */
export const authRoutes = fastifyPlugin<AuthRoutesOptions>(
  async (app, { auth, db, baseUrl }) => {
    const limits = attemptLimits(db);
    for (const { method, path, summary, access, body, limited } of authEndpoints) {
      app.route({
        method,
        url: `/api/auth${path}`,
        // The sign-in library has none.
        exposeHeadRoute: false,
        // Responses hold tokens and keys.
        compress: false,
        config: { access },
        schema: { tags: ['sign-in'], summary, ...(body !== undefined && { body }) },
        // Before the body is read: what it says does not matter then.
        onRequest: async (request) => {
          refuseForeignOrigin(request, baseUrl);
          if (request.user?.isImpersonated) throw impersonated();
          if (access === 'signed-in' && request.headers['x-api-key'] !== undefined) throw withoutSession();
        },
        handler: async (request, reply) => {
          const attempt = await limits.count(countedAttempts(limited, request));
          const text = await forward(auth, request, reply);
          if (limited !== 'sign-up') await attempt.takeBack();

          return reply.send(text);
        },
      });
    }
  },
  { name: 'auth-routes', dependencies: ['guard'] },
);

/** The answer's text; its status and headers are set. Throws what is no success. */
async function forward(auth: Auth, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const answer = await orDatabaseError(() => auth.handler(toWebRequest(request)));
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

  return text;
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = fromNodeHeaders(request.headers);
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  headers.set(clientAddressHeader, request.ip);
  const hasBody = request.method !== 'GET' && request.body !== undefined && request.body !== null;
  return new Request(`${request.protocol}://${request.host}${request.url}`, {
    method: request.method,
    headers,
    ...(hasBody && { body: JSON.stringify(request.body) }),
  });
}

function parse(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function impersonated(): ServiceError {
  return new ServiceError(
    'service.forbidden',
    "While you act in another user's name, that user's password, sessions and API keys are out of reach. " +
      'End it with DELETE /api/core/impersonation first.',
  );
}

function withoutSession(): ServiceError {
  return new ServiceError(
    'service.forbidden',
    'An API key can reach no password, session or API key. Sign in at /api/auth/sign-in/email.',
  );
}
