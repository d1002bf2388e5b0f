import type { CallPayload, Direction } from '@rowhouse/integrations';
import type { ColumnType } from 'kysely';

declare module '../../kernel/database/Database.ts' {
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
export interface ApiFailureWindowsTable {
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
