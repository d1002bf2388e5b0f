import { setTimeout as delay } from 'node:timers/promises';
import { isConflict } from '@rowhouse/drivers';
import { isLockTimeout } from '@rowhouse/drivers/internal';
import type { Transaction } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { RecordsMoved } from './lockRow.ts';

/** Attempts in case of conflicts with other transactions, and milliseconds before the second attempt. */
const attempts = 5;
const firstDelay = 10;

/** Runs a change in one transaction, again after a conflict with another one. Throws `tables.busy`, and what it throws. */
export async function writeTransaction<T>(
  { db, dialect }: Pick<TableRuntime, 'db' | 'dialect'>,
  run: (transaction: Transaction<AnyDatabase>) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction();
  // With another isolation level, data read after waiting for a lock would be older than the lock.
  const isolated =
    dialect.rowCounts.lock === '' ? transaction : transaction.setIsolationLevel('read committed');

  for (let attempt = 1; ; attempt++) {
    try {
      return await isolated.execute(run);
    } catch (error) {
      const isRepeatable = error instanceof RecordsMoved || (isConflict(error) && !isLockTimeout(error));
      if (!isRepeatable || isOfApplication(error)) throw error;
      if (attempt === attempts) {
        throw new TableError(
          'tables.busy',
          'Other transactions are changing the row at the same time. Try again in a moment.',
          { cause: error },
        );
      }
      await delay(firstDelay * 2 ** (attempt - 1));
    }
  }
}
