import { Direction, Method } from '@rowhouse/integrations';
import type { CallFault, CallPayload } from '@rowhouse/integrations/internal';
import { defineTable } from '@rowhouse/tables';
import type { ColumnType, Kysely } from 'kysely';
import type { Database } from '../../../kernel/database/Database.ts';
import { callFault } from '../callFault.ts';

import template from './apiLogs.json' with { type: 'json' };

/**
 * Outbound and inbound calls, one row per attempt. Sorted by time only: other sort orders would scan a log of millions of
 * rows. A search scans it, too, unless a filter of the time limits it or there are trigram indexes, which
 * `rowhouse tables:advise system.apiLogs` proposes; payloads are not searched. They are loaded per call
 * (see apiLogRoutes.ts).
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
        'api_logs.fault',
        'api_logs.user_id',
        // Null for a deleted user. The route is shown by its name if no permission has that name.
        'users.name as user',
        'api_logs.route as permission',
        'permissions.id as permission_id',
      ]),
  // For its reader; search and filters compare the English text of the log.
  appends: {
    error: ({ error, fault }, { translate }) => {
      if (error === null) return null;
      const { text, parameters } = callFault(error, fault);

      return translate(text, parameters);
    },
  },
  enums: { Method, Direction },
  count: { sources: ['api_logs'], wholeTable: true },
  // The parameter by which other clients' pages of API logs send the method.
  filterParams: { apiLogMethod: 'api_logs.method' },
});

declare module '../../../kernel/database/Database.ts' {
  interface Database {
    api_logs: ApiLogsTable;
    api_failure_windows: ApiFailureWindowsTable;
    api_log_bodies: { readonly removed_before: Date };
  }
}

/** The log of API calls; the integrations package creates and fills it. */
export interface ApiLogsTable {
  /** 64 bits, which the driver returns as text. */
  id: ColumnType<string, never, never>;
  /** The same for all attempts of a call. */
  call_id: string;
  user_id: number | null;
  /** Name of the called route, or of the route during which the call was made. */
  route: string | null;
  url: string;
  /** Null for calls older than this column, and after `keepBodyDays`. */
  payload: CallPayload | null;
  method: string;
  /** Null without a response. */
  status: number | null;
  /** In English. */
  error: string | null;
  /** The error as data; null if it has none. */
  fault: ColumnType<CallFault | null, string | null, string | null>;
  try: number;
  direction: Direction;
  /** Milliseconds; the driver returns decimals as text. */
  duration: string;
  created_at: Date;
  updated_at: Date;
}

/** Windows in which all processes count equal failures together. */
interface ApiFailureWindowsTable {
  id: ColumnType<string, never, never>;
  failure_key: string;
  starts_at: Date;
  ends_at: Date;
  /** 64 bits, which the driver returns as text. */
  count: ColumnType<string, never, number>;
  /** Processes that have joined and not yet added their count. */
  members: ColumnType<number, number, number>;
  /** Whether the count was reported. */
  is_told: ColumnType<boolean, never, boolean>;
}
