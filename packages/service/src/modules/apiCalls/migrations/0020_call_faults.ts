import { installApiLogs, isApiLogsUpgradePending } from '@rowhouse/integrations';
import type { Kysely } from 'kysely';

/** Why a call failed, as a code and parameters beside the English text. Earlier calls keep their text only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(await isApiLogsUpgradePending(db))) await installApiLogs(db, { users: { type: 'integer' } });
}

/** The column stays: no earlier version depends on its absence. */
export async function down(): Promise<void> {}
