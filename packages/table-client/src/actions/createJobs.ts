import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { TableJob } from '@rowhouse/table-protocol';
import { TableFailure } from '../http/TableProblem.ts';
import type { Translate } from '../language/translator.ts';
import { lazyModule } from '../table/lazyModule.ts';
import type { JobFollowerContext } from './jobFollower.ts';

interface JobsContext extends Omit<JobFollowerContext, 'jobs'> {
  readonly translate: Translate;
}

export interface Jobs {
  readonly jobs: ReadonlySignal<readonly TableJob[]>;
  followJob(job: TableJob, postEvent?: string): void;
  /** Requests the server to cancel a job. */
  cancelJob(id: string): Promise<void>;
  /** Removes a job from the list; it continues to run. */
  dismissJob(id: string): void;
}

/** Exports and background actions that were started here. The code that follows them is loaded with the first one. */
export function createJobs(context: JobsContext): Jobs {
  const { lifetime, translate, onFailure } = context;
  const jobs = signal<readonly TableJob[]>([]);
  const { loaded, load } = lazyModule(async () => {
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
    followJob: (job, postEvent) => void follow(job, postEvent),
    cancelJob: async (id) => loaded()?.cancelJob(id),
    dismissJob: (id) => loaded()?.dismissJob(id),
  };
}
