import type { Config } from '../../kernel/config/Config.ts';
import { defineJob, type JobType } from '../../kernel/jobs/Jobs.ts';
import type { TableJobRow } from './tableJobsTable.ts';

/** What jobs of tables carry: the rest is in the record. */
export interface TableJobData {
  /** Id of the record. */
  readonly record: string;
}

/** Where jobs of a kind are sent. */
export function tableJobAddress(
  name: TableJobRow['kind'],
  { tables }: Pick<Config, 'tables'>,
): JobType<TableJobData> {
  return defineJob({ name, queue: tables.queues.exports });
}
