import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import type { ActionRunRecord } from '../query/actionTables.ts';
import { bookkeeping } from './bookkeeping.ts';
import type { HandledRows } from './handleRows.ts';

/** Failures written by one statement: SQLite takes 32,766 parameters. */
const batch = 1000;

/** Moves a run past the rows done, and keeps which of them failed. */
export async function commitRows(
  transaction: Kysely<AnyDatabase>,
  record: ActionRunRecord,
  { done, gone, failures }: HandledRows,
): Promise<ActionRunRecord> {
  if (done === 0) return record;

  const { run } = record;
  const database = bookkeeping(transaction);
  const moved = {
    position: record.position + done,
    failed: record.failed + failures.length,
    gone: record.gone + gone,
    updated_at: Date.now(),
  };

  for (let start = 0; start < failures.length; start += batch) {
    await database
      .insertInto('rowhouse_action_failures')
      .values(
        failures.slice(start, start + batch).map(({ place, dtRowId, message }) => ({
          run,
          position: record.position + place,
          failure: JSON.stringify({ dtRowId, message }),
        })),
      )
      .execute();
  }

  await database.updateTable('rowhouse_action_runs').set(moved).where('run', '=', run).execute();

  return { ...record, ...moved };
}
