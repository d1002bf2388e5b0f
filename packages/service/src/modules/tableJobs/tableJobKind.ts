import type { JobKind } from '../../kernel/jobs/Jobs.ts';
import { giveUpTableJob } from './failTableJob.ts';
import { runTableJob, type TableWork } from './runTableJob.ts';
import type { TableJobParts } from './TableJobParts.ts';
import { type TableJobData, tableJobAddress } from './tableJobAddress.ts';
import type { TableJobRow } from './tableJobsTable.ts';

/** The kind of job that does a work of tables. */
export function tableJobKind(
  parts: TableJobParts,
  name: TableJobRow['kind'],
  work: TableWork,
): JobKind<TableJobData> {
  return {
    ...tableJobAddress(name, parts.config),
    run: (data, job) => runTableJob(parts, data, job, work),
    failed: ({ record }) => giveUpTableJob(parts, record),
  };
}
