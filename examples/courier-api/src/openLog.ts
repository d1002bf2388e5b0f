import {
  type ApiLogTables,
  type BufferedCallLog,
  createCallLog,
  installApiLogs,
} from '@rowhouse/integrations';
import { nodeSqlite } from '@rowhouse/tables/testing';
import { Kysely, SqliteDialect } from 'kysely';

export interface OpenLog {
  readonly log: BufferedCallLog;
  /** What was logged so far, shortly: one row for each attempt. */
  rows(): Promise<LoggedAttempt[]>;
  close(): Promise<void>;
}

export interface LoggedAttempt {
  /** Number of the call, from 1. */
  readonly call: number;
  readonly try: number;
  readonly method: string;
  readonly path: string;
  /** The status, or why there is none. */
  readonly outcome: number | string | undefined;
}

/** A log in a small database in memory. */
export async function openLog(): Promise<OpenLog> {
  const db = new Kysely<ApiLogTables>({ dialect: new SqliteDialect({ database: nodeSqlite() }) });
  await installApiLogs(db);
  const log = createCallLog({ db });

  return {
    log,
    async rows() {
      await log.flush();
      const rows = await db.selectFrom('api_logs').selectAll().orderBy('id').execute();
      const calls = [...new Set(rows.map((row) => row.call_id))];

      return rows.map((row) => ({
        call: calls.indexOf(row.call_id) + 1,
        try: row.try,
        method: row.method,
        path: row.url.replace(/^\w+:\/\/[^/]+/, ''),
        outcome: row.status ?? row.error?.split(':')[0],
      }));
    },
    async close() {
      await log.close();
      await db.destroy();
    },
  };
}
