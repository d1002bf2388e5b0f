import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { type ActionRunRecord, type ListRange, listSize } from '../query/actionTables.ts';
import { hasRemainingRows } from './ActionRun.ts';
import type { Attempt, HandledRows } from './handleRows.ts';
import type { SteppedRun } from './RunSteps.ts';
import { bookkeeping, inTransaction, readRun } from './runRecords.ts';

export interface ChunkResult {
  /** The run as it was committed. */
  readonly record: ActionRunRecord;
  /** The conflict for which the next row has to be repeated; null if there is none. */
  readonly conflict: unknown;
}

/** Milliseconds after which a transaction claims no further list, and the maximum number of lists per transaction. */
const longest = 200;
const mostLists = 10;

/**
 * Handles the next rows of a run and advances the run's position in one transaction. Another process that works on the
 * same run waits, and then gets the rows after them. A run that `takesMore` processes several lists per transaction: each
 * commit waits for the disk.
 */
export function runChunk(run: SteppedRun, record: ActionRunRecord, attempt: Attempt): Promise<ChunkResult> {
  const { steps, cancel, pause, query } = run;
  const takesMore = steps.takesMore && attempt.size === listSize;
  const end = performance.now() + longest;

  return inTransaction(query.runtime, async (transaction) => {
    let result = await runList(run, record, attempt, transaction);

    for (let lists = 1; takesMore && lists < mostLists && performance.now() < end; lists++) {
      const isOver = cancel.aborted || pause.aborted || result.conflict !== null;
      if (isOver || !hasRemainingRows(run, result.record)) break;
      result = await runList(run, result.record, attempt, transaction);
    }

    return result;
  });
}

async function runList(
  run: SteppedRun,
  record: ActionRunRecord,
  attempt: Attempt,
  transaction: Kysely<AnyDatabase>,
): Promise<ChunkResult> {
  const range = await claimRows(transaction, record, attempt.size);

  if (!range) return { record: await readRun(transaction, record.run), conflict: null };

  const environment = { run, total: record.total, transaction, withSavepoint: true };
  const handled = await run.steps.handle(range, environment, attempt, Number(record.created_at));

  return { record: await commitRows(transaction, record, range, handled), conflict: handled.conflict };
}

/**
 * Advances a run by at most `size` rows of one list, which locks the run until the transaction ends. Null if another
 * process has advanced it, or it has ended.
 */
async function claimRows(
  transaction: Kysely<AnyDatabase>,
  { run, position, total }: ActionRunRecord,
  size: number,
): Promise<ListRange | null> {
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

/** Failures written by one statement: SQLite takes 32,766 parameters. */
const batch = 1000;

/** Records the outcome of claimed rows, and releases those that were not processed. */
async function commitRows(
  transaction: Kysely<AnyDatabase>,
  record: ActionRunRecord,
  { start, end }: ListRange,
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
        failures.slice(first, first + batch).map(({ index, failure }) => ({
          run,
          position: record.position + index,
          failure: JSON.stringify(failure),
        })),
      )
      .execute();
  }

  // Usually everything went as claimed.
  if (done < end - start || failures.length > 0 || gone > 0) {
    await database.updateTable('rowhouse_action_runs').set(moved).where('run', '=', run).execute();
  }

  return { ...record, ...moved };
}
