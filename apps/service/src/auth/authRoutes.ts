import { APIError } from 'better-auth/api';
import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { refuseForeignOrigin } from '../access/refuseForeignOrigin.ts';
import type { Database } from '../database/Database.ts';
import { ServiceError } from '../http/errors.ts';
import { authEndpoints } from './authEndpoints.ts';
import { type Auth, clientAddressHeader } from './createAuth.ts';
import { unlessDatabaseAway } from './unlessDatabaseAway.ts';

export interface AuthRoutesOptions {
  readonly auth: Auth;
  readonly db: Kysely<Database>;
  readonly baseUrl: string;
}

/** Sign-in, sessions and API keys of the signed-in user, below /api/auth. */
export const authRoutes = fastifyPlugin<AuthRoutesOptions>(
  async (app, { auth, db, baseUrl }) => {
    for (const { method, path, summary, access, body } of authEndpoints) {
      app.route({
        method,
        url: `/api/auth${path}`,
        config: { access },
        schema: { tags: ['sign-in'], summary, ...(body !== undefined && { body }) },
        handler: async (request, reply) => {
          refuseForeignOrigin(request, baseUrl);
          if (request.user?.isImpersonated) throw impersonated();
          return forward(auth, db, request, reply);
        },
      });
    }
  },
  { name: 'auth-routes', dependencies: ['guard'] },
);

async function forward(auth: Auth, db: Kysely<Database>, request: FastifyRequest, reply: FastifyReply) {
  const answer = await unlessDatabaseAway(db, () => auth.handler(toWebRequest(request)));
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
  }
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const text = await answer.text();
  if (answer.status < 400) return reply.code(answer.status).send(text);
  if (answer.status === 429) throw tooMany(Number(answer.headers.get('x-retry-after')) || 60);
  throw new APIError(answer.status as 429, {
    message: (parse(text).message as string) ?? 'The request was refused',
  });
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

function tooMany(seconds: number): ServiceError {
  const message = `There were too many attempts from your address. Wait ${seconds} seconds, then try again.`;
  return new ServiceError('service.too_many_requests', message, { retryAfter: seconds });
}

function impersonated(): ServiceError {
  return new ServiceError(
    'service.forbidden',
    "While you act in another user's name, that user's password, sessions and API keys are out of reach. " +
      'End it with DELETE /api/core/impersonation first.',
  );
}
