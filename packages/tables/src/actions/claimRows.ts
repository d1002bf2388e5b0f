import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import { type ActionRunRecord, type ListPart, listSize } from '../query/actionTables.ts';
import { bookkeeping } from './bookkeeping.ts';

/**
 * Moves a run past its next rows, `size` of them or fewer where its list ends, and so keeps other processes away from it
 * until the transaction ends. Null when another process has moved it, or it has ended.
 */
export async function claimRows(
  transaction: Kysely<AnyDatabase>,
  { run, position, total }: ActionRunRecord,
  size: number,
): Promise<ListPart | null> {
  const list = Math.floor(position / listSize);
  const start = position % listSize;
  const end = Math.min(start + size, listSize, total - list * listSize);
  const { numUpdatedRows } = await bookkeeping(transaction)
    .updateTable('rowhouse_action_runs')
    .set({ position: list * listSize + end, updated_at: Date.now() })
    .where('run', '=', run)
    .where('position', '=', position)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();

  return numUpdatedRows === 0n ? null : { run, list, start, end };
}
