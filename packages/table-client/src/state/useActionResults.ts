import { signal } from '@preact/signals-core';
import type { TableJob } from '@rowhouse/table-protocol';
import { TableFailure } from '../http/TableProblem.ts';
import type { Notice, Translate } from '../TableController.ts';
import type { JobFollowerContext } from './jobFollower.ts';
import { lazyPart } from './lazyPart.ts';

export type Notify = (
  kind: Notice['kind'],
  message: string,
  details?: Pick<Notice, 'failures' | 'unlistedFailures'>,
) => void;

/** Messages about actions, each shown until it is dismissed. */
export function useNotices() {
  const notices = signal<readonly Notice[]>([]);
  let last = 0;
  const notify: Notify = (kind, message, details) => {
    last += 1;
    notices.value = [...notices.value, { id: last, kind, message, ...details }];
  };

  return {
    notices,
    notify,
    dismissNotice(id: number): void {
      notices.value = notices.value.filter((notice) => notice.id !== id);
    },
  };
}

interface JobsContext extends Omit<JobFollowerContext, 'jobs'> {
  readonly translate: Translate;
}

/** Exports and background actions that were started here. The code that follows them is loaded with the first one. */
export function useJobs(context: JobsContext) {
  const { lifetime, translate, onFailure } = context;
  const jobs = signal<readonly TableJob[]>([]);
  const { loaded, load } = lazyPart(async () => {
    const { jobFollower } = await import('./buttonRunner.ts');

    return jobFollower({ ...context, jobs });
  }, translate);

  async function follow(job: TableJob, postEvent?: string): Promise<void> {
    try {
      const follower = loaded() ?? (await load());
      if (!lifetime.aborted) follower.followJob(job, postEvent);
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      onFailure(error.problem.message);
    }
  }

  return {
    jobs,
    followJob: (job: TableJob, postEvent?: string): void => void follow(job, postEvent),
    /** Requests the server to cancel a job. */
    cancelJob: async (id: string): Promise<void> => loaded()?.cancelJob(id),
    /** Removes a job from the list; it continues to run. */
    dismissJob: (id: string): void => loaded()?.dismissJob(id),
  };
}
