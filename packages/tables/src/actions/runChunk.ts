import type { ActionRunRecord } from '../query/actionTables.ts';
import { type ActionRun, goesOn } from './ActionRun.ts';
import { commitRows } from './commitRows.ts';
import { type Attempt, handleRows } from './handleRows.ts';
import { inTransaction } from './inTransaction.ts';
import { lockRun } from './lockRun.ts';
import { readChunk } from './readChunk.ts';

export interface ChunkResult {
  /** The run as it was committed. */
  readonly record: ActionRunRecord;
  /** Why the next row has to be repeated; null when it has not. */
  readonly conflict: unknown;
}

/**
 * Handles the next rows of a run in one transaction, in which the run's position moves past them: either both are
 * committed, or neither. Another process that works on the same run waits, and gets the rows after.
 */
export function runChunk(run: ActionRun, key: number, attempt: Attempt): Promise<ChunkResult> {
  return inTransaction(run.query.runtime, async (transaction) => {
    const record = await lockRun(transaction, run, key);

    if (!goesOn(run, record)) return { record, conflict: null };

    const place = { run, total: record.total, transaction, withSavepoint: true };
    const chunk = await readChunk(transaction, run.query, record, attempt.size);
    const handled = await handleRows(chunk, place, attempt);

    return { record: await commitRows(transaction, record, handled), conflict: handled.conflict };
  });
}
