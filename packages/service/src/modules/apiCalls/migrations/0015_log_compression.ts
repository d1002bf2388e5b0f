import { installApiLogs, isApiLogsUpgradePending } from '@rowhouse/integrations';
import type { Kysely } from 'kysely';

/** Has payloads of logs that exist compressed like those of new ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(await isApiLogsUpgradePending(db))) await installApiLogs(db, { users: { type: 'integer' } });
}

/** The setting stays: it applies to new rows only, and no earlier version depends on it. */
export async function down(): Promise<void> {}
