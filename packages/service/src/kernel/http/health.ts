import fastifyPlugin from 'fastify-plugin';
import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../database/Database.ts';
import { ServiceError } from '../errors.ts';
import { quietLevel } from './quietLevel.ts';

const status = Type.Object({ status: Type.Literal('ok') });

/** GET /health: this process answers. GET /ready: it can also do its work. */
export const health = fastifyPlugin<{ readonly db: Kysely<Database> }>(
  async (app, { db }) => {
    app.get(
      '/health',
      {
        config: { name: 'core.health', access: 'public' },
        schema: { tags: ['operation'], summary: 'Whether the process responds.', response: { 200: status } },
        logLevel: quietLevel(app),
      },
      async () => ({ status: 'ok' as const }),
    );
    app.get(
      '/ready',
      {
        config: { name: 'core.ready', access: 'public' },
        schema: {
          tags: ['operation'],
          summary: 'Whether the database responds and the process is not stopping; 503 otherwise.',
          response: { 200: status },
        },
        logLevel: quietLevel(app),
      },
      async () => {
        if (app.draining.hasBegun) {
          throw new ServiceError(
            'service.stopping',
            'This process is stopping. Send requests to another one.',
          );
        }
        await sql`select 1`.execute(db).catch((cause) => {
          throw new ServiceError(
            'service.database_unavailable',
            'The database is unavailable. Try again in 5 seconds.',
            { cause },
          );
        });
        return { status: 'ok' as const };
      },
    );
  },
  { name: 'health', dependencies: ['guard', 'draining'] },
);
