import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import type { ActionRunRecord } from '../query/actionTables.ts';
import type { ActionRun } from './ActionRun.ts';

/** Reads a run, and keeps other processes away from it until the transaction ends. */
export async function lockRun(
  transaction: Kysely<AnyDatabase>,
  { query, id }: ActionRun,
  key: number,
): Promise<ActionRunRecord> {
  const { rows } = await query.runtime.dialect.actionRuns
    .lockRun(key, Date.now())
    .execute(transaction.withoutPlugins());
  const record = rows[0];

  if (!record) throw new Error(`The run ${id} has been removed from the database.`);

  return record;
}
