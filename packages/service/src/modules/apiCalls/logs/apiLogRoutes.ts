import type { CallFault, CallPayload } from '@rowhouse/integrations/internal';
import { say } from '@rowhouse/problems';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { ServiceError } from '../../../base/errors.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { optionsRoute } from '../../../kernel/http/optionsRoute.ts';
import type { Translate } from '../../../kernel/language/translate.ts';
import { callFault } from '../callFault.ts';
import { type CallResponse, callResponse, type Statistics, statistics } from '../messages.ts';
import { callStatistics, statisticsHours } from './callStatistics.ts';

/** One permission for everything on the page of API logs except its table. */
const permission = 'system.apiLogs.index';
const tag = 'system.apiLogs';

/** A call with its payloads, the statistics of the chart, and the options of the table's filters. */
export async function apiLogRoutes(
  app: FastifyInstance,
  { db, translate }: { db: Kysely<Database>; translate: Translate },
): Promise<void> {
  const readStatistics = callStatistics(db);

  app.get<{ Params: { callId: string }; Reply: CallResponse }>(
    '/system/apiLogs/calls/:callId',
    {
      config: { name: 'system.apiLogs.call', permission },
      schema: {
        tags: [tag],
        summary: 'All attempts of one call in order, with requests and responses.',
        params: Type.Object({
          callId: Type.String({ format: 'uuid', description: 'The id that all attempts of a call share' }),
        }),
        response: { 200: callResponse },
      },
    },
    async ({ params, language }) => ({ call: await findCall(db, params.callId, { language, translate }) }),
  );

  app.get<{ Querystring: { hours: number }; Reply: Statistics }>(
    '/system/apiLogs/statistics',
    {
      config: { name: 'system.apiLogs.statistics', permission },
      schema: {
        tags: [tag],
        summary: 'Calls, failures and durations of each of the last hours.',
        description:
          'Full hours in UTC, the current one last; hours without calls are zero. A failure is an attempt without a ' +
          'response, or with a status outside 200 to 299, except 304. The response may be a few seconds old.',
        querystring: Type.Object({
          hours: Type.Integer({
            ...statisticsHours,
            default: 24,
            description: 'Number of hours, including the current one',
          }),
        }),
        response: { 200: statistics },
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
    summary: 'Permissions whose name contains the query, by name. Their id is the name.',
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

/**
 * All attempts of a call in order. The common fields are those of the last attempt.
 *
 * @throws ServiceError if the log has no such call.
 */
async function findCall(
  db: Kysely<Database>,
  callId: string,
  { language, translate }: { readonly language: string; readonly translate: Translate },
) {
  const rows = await db
    .selectFrom('api_logs')
    .leftJoin('users', 'users.id', 'api_logs.user_id')
    .selectAll('api_logs')
    .select('users.name as user_name')
    // As text, with all digits of its numbers: the driver rounds them.
    .select([bodyOf('request').as('request_body'), bodyOf('response').as('response_body')])
    .where('call_id', '=', callId)
    .orderBy('api_logs.try')
    .orderBy('api_logs.id')
    .execute();
  const reasonOf = (error: string, fault: CallFault | null) => {
    const { text, parameters } = callFault(error, fault);

    return translate(language, text, parameters);
  };
  const last = rows.at(-1);
  if (last === undefined) {
    throw new ServiceError('service.not_found', say`The log has no call ${callId}. Old calls are deleted.`);
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
      reason: row.error === null ? null : reasonOf(row.error, row.fault),
      duration: Number(row.duration),
      createdAt: row.created_at.toISOString(),
      request: presentMessage(row.payload?.request, row.request_body),
      response: presentMessage(row.payload?.response, row.response_body),
    })),
  };
}

function bodyOf(message: 'request' | 'response') {
  return sql<string | null>`(api_logs.payload -> ${sql.lit(message)} -> 'body')::text`;
}

/** Null for calls logged without payloads, and without a response. */
function presentMessage(
  part: CallPayload['request'] | CallPayload['response'] | undefined,
  json: string | null,
) {
  return part ? { headers: part.headers, body: part.body ?? null, text: textOf(part.body, json) } : null;
}

function textOf(body: unknown, json: string | null): string | null {
  return body === null || typeof body === 'string' ? body : json;
}
