import { computed, type Signal, signal } from '@preact/signals-core';
import type { TableJob } from '@rowhouse/table-protocol';
import { jobFollower } from '../actions/jobFollower.ts';
import { TableFailure, type TableProblem } from '../http/TableProblem.ts';
import type { SendRequest } from '../http/transport.ts';
import { readJob } from '../responses/readAction.ts';

interface ImportJobContext {
  readonly send: SendRequest;
  readonly lifetime: AbortSignal;
  readonly problem: Signal<TableProblem | null>;
}

/** The background job of an import: its progress until it ends, and its end. */
export function importJob({ send, lifetime, problem }: ImportJobContext) {
  const jobs = signal<readonly TableJob[]>([]);
  const job = computed(() => jobs.value[0] ?? null);
  const follower = jobFollower({
    ...{ jobs, send, lifetime },
    onEnd: () => undefined,
    onFailure(message) {
      problem.value = {
        ...{ kind: 'refused', status: null, message, errors: {}, retryAfter: null },
        request: 'action',
      };
    },
  });

  function forget(): void {
    for (const { id } of jobs.value) follower.dismissJob(id);
  }

  return {
    job,
    forget,
    started: (begun: TableJob) => follower.followJob(begun),
    cancel: async () => {
      if (job.value) await follower.cancelJob(job.value.id);
    },
    async follow(path: string): Promise<void> {
      problem.value = null;
      try {
        const found = readJob(await send({ method: 'GET', path, signal: lifetime }, 'init'));
        if (!found || lifetime.aborted) return;
        forget();
        follower.followJob(found);
      } catch (error) {
        if (!(error instanceof TableFailure)) throw error;
        if (!lifetime.aborted) problem.value = error.problem;
      }
    },
  };
}
