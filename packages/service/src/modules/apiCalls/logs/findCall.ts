import type { CallPayload } from '@rowhouse/integrations';
import type { Kysely } from 'kysely';
import type { Database } from '../../../kernel/database/Database.ts';
import { ServiceError } from '../../../kernel/errors.ts';

/**
 * All attempts of a call, the first one first. What they have in common is told of the last one.
 *
 * @throws ServiceError when the log has none.
 */
export async function findCall(db: Kysely<Database>, callId: string) {
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
