import { PartitionRefusedError, partitionApiLogs } from '@rowhouse/integrations';
import type { PartitionStep } from '@rowhouse/integrations/internal';
import { followPartitions, installRowCounts } from '@rowhouse/tables';
import type { Kysely, Transaction } from 'kysely';
import { StartError } from '../../base/errors.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { afterOthers } from '../../kernel/database/exclusively.ts';
import { hasRowCounts } from './upgradeLogs.ts';

/** The lock of all operations that delete calls, or change the months of the log. */
export const retentionLock = 'rowhouse.api_logs.prune';

export interface PartitionLogsOptions {
  readonly signal: AbortSignal;
  readonly onStep: (step: PartitionStep) => void;
  /** Called once if the conversion has to wait for a running deletion. */
  readonly onWait: () => void;
}

/**
 * Partitions the log by month, while calls are logged. Null if it already is. @throws StartError if the
 * database refuses it
 */
export function partitionLogs(
  db: Kysely<Database>,
  { signal, onStep, onWait }: PartitionLogsOptions,
): Promise<{ readonly name: string; readonly to: Date } | null> {
  return afterOthers(
    db,
    retentionLock,
    async () => {
      try {
        return (await partitionApiLogs(db, { signal, onStep, onAdded: followLog })).first;
      } catch (error) {
        throw error instanceof PartitionRefusedError
          ? new StartError(error.message, { cause: error })
          : error;
      }
    },
    { signal, onWait },
  );
}

/** Keeps the row count of the log: of the new table, or of a new month. */
export async function followLog(transaction: Transaction<Database>): Promise<void> {
  if (await hasRowCounts(transaction)) await followPartitions<Database>(transaction, ['api_logs']);
  else await installRowCounts<Database>(transaction, ['api_logs']);
}
