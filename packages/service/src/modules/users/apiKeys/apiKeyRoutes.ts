import fastifyPlugin from 'fastify-plugin';
import { Type } from 'typebox';
import { checkSession } from '../../../kernel/access/accessChecks.ts';
import type { User } from '../../../kernel/access/User.ts';
import { createdKey, type NewKey, newKey, type OwnKeys, ownKeys } from '../access/messages.ts';
import { idSchema } from '../messages.ts';
import { type ApiKeyDependencies, addKey, listKeys, removeKey } from './apiKeys.ts';

interface ApiKeyRoutesOptions extends ApiKeyDependencies {
  readonly forgetAccess: () => void;
}

const config = { access: 'signed-in', refusesImpersonator: true } as const;
const tags = ['API keys'];

/** The API keys of the signed-in user. An API key itself can neither create nor revoke one. */
export const apiKeyRoutes = fastifyPlugin<ApiKeyRoutesOptions>(
  async (app, { db, hooks, forgetAccess }) => {
    app.get<{ Reply: OwnKeys }>(
      '/api/core/api-keys',
      {
        config,
        onRequest: async (request) => checkSession(request),
        schema: {
          tags,
          summary: "The caller's API keys, and the permissions that a new one may have.",
          response: { 200: ownKeys },
        },
      },
      async (request) => {
        const user = request.user as User;
        const names = [...user.permissions].sort();

        return {
          keys: await listKeys(db, user.id),
          permissions: names.map((name) => ({
            name,
            ...app.permissionCatalogue.describe(request.language, name),
          })),
        };
      },
    );

    app.post<{ Body: NewKey }>(
      '/api/core/api-keys',
      {
        config,
        onRequest: async (request) => checkSession(request),
        // The response contains the key.
        compress: false,
        schema: {
          tags,
          summary: 'Create an API key. It is shown once and stored hashed.',
          description:
            'A key with `permissions` is limited to these, and to the current permissions of its user, even for an ' +
            'administrator. It may call the routes for every signed-in user.',
          body: newKey,
          response: { 201: createdKey },
        },
      },
      async (request, reply) => {
        const user = request.user as User;
        const { name, permissions, expiresInDays } = request.body;
        const by = { user, sessionId: request.sessionId as number };
        const key = await addKey({ db, hooks }, by, { name: name.trim(), permissions, expiresInDays });
        forgetAccess();
        request.log.info({ limited: permissions !== null, expiresInDays }, 'API key created');

        return reply.code(201).send({ key });
      },
    );

    app.delete<{ Params: { key: number } }>(
      '/api/core/api-keys/:key',
      {
        config,
        onRequest: async (request) => checkSession(request),
        schema: {
          tags,
          summary: "Revoke one of the caller's API keys.",
          params: Type.Object({ key: idSchema }),
          response: { 200: Type.Object({ status: Type.Boolean() }) },
        },
      },
      async (request) => {
        const { key } = request.params;
        const caller = request.user as User;
        await removeKey({ db, hooks }, { caller, user: caller.id, key });
        forgetAccess();
        request.log.info({ key }, 'API key revoked');

        return { status: true };
      },
    );
  },
  { name: 'api-key-routes', dependencies: ['guard'] },
);
