import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { checkSession } from '../../../kernel/access/accessChecks.ts';
import type { User } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import type { HookCalls } from '../../../kernel/hooks/createHooks.ts';
import { listedSession, type SessionEnd, sessionEnd } from '../access/messages.ts';
import { endSessions, listSessions } from './sessions.ts';

const config = { access: 'signed-in', refusesImpersonator: true } as const;
const done = Type.Object({ status: Type.Boolean() });
const tags = ['sign-in'];

/** The sessions of the signed-in user, impersonations included. */
export const sessionRoutes = fastifyPlugin<{
  readonly db: Kysely<Database>;
  readonly hooks: HookCalls;
}>(
  async (app, { db, hooks }) => {
    app.get(
      '/api/auth/list-sessions',
      {
        config,
        onRequest: async (request) => checkSession(request),
        schema: {
          tags,
          summary: "The caller's sessions, and those in which the caller impersonates or is impersonated.",
          response: { 200: Type.Array(listedSession) },
        },
      },
      ({ user, sessionId }) => listSessions(db, (user as User).id, sessionId),
    );

    app.post<{ Body: SessionEnd }>(
      '/api/auth/revoke-session',
      {
        config,
        onRequest: async (request) => checkSession(request),
        schema: {
          tags,
          summary: 'End one of the listed sessions.',
          body: sessionEnd,
          response: { 200: done },
        },
      },
      async ({ user, body }) => {
        await hooks.changing(db, user, (transaction, tell) =>
          endSessions(transaction, tell, (user as User).id, { only: body.id }),
        );

        return { status: true };
      },
    );

    for (const [path, summary, keepsOwn] of [
      ['revoke-sessions', 'End all listed sessions.', false],
      ['revoke-other-sessions', 'End all listed sessions except the current one.', true],
    ] as const) {
      app.post(
        `/api/auth/${path}`,
        {
          config,
          onRequest: async (request) => checkSession(request),
          schema: { tags, summary, response: { 200: done } },
        },
        async ({ user, sessionId }) => {
          const which = keepsOwn ? { except: sessionId as number } : {};
          await hooks.changing(db, user, (transaction, tell) =>
            endSessions(transaction, tell, (user as User).id, which),
          );

          return { status: true };
        },
      );
    }
  },
  { name: 'session-routes', dependencies: ['guard'] },
);
