import type { Config } from '../../kernel/config/Config.ts';
import type { JobKind } from '../../kernel/jobs/Jobs.ts';

export interface MailJobData {
  /** Its id. */
  readonly notification: number;
}

/** Name and queue of the jobs that send mail: all that sending one needs. */
export function mailJobAddress({
  tables,
}: Pick<Config, 'tables'>): Pick<JobKind<MailJobData>, 'name' | 'queue'> {
  return { name: 'notification.mail', queue: tables.queues.notifications };
}
