import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../../../kernel/database/Database.ts';
import { optionsRoute } from '../../../kernel/http/optionsRoute.ts';
import { callSchema, statisticsSchema } from './apiLogSchema.ts';
import { callStatistics, statisticsHours } from './callStatistics.ts';
import { findCall } from './findCall.ts';

/** One permission for all that the page of API logs shows beside its table. */
const permission = 'system.apiLogs.index';
const tag = 'system.apiLogs';

/** A call with its payload, the figures of the chart, and the options of the table's filters. */
export async function apiLogRoutes(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  const readStatistics = callStatistics(db);

  app.get<{ Params: { callId: string } }>(
    '/system/apiLogs/calls/:callId',
    {
      config: { name: 'system.apiLogs.call', permission },
      schema: {
        tags: [tag],
        summary: 'All attempts of one call, in their order, with what was sent and answered.',
        params: Type.Object({
          callId: Type.String({ format: 'uuid', description: 'The id that all attempts of a call share' }),
        }),
        response: { 200: callSchema },
      },
    },
    async ({ params }) => ({ call: await findCall(db, params.callId) }),
  );

  app.get<{ Querystring: { hours: number } }>(
    '/system/apiLogs/statistics',
    {
      config: { name: 'system.apiLogs.statistics', permission },
      schema: {
        tags: [tag],
        summary: 'Calls, failures and durations of each of the last hours.',
        description:
          'Whole hours of UTC, the current one last; hours without calls are zeros. A failure is an attempt without an ' +
          'answer, or answered outside of 200 to 299. The answer may be a few seconds old.',
        querystring: Type.Object({
          hours: Type.Integer({
            ...statisticsHours,
            default: 24,
            description: 'How many hours, with the current one',
          }),
        }),
        response: { 200: statisticsSchema },
      },
    },
    async ({ query }) => ({ hours: await readStatistics(query.hours) }),
  );

  optionsRoute(app, {
    path: '/system/apiLogs/users/options',
    config: { name: 'system.apiLogs.userOptions', permission },
    tag,
    summary: 'Users whose name contains the query, by name.',
    id: 'integer',
    read: (pattern, limit) =>
      db
        .selectFrom('users')
        .select(['id', 'name'])
        .where('name', 'ilike', pattern)
        .orderBy('name')
        .orderBy('id')
        .limit(limit)
        .execute(),
  });

  optionsRoute(app, {
    path: '/system/apiLogs/permissions/options',
    config: { name: 'system.apiLogs.permissionOptions', permission },
    tag,
    summary: 'Permissions whose name contains the query, by name; the log knows them by it.',
    id: 'string',
    read: (pattern, limit) =>
      db
        .selectFrom('permissions')
        .select(['name as id', 'name'])
        .where('name', 'ilike', pattern)
        .orderBy('name')
        .limit(limit)
        .execute(),
  });
}
