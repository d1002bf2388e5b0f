import type { TableJob, TableJobStatus } from '@rowhouse/table-protocol';
import type { ColumnType, Selectable } from 'kysely';

declare module '../../kernel/database/Database.ts' {
  interface Database {
    table_jobs: TableJobsTable;
  }
}

/** Exports and actions in the background, as part of `Database`. */
export interface TableJobsTable {
  /** 64 bits, which the driver answers as text. */
  id: ColumnType<string, never, never>;
  kind: TableJob['kind'];
  /** The table's routePrefix. */
  table_name: string;
  /** For people, in the language of the request. */
  name: string;
  /** Name of the action's route; null of an export. */
  action: string | null;
  /** Of the file; null of an action. */
  format: string | null;
  /** What the client sent. Written as JSON. */
  payload: ColumnType<unknown, string, never>;
  created_by: number;
  /** Of the request. */
  language: string;
  /** IANA name, of the request; null of one that was made before it was kept. */
  time_zone: string | null;
  status: TableJobStatus;
  /** Total number of rows; null until they are counted. Counts are 64 bits, as the id. */
  total: ColumnType<string | null, never, number | null>;
  entries: ColumnType<string, never, number>;
  failed: ColumnType<string, never, number>;
  /** Key of the file in the store. */
  file: string | null;
  file_size: ColumnType<string | null, never, number | null>;
  /** Of a job that has ended what became of it; before that, why the last attempt failed. In the job's language. */
  message: string | null;
  /** Equal for equal orders of one user. */
  fingerprint: string;
  /** The attempt that has claimed the record last; 0 before the first. */
  attempt: ColumnType<number, never, number>;
  /** Attempts that failed; those that were killed do not count. */
  failures: ColumnType<number, never, number>;
  created_at: ColumnType<Date, never, never>;
  started_at: ColumnType<Date | null, never, Date>;
  finished_at: ColumnType<Date | null, never, Date>;
  /** When the file is removed. */
  expires_at: Date | null;
}

export type TableJobRow = Selectable<TableJobsTable>;
