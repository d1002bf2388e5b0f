import { isApiLogsUpgradePending, upgradeApiLogs } from '@rowhouse/integrations';
import { UpgradeRefusedError } from '@rowhouse/integrations/internal';
import { installRowCounts } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { commandLine } from '../../base/commandLine.ts';
import { StartError } from '../../base/errors.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { Upgrade } from '../../kernel/module/Lifecycle.ts';

const table = 'api_logs';

export interface UpgradeLogsOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly total: number; readonly done: number }) => void;
}

/**
 * Converts a log of the older form. Returns the number of copied rows, or null if there was nothing to do. If aborted,
 * throws the signal's reason after the current statement.
 */
export async function upgradeLogs(
  db: Kysely<Database>,
  { signal, onProgress }: UpgradeLogsOptions,
): Promise<number | null> {
  try {
    const { upgraded, copied } = await upgradeApiLogs(db, {
      users: { type: 'integer' },
      signal,
      onProgress: (done, total) => onProgress({ total, done }),
    });

    return upgraded ? copied : null;
  } catch (error) {
    throw error instanceof UpgradeRefusedError ? new StartError(error.message, { cause: error }) : error;
  }
}

/** Installs the triggers that keep the row count of the log, which an upgraded table lacks. False if it has them. */
export async function installLogCounts(db: Kysely<Database>): Promise<boolean> {
  if (await hasRowCounts(db)) return false;
  await db.transaction().execute((transaction) => installRowCounts<Database>(transaction, [table]));

  return true;
}

/** Throws if the log is of the older form, or has no row count. */
export async function refuseOlderLogs(db: Kysely<Database>): Promise<void> {
  if (!(await isApiLogsUpgradePending(db)) && (await hasRowCounts(db))) return;
  throw new StartError(
    `${table} is of an older form, or its upgrade was interrupted. Run "${commandLine('app:upgrade')}", which copies its rows ` +
      'into the current form, and start again.',
  );
}

/** Whether triggers keep the row count of the log. */
export async function hasRowCounts(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_trigger
    where tgrelid = to_regclass(${table}) and tgname like 'rowhouse\\_rows\\_%'`.execute(db);

  return (rows[0]?.count ?? 0) > 0;
}

/** The conversion of a log of the older form, as steps of `app:upgrade`. */
export const logUpgrades: readonly Upgrade[] = [
  {
    name: 'apiLogs',
    label: 'API calls',
    async run(db, { signal, progress }) {
      const copied = await upgradeLogs(db, { signal, onProgress: progress('API calls') });

      return copied === null ? null : `${copied.toLocaleString('en')} calls of the older form were copied`;
    },
  },
  {
    name: 'rowCounts',
    label: 'Kept counts',
    run: async (db) => ((await installLogCounts(db)) ? 'follow the API calls' : null),
  },
];
