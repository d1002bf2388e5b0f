import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { checkSession } from '../../kernel/access/accessChecks.ts';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { type UserAccess, userAccess } from './access/messages.ts';
import { type ApiKeyDependencies, listKeys, removeKey } from './apiKeys/apiKeys.ts';
import { endSessions, listSessions } from './auth/sessions.ts';
import { idSchema } from './messages.ts';
import { loadRoles } from './roles.ts';
import { findUser, roleOf } from './updateUser.ts';
import { checkManaged } from './userRules.ts';

export interface UserAccessRoutesOptions extends ApiKeyDependencies {
  readonly forgetAccess: () => void;
}

interface Params {
  readonly user: number;
}

const tags = ['users'];
const permission = 'users.access.revoke';
const done = { 200: Type.Object({ status: Type.Boolean() }) };

/** Sessions and API keys of other users, for callers with authority over them. */
export const userAccessRoutes = fastifyPlugin<UserAccessRoutesOptions>(
  async (app, { db, hooks, forgetAccess }) => {
    app.get<{ Params: Params; Reply: UserAccess }>(
      '/api/users/:user/access',
      {
        config: { name: 'users.access', refusesImpersonator: true },
        onRequest: async (request) => checkSession(request),
        schema: {
          tags,
          summary: 'The sessions and API keys of a user.',
          params: Type.Object({ user: idSchema }),
          response: { 200: userAccess },
        },
      },
      async (request) => {
        const { user } = await checkAuthority(db, request);
        const [sessions, keys] = await Promise.all([
          listSessions(db, user, request.sessionId),
          listKeys(db, user),
        ]);

        return { sessions, keys };
      },
    );

    app.delete<{ Params: Params & { readonly session: number } }>(
      '/api/users/:user/sessions/:session',
      {
        config: { name: 'users.sessions.destroy', permission, refusesImpersonator: true },
        onRequest: async (request) => checkSession(request),
        schema: {
          tags,
          summary: 'End a session of a user.',
          params: Type.Object({ user: idSchema, session: idSchema }),
          response: done,
        },
      },
      async (request) => {
        const { user, session } = await checkAuthority(db, request);
        await hooks.changing(db, request.user, (transaction, tell) =>
          endSessions(transaction, tell, user, { only: session }),
        );
        request.log.info({ of: user, session }, 'Session of a user ended');

        return { status: true };
      },
    );

    app.delete<{ Params: Params }>(
      '/api/users/:user/sessions',
      {
        config: { name: 'users.sessions.destroyAll', permission, refusesImpersonator: true },
        onRequest: async (request) => checkSession(request),
        schema: {
          tags,
          summary: 'End all sessions of a user, except the one of the request.',
          params: Type.Object({ user: idSchema }),
          response: done,
        },
      },
      async (request) => {
        const { user } = await checkAuthority(db, request);
        await hooks.changing(db, request.user, (transaction, tell) =>
          endSessions(transaction, tell, user, { except: request.sessionId ?? 0 }),
        );
        request.log.info({ of: user }, 'Sessions of a user ended');

        return { status: true };
      },
    );

    app.delete<{ Params: Params & { readonly key: number } }>(
      '/api/users/:user/api-keys/:key',
      {
        config: { name: 'users.apiKeys.destroy', permission, refusesImpersonator: true },
        onRequest: async (request) => checkSession(request),
        schema: {
          tags,
          summary: 'Revoke an API key of a user.',
          params: Type.Object({ user: idSchema, key: idSchema }),
          response: done,
        },
      },
      async (request) => {
        const { user, key } = await checkAuthority(db, request);
        await removeKey({ db, hooks }, { caller: request.user as User, user, key });
        forgetAccess();
        request.log.info({ of: user, key }, 'API key of a user revoked');

        return { status: true };
      },
    );
  },
  { name: 'user-access-routes', dependencies: ['guard'] },
);

/** Returns the parameters if the caller may manage the user, and throws otherwise. */
async function checkAuthority<Given extends Params>(
  db: Kysely<Database>,
  { user: caller, params }: FastifyRequest<{ Params: Given }>,
): Promise<Given> {
  const given = params as Given;
  const [user, roles] = await Promise.all([findUser(db, given.user), loadRoles(db)]);
  checkManaged(caller as User, user, roleOf(roles, user.roleId));

  return given;
}
