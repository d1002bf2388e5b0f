import type { Kysely } from 'kysely';
import type { ActionFailure } from '../definition/ActionSummary.ts';
import type { AnyDatabase } from '../definition/defineTable.ts';
import { failuresOf, findRun } from './runRecords.ts';

/**
 * The failures of a run so far, the first hundred in the order of the rows. None of a run that is not known, or that ended
 * more than thirty days ago. Whose run it is, and who may read them, is for the caller to know.
 */
export async function readActionFailures<DB>(
  db: Kysely<DB>,
  runId: string,
): Promise<readonly ActionFailure[]> {
  const host = db as unknown as Kysely<AnyDatabase>;
  const record = await findRun({ db: host }, runId);

  return record ? failuresOf(host, record) : [];
}
