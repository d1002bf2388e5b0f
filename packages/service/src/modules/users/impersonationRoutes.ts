import { say } from '@rowhouse/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { ServiceError } from '../../base/errors.ts';
import type { KnownUser, User, UserDirectory } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { HookCalls } from '../../kernel/hooks/createHooks.ts';
import { readCredentials, sessionHeaders } from './access/identify.ts';
import { type Auth, clientAddressHeader } from './auth/createAuth.ts';
import { orDatabaseError } from './auth/databaseFailures.ts';
import { endSession, tieToImpersonator } from './auth/sessions.ts';
import { idSchema } from './messages.ts';
import { impersonationPermission, impersonationRefusal } from './userRules.ts';

export interface ImpersonationOptions {
  readonly auth: Auth;
  readonly db: Kysely<Database>;
  readonly users: UserDirectory;
  readonly hooks: HookCalls;
}

const responseSchema = Type.Object({
  message: Type.String(),
  token: Type.Optional(
    Type.String({ description: 'For clients that use bearer tokens instead of cookies.' }),
  ),
});

/** Impersonation. Its sessions have `impersonated_by`, and so does every line of the log. */
export const impersonationRoutes = fastifyPlugin<ImpersonationOptions>(
  async (app, { auth, db, users, hooks }) => {
    app.post<{ Params: { user: number } }>(
      '/api/core/impersonation/:user',
      {
        // The response contains a token.
        compress: false,
        config: { name: impersonationPermission },
        schema: {
          tags: ['core'],
          summary: 'Start impersonating a user, for an hour at most.',
          description:
            'The user must not have more permissions than the caller. The session ends with the one that started it, and when ' +
            'the caller may no longer impersonate the user.',
          params: Type.Object({ user: idSchema }),
          response: { 200: responseSchema },
        },
      },
      async (request, reply) => {
        const target = await users.find(request.params.user);
        const caller = request.user as User;
        checkTarget(caller, target, request);
        const { headers, response } = await orDatabaseError(() =>
          auth.api.impersonateUser({
            headers: ownHeaders(request),
            body: { userId: `${target.id}` },
            returnHeaders: true,
          }),
        );
        await tieToImpersonator(db, Number(response.session.id), request.sessionId);
        request.log.info({ impersonated: target.id }, 'Impersonation started');
        sendCookies(request, reply, headers);
        return {
          message: request.inLanguage(say`You now act as ${target.name}.`),
          token: response.session.token,
        };
      },
    );

    app.delete(
      '/api/core/impersonation',
      {
        config: { name: 'core.impersonation.stop', access: 'signed-in' },
        schema: { tags: ['core'], summary: 'Stop impersonating a user.', response: { 200: responseSchema } },
      },
      async (request, reply) => {
        if (!(request.user as User).isImpersonated) {
          throw new ServiceError(
            'service.conflict',
            'You do not impersonate a user, so there is nothing to end.',
          );
        }
        if (readCredentials(request.headers)?.by === 'cookie') {
          const options = { headers: ownHeaders(request), returnHeaders: true } as const;
          // Signs out clients that did not keep the cookies of their own session.
          const { headers } = await orDatabaseError(() =>
            auth.api.stopImpersonating(options).catch(() => auth.api.signOut(options)),
          );
          sendCookies(request, reply, headers);
        }
        // A bearer client still has the token of its own session.
        await hooks.changing(db, request.user, (transaction, tell) =>
          endSession(transaction, tell, request.sessionId as number),
        );
        request.log.info('Impersonation ended');
        return { message: request.inLanguage('You act as yourself again.') };
      },
    );
  },
  { name: 'impersonation-routes', dependencies: ['guard'] },
);

function checkTarget(
  caller: User,
  target: KnownUser | null,
  request: FastifyRequest,
): asserts target is KnownUser {
  if (request.headers['x-api-key'] !== undefined) {
    throw new ServiceError(
      'service.conflict',
      'An API key has no session. Sign in with e-mail and password to impersonate a user.',
    );
  }
  if (target === null) {
    throw new ServiceError(
      'service.not_found',
      say`User ${(request.params as { user: number }).user} does not exist.`,
    );
  }
  const { role, permissions } = target;
  const refusal = impersonationRefusal(caller, { ...target, role: { ...role, permissions } });
  if (refusal !== null) throw new ServiceError(refusal.code, refusal.message);
}

/** The credential that the guard accepted, and the headers stored with a session. */
function ownHeaders({ headers, ip }: FastifyRequest): Headers {
  const credentials = readCredentials(headers);
  const own =
    credentials === null || credentials.by === 'api-key' ? new Headers() : sessionHeaders(credentials);
  own.set(clientAddressHeader, ip);
  own.set('user-agent', headers['user-agent'] ?? '');

  return own;
}

function sendCookies(request: FastifyRequest, reply: FastifyReply, headers: Headers): void {
  if (readCredentials(request.headers)?.by !== 'cookie') return;
  // Drops the renewed cookies of the ended session.
  reply.removeHeader('set-cookie');
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
}
