import type { ActionRunRecord } from '../query/actionTables.ts';
import type { ActionRun } from './ActionRun.ts';
import { claimRows } from './claimRows.ts';
import { commitRows } from './commitRows.ts';
import { type Attempt, handleRows } from './handleRows.ts';
import { inTransaction } from './inTransaction.ts';
import { readChunk } from './readChunk.ts';
import { readRun } from './runRecords.ts';

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
export function runChunk(run: ActionRun, record: ActionRunRecord, attempt: Attempt): Promise<ChunkResult> {
  return inTransaction(run.query.runtime, async (transaction) => {
    const part = await claimRows(transaction, record, attempt.size);

    if (!part) return { record: await readRun(transaction, record.run), conflict: null };

    const place = { run, total: record.total, transaction, withSavepoint: true };
    const chunk = await readChunk(transaction, run.query, part);
    const handled = await handleRows(chunk, place, attempt);

    return { record: await commitRows(transaction, record, part, handled), conflict: handled.conflict };
  });
}
