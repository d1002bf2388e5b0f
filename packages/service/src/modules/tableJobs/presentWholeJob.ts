import { isJobOpen, type TableJob } from '@rowhouse/table-protocol';
import { readActionFailures } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import { actionRunId } from './actions/actionRunId.ts';
import { presentJob } from './presentJob.ts';
import type { TableJobRow } from './tableJobsTable.ts';

/** A job with the rows that its action failed on: for its owner alone. */
export async function presentWholeJob(
  db: Kysely<Database>,
  row: TableJobRow,
  secret: string,
): Promise<TableJob> {
  const job = presentJob(row, secret);
  if (job.kind !== 'action' || job.failed === 0 || isJobOpen(row)) return job;

  return { ...job, failures: await readActionFailures(db, actionRunId(row.id)) };
}
