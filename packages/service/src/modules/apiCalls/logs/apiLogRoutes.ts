import type { CallPayload } from '@rowhouse/integrations';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../../../kernel/database/Database.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { optionsRoute } from '../../../kernel/http/optionsRoute.ts';
import { callStatistics, statisticsHours } from './callStatistics.ts';

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

const text = Type.String();
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const messageSchema = Type.Object({
  headers: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: true }),
  body: Type.Unsafe<unknown>({
    description: 'JSON where it was JSON, otherwise text; cut where it is long.',
  }),
});

/** Answer of GET /api/system/apiLogs/calls/:callId. Secrets were masked before the call was logged. */
const callSchema = Type.Object({
  call: Type.Object({
    id: text,
    direction: text,
    method: text,
    url: Type.String({ description: 'Of the last attempt.' }),
    permission: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The route that was called, or during which the call was made.',
    }),
    user: Type.Union([Type.Null(), Type.Object({ id: Type.Integer(), name: textOrNull })], {
      description: 'Null where nobody was signed in; the name is null when the user was deleted since.',
    }),
    attempts: Type.Array(
      Type.Object({
        id: text,
        try: Type.Integer({ description: 'From 1.' }),
        url: text,
        status: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description: 'Null when no answer came.',
        }),
        error: textOrNull,
        duration: Type.Number({ description: 'Milliseconds.' }),
        createdAt: Type.String({ description: 'ISO 8601, UTC.' }),
        request: Type.Union([Type.Null(), messageSchema]),
        response: Type.Union([Type.Null(), messageSchema]),
      }),
    ),
  }),
});

/** Answer of GET /api/system/apiLogs/statistics. */
const statisticsSchema = Type.Object({
  hours: Type.Array(
    Type.Object({
      hour: Type.String({ description: 'When it began; ISO 8601, UTC.' }),
      calls: Type.Integer({ description: 'Attempts, those that failed among them.' }),
      failures: Type.Integer(),
      p95: Type.Number({
        description:
          'Milliseconds within which 95 of 100 were done: the duration of one of them (percentile_disc).',
      }),
    }),
  ),
});

/**
 * All attempts of a call, the first one first. What they have in common is told of the last one.
 *
 * @throws ServiceError when the log has none.
 */
async function findCall(db: Kysely<Database>, callId: string) {
  const rows = await db
    .selectFrom('api_logs')
    .leftJoin('users', 'users.id', 'api_logs.user_id')
    .selectAll('api_logs')
    .select('users.name as user_name')
    .where('call_id', '=', callId)
    .orderBy('api_logs.try')
    .orderBy('api_logs.id')
    .execute();
  const last = rows.at(-1);
  if (last === undefined) {
    throw new ServiceError(
      'service.not_found',
      `The log has no call ${callId}; calls are removed from it after a time.`,
    );
  }

  return {
    id: last.call_id,
    direction: last.direction,
    method: last.method,
    url: last.url,
    permission: last.route,
    user: last.user_id === null ? null : { id: last.user_id, name: last.user_name },
    attempts: rows.map((row) => ({
      id: row.id,
      try: row.try,
      url: row.url,
      status: row.status,
      error: row.error,
      duration: Number(row.duration),
      createdAt: row.created_at.toISOString(),
      request: message(row.payload?.request),
      response: message(row.payload?.response),
    })),
  };
}

/** Null of calls that were logged before payloads were, and where no answer came. */
function message(part: CallPayload['request'] | CallPayload['response'] | undefined) {
  return part ? { headers: part.headers, body: part.body ?? null } : null;
}
