import { type Signal, signal } from '@preact/signals-core';
import type { TableJob } from '@rowhouse/table-protocol';
import { isJobOpen } from '@rowhouse/table-protocol/internal';
import { TableFailure } from '../http/TableProblem.ts';
import type { SendRequest } from '../http/transport.ts';
import { readJob } from '../responses/readAction.ts';

/** Time between two requests for the state of a running job, and after one that failed; in ms. */
const pollInterval = 500;
const pollIntervalAfterFailure = 3000;

export interface JobFollowerContext {
  readonly jobs: Signal<readonly TableJob[]>;
  readonly send: SendRequest;
  /** Aborted when the table stops. */
  readonly lifetime: AbortSignal;
  /** Called once when a followed job has ended, with the `postEvent` given to `followJob`. */
  onEnd(job: TableJob, postEvent: string | undefined): void;
  onFailure(message: string): void;
}

/** Requests the state of exports and background actions until they end. */
export function jobFollower({ jobs, send, lifetime, onEnd, onFailure }: JobFollowerContext) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const postEvents = new Map<string, string>();
  const cancelling = signal<ReadonlySet<string>>(new Set());

  const find = (id: string) => jobs.value.find((job) => job.id === id);

  lifetime.addEventListener('abort', () => {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
    jobs.value = [];
  });

  function followJob(job: TableJob, postEvent?: string): void {
    if (postEvent) postEvents.set(job.id, postEvent);
    jobs.value = [...jobs.value.filter(({ id }) => id !== job.id), job];
    later(job.id, pollInterval);
  }

  function later(id: string, wait: number): void {
    const job = find(id);
    clearTimeout(timers.get(id));

    if (job && isJobOpen(job))
      timers.set(
        id,
        setTimeout(() => void poll(job), wait),
      );
    else timers.delete(id);
  }

  async function poll({ id, path }: TableJob): Promise<void> {
    try {
      update(id, readJob(await send({ method: 'GET', path }, 'options')));
      later(id, pollInterval);
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      // The job was removed, or this user may not see it.
      if (['missing', 'forbidden', 'signed-out'].includes(error.problem.kind)) dismissJob(id);
      else later(id, pollIntervalAfterFailure);
    }
  }

  function update(id: string, current: TableJob | null): void {
    const known = find(id);
    if (!known || !current || current.id !== id) return;

    jobs.value = jobs.value.map((job) => (job.id === id ? current : job));
    if (!isJobOpen(known) || isJobOpen(current)) return;
    const postEvent = postEvents.get(id);
    postEvents.delete(id);
    onEnd(current, postEvent);
  }

  /** Requests the server to cancel a job. */
  async function cancelJob(id: string): Promise<void> {
    const job = find(id);
    if (!job || cancelling.value.has(id)) return;

    cancelling.value = new Set([...cancelling.value, id]);

    try {
      update(id, readJob(await send({ method: 'DELETE', path: job.path }, 'action')));
      later(id, 0);
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      // It has ended in the meantime; its result is shown.
      if (error.problem.status === 409) await poll(job);
      else if (find(id)) onFailure(error.problem.message);
    } finally {
      cancelling.value = new Set([...cancelling.value].filter((other) => other !== id));
    }
  }

  /** Removes a job from the list; it continues to run. */
  function dismissJob(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    postEvents.delete(id);
    jobs.value = jobs.value.filter((job) => job.id !== id);
  }

  return { followJob, cancelJob, dismissJob };
}
