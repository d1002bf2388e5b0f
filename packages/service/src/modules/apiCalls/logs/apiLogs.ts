import { Direction, Method } from '@rowhouse/integrations';
import { defineTable } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import type { Database } from '../../../kernel/database/Database.ts';
import template from './apiLogs.json' with { type: 'json' };

/**
 * Calls that were made and served, an attempt a row. Sorted by time alone, and without a search: every other order,
 * and a search in the middle of texts, would read a log of millions of rows from end to end. Payloads are read with one
 * call only (../apiLogs/apiLogRoutes.ts).
 */
export const apiLogs = defineTable({
  template,
  source: 'packages/service/src/modules/apiCalls/logs/apiLogs.json',
  initRouteSuffix: 'initTable',
  query: (db: Kysely<Database>) =>
    db
      .selectFrom('api_logs')
      .leftJoin('users', 'users.id', 'api_logs.user_id')
      .leftJoin('permissions', 'permissions.name', 'api_logs.route')
      .select([
        'api_logs.id as dtRowId',
        'api_logs.call_id',
        'api_logs.created_at',
        'api_logs.direction',
        'api_logs.method',
        'api_logs.url',
        'api_logs.status',
        'api_logs.try',
        'api_logs.duration',
        'api_logs.error',
        'api_logs.user_id',
        // Without a user of that id he was deleted since; without a permission the route is shown as it was called.
        'users.name as user',
        'api_logs.route as permission',
        'permissions.id as permission_id',
      ]),
  enums: { Method, Direction },
  count: { sources: ['api_logs'], wholeTable: true },
  // As pages written for the API logs elsewhere send the method.
  filterParams: { apiLogMethod: 'api_logs.method' },
});
