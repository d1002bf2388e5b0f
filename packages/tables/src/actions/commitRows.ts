import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import type { ActionRunRecord, ListPart } from '../query/actionTables.ts';
import { bookkeeping } from './bookkeeping.ts';
import type { HandledRows } from './handleRows.ts';

/** Failures written by one statement: SQLite takes 32,766 parameters. */
const batch = 1000;

/** Keeps what became of claimed rows, and gives back those that were not come to. */
export async function commitRows(
  transaction: Kysely<AnyDatabase>,
  record: ActionRunRecord,
  { start, end }: ListPart,
  { done, gone, failures }: HandledRows,
): Promise<ActionRunRecord> {
  const { run } = record;
  const database = bookkeeping(transaction);
  const moved = {
    position: record.position + done,
    failed: record.failed + failures.length,
    gone: record.gone + gone,
  };

  for (let first = 0; first < failures.length; first += batch) {
    await database
      .insertInto('rowhouse_action_failures')
      .values(
        failures.slice(first, first + batch).map(({ place, failure }) => ({
          run,
          position: record.position + place,
          failure: JSON.stringify(failure),
        })),
      )
      .execute();
  }

  // Mostly it all went as was claimed.
  if (done < end - start || failures.length > 0 || gone > 0) {
    await database.updateTable('rowhouse_action_runs').set(moved).where('run', '=', run).execute();
  }

  return { ...record, ...moved };
}
