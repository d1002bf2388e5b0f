import type { Config } from '../../kernel/config/Config.ts';
import { defineJob, type JobType } from '../../kernel/jobs/Jobs.ts';

export interface MailJobData {
  /** Its id. */
  readonly notification: number;
}

/** Name and queue of the jobs that send mail: all that sending one needs. */
export function mailJobAddress({ tables }: Pick<Config, 'tables'>): JobType<MailJobData> {
  return defineJob({ name: 'notification.mail', queue: tables.queues.notifications });
}
