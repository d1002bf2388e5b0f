import type { Notice } from '@rowhouse/table-client';
import type { TableJob } from '@rowhouse/table-protocol';
import { isJobOpen } from '@rowhouse/table-protocol/internal';
import type { ActionSource } from './ActionSource.ts';

/** A message in the corner of the window: a notice, or a job. */
export interface Toast {
  /** `data-toast` of its element. */
  readonly key: string;
  /** Time until it disappears, in ms; null if it stays until it is dismissed. */
  readonly lifetime: number | null;
  /** Null if it cannot be dismissed yet. */
  readonly dismiss: (() => void) | null;
}

/** Maximum number of drawn messages; others are only counted. */
const mostDrawn = 4;
const noticeLifetime = 6000;
/** A file is offered for a longer time. */
const jobLifetime = 30_000;

export const noticeKey = ({ id }: Notice) => `notice-${id}`;
export const jobKey = ({ id }: TableJob) => `job-${id}`;

export function isProblem({ kind }: Notice): boolean {
  return kind === 'danger' || kind === 'warning';
}

export function hasFailed({ status, failed }: TableJob): boolean {
  return failed > 0 || status === 'failed';
}

/** The newest notices and jobs, up to the maximum. */
export function drawnOf({ notices, jobs }: Pick<ActionSource, 'notices' | 'jobs'>) {
  const drawnJobs = jobs.slice(-(notices.length > 0 ? mostDrawn - 1 : mostDrawn));
  const drawnNotices = notices.slice(-(mostDrawn - drawnJobs.length));
  const unseen = jobs.length + notices.length - drawnJobs.length - drawnNotices.length;

  return { jobs: drawnJobs, notices: drawnNotices, unseen };
}

/** A drawn message with its remaining time. */
export function toastsOf(
  { notices, jobs }: { readonly notices: readonly Notice[]; readonly jobs: readonly TableJob[] },
  { dismissNotice, dismissJob }: Pick<ActionSource, 'dismissNotice' | 'dismissJob'>,
): Toast[] {
  return [
    ...notices.map((notice) => ({
      key: noticeKey(notice),
      lifetime: isProblem(notice) ? null : noticeLifetime,
      dismiss: () => dismissNotice(notice.id),
    })),
    ...jobs.map((job) => ({
      key: jobKey(job),
      lifetime: isJobOpen(job) || hasFailed(job) ? null : jobLifetime,
      dismiss: isJobOpen(job) ? null : () => dismissJob(job.id),
    })),
  ];
}
