import { type CallPayload, Direction, Method } from '@rowhouse/integrations';
import { defineTable } from '@rowhouse/tables';
import type { ColumnType, Kysely } from 'kysely';
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

declare module '../../../kernel/database/Database.ts' {
  interface Database {
    api_logs: ApiLogsTable;
    api_failure_windows: ApiFailureWindowsTable;
  }
}

/** The tables of API calls, as part of `Database`; the integrations package creates and fills the first. */
export interface ApiLogsTable {
  /** 64 bits, which the driver answers as text. */
  id: ColumnType<string, never, never>;
  /** The same for all attempts of a call. */
  call_id: string;
  user_id: number | null;
  /** Name of the route that was called, or during which the call was made. */
  route: string | null;
  url: string;
  /** Null of calls that were logged before payloads were. */
  payload: CallPayload | null;
  method: string;
  /** Null when no response came. */
  status: number | null;
  error: string | null;
  try: number;
  direction: Direction;
  /** Milliseconds; the driver answers decimals as text. */
  duration: string;
  created_at: Date;
  updated_at: Date;
}

/** Windows in which equal failures are counted, by all processes together. */
interface ApiFailureWindowsTable {
  id: ColumnType<string, never, never>;
  failure_key: string;
  starts_at: Date;
  ends_at: Date;
  /** 64 bits, which the driver answers as text. */
  count: ColumnType<string, never, number>;
  /** Processes that have joined it and not added what they counted. */
  members: ColumnType<number, number, number>;
  /** Whether its sum has been taken. */
  is_told: ColumnType<boolean, never, boolean>;
}
