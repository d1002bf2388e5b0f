import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';

/** Runs a part of an action in a transaction of its own. */
export function inTransaction<T>(
  { db, dialect }: TableRuntime,
  run: (transaction: Kysely<AnyDatabase>) => Promise<T>,
): Promise<T> {
  const { isolation } = dialect.actionRuns;
  const transaction = db.transaction();

  return (isolation ? transaction.setIsolationLevel(isolation) : transaction).execute(run);
}
