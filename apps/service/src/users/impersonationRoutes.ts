import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Type } from 'typebox';
import type { User } from '../access/User.ts';
import type { KnownUser, UserDirectory } from '../access/userDirectory.ts';
import type { Auth } from '../auth/createAuth.ts';
import { orDatabaseError } from '../auth/orDatabaseError.ts';
import { ServiceError } from '../http/errors.ts';
import { idSchema } from './idSchema.ts';
import { impersonationRefusal } from './impersonationRefusal.ts';

export interface ImpersonationOptions {
  readonly auth: Auth;
  readonly directory: UserDirectory;
}

const answer = Type.Object({
  message: Type.String(),
  token: Type.Optional(
    Type.String({ description: 'For clients that use bearer tokens instead of cookies.' }),
  ),
});

/** Acting in another user's name. Sessions made so carry `impersonated_by`, and so does every line of the log. */
export const impersonationRoutes = fastifyPlugin<ImpersonationOptions>(
  async (app, { auth, directory }) => {
    app.post<{ Params: { user: number } }>(
      '/api/core/impersonation/:user',
      {
        config: { name: 'core.impersonation.start' },
        schema: {
          tags: ['core'],
          summary: "Begin to act in another user's name, for an hour at most.",
          params: Type.Object({ user: idSchema }),
          response: { 200: answer },
        },
      },
      async (request, reply) => {
        const target = await directory.find(request.params.user);
        const caller = request.user as User;
        check(caller, target, request);
        const { headers, response } = await orDatabaseError(() =>
          auth.api.impersonateUser({
            headers: sessionHeaders(request),
            body: { userId: `${target.id}` },
            returnHeaders: true,
          }),
        );
        request.log.info({ impersonated: target.id }, 'Impersonation began');
        sendCookies(request, reply, headers);
        return { message: `You act as ${target.name} now.`, token: response.session.token };
      },
    );

    app.delete(
      '/api/core/impersonation',
      {
        config: { name: 'core.impersonation.stop', access: 'signed-in' },
        schema: { tags: ['core'], summary: "Stop acting in another user's name.", response: { 200: answer } },
      },
      async (request, reply) => {
        if (!(request.user as User).isImpersonated) {
          throw new ServiceError(
            'service.conflict',
            "You do not act in another user's name, so there is nothing to end.",
          );
        }
        const byCookie = request.headers.authorization === undefined;
        const session = { headers: sessionHeaders(request), returnHeaders: true } as const;
        // A bearer client still has the token of its own session; only this one ends.
        const end = async () =>
          byCookie ? await auth.api.stopImpersonating(session) : await auth.api.signOut(session);
        const { headers } = await orDatabaseError(end);
        request.log.info('Impersonation ended');
        sendCookies(request, reply, headers);
        return { message: 'You act in your own name again.' };
      },
    );
  },
  { name: 'impersonation-routes', dependencies: ['guard'] },
);

function check(caller: User, target: KnownUser | null, request: FastifyRequest): asserts target is KnownUser {
  if (request.headers['x-api-key'] !== undefined) {
    throw new ServiceError(
      'service.conflict',
      'An API key has no session that could be changed. Sign in with e-mail and password to act as another user.',
    );
  }
  if (target === null) {
    throw new ServiceError(
      'service.not_found',
      `There is no user ${(request.params as { user: number }).user}.`,
    );
  }
  const { id, name, isActive, role } = target;
  const refusal = impersonationRefusal(caller, { id, name, isActive, isAdministrator: role.isAdministrator });
  if (refusal !== null) throw new ServiceError(refusal.code, refusal.message);
}

/** The credential that the guard went by. */
function sessionHeaders(request: FastifyRequest): Headers {
  const { authorization, cookie } = request.headers;
  return fromNodeHeaders(authorization === undefined ? { cookie } : { authorization });
}

function sendCookies(request: FastifyRequest, reply: FastifyReply, headers: Headers): void {
  if (request.headers.authorization !== undefined) return;
  // The renewed cookies of the session that is being left must not follow.
  reply.removeHeader('set-cookie');
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
}
