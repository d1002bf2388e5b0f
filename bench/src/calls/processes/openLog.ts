import { type ApiLogTables, type BufferedCallLog, createCallLog } from '@rowhouse/integrations';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type State, settings } from './protocol.ts';

export function openLog(): BufferedCallLog {
  const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 1 });
  const { capacity } = settings;

  return createCallLog({
    db: new Kysely<ApiLogTables>({ dialect: new PostgresDialect({ pool }) }),
    ...(capacity !== null && { capacity }),
    onError: (error) => console.error(error),
  });
}

export function stateOf(calls: number, log: BufferedCallLog | null): State {
  const { user, system } = process.cpuUsage();
  const { waiting, written, dropped, failed } = log?.state ?? {
    waiting: 0,
    written: 0,
    dropped: 0,
    failed: 0,
  };

  return { calls, cpu: user + system, waiting, written, dropped, failed };
}
