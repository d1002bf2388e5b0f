import type { ActionCounts, ActionFailure } from '../definition/ActionSummary.ts';
import type { ActionRunRecord } from '../query/actionTables.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { bookkeeping } from './bookkeeping.ts';

/** Failures that a summary lists. */
const listedFailures = 100;

/** The run of a name; null when none has begun. */
export async function findRun({ db }: Pick<TableRuntime, 'db'>, id: string): Promise<ActionRunRecord | null> {
  const found = await bookkeeping(db)
    .selectFrom('rowhouse_action_runs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();

  return found ?? null;
}

/** A run of which it is known that it has begun. */
export function readRun(db: TableRuntime['db'], run: number): Promise<ActionRunRecord> {
  return bookkeeping(db)
    .selectFrom('rowhouse_action_runs')
    .selectAll()
    .where('run', '=', run)
    .executeTakeFirstOrThrow();
}

export function countsOf({ total, position, failed, gone }: ActionRunRecord): ActionCounts {
  return { total, processed: position - failed - gone, failed, gone };
}

/** The failures of a run that a summary lists. */
export async function failuresOf(
  db: TableRuntime['db'],
  { run, failed }: ActionRunRecord,
): Promise<ActionFailure[]> {
  if (failed === 0) return [];

  const rows = await bookkeeping(db)
    .selectFrom('rowhouse_action_failures')
    .select('failure')
    .where('run', '=', run)
    .orderBy('position')
    .limit(listedFailures)
    .execute();

  return rows.map(({ failure }) => JSON.parse(failure) as ActionFailure);
}
