import { isJobOpen, type TableJob } from '@rowhouse/table-protocol';
import { onScopeDispose, shallowRef } from 'vue';
import type { SendRequest } from '../http/sendRequest.ts';
import { TableFailure } from '../http/TableProblem.ts';
import { readJob } from './answers/readJob.ts';

/** How long to wait before a job is asked after again, in ms; as long as it goes on, and when there was no answer. */
const usualWait = 500;
const waitAfterFailure = 3000;

export interface JobsContext {
  readonly send: SendRequest;
  /** Told once, when a job has come to its end while it was followed, with the `postEvent` that it was followed with. */
  onEnd(job: TableJob, postEvent: string | undefined): void;
  onFailure(message: string): void;
}

/** Exports and background actions that were started here, followed to their end. */
export function useJobs({ send, onEnd, onFailure }: JobsContext) {
  const jobs = shallowRef<readonly TableJob[]>([]);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const postEvents = new Map<string, string>();
  const cancelling = shallowRef<ReadonlySet<string>>(new Set());

  const find = (id: string) => jobs.value.find((job) => job.id === id);

  onScopeDispose(() => {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
    jobs.value = [];
  });

  function followJob(job: TableJob, postEvent?: string): void {
    if (postEvent) postEvents.set(job.id, postEvent);
    jobs.value = [...jobs.value.filter(({ id }) => id !== job.id), job];
    later(job.id, usualWait);
  }

  function later(id: string, wait: number): void {
    const job = find(id);
    clearTimeout(timers.get(id));

    if (job && isJobOpen(job))
      timers.set(
        id,
        setTimeout(() => void ask(job), wait),
      );
    else timers.delete(id);
  }

  async function ask({ id, path }: TableJob): Promise<void> {
    try {
      take(id, readJob(await send({ method: 'GET', path }, 'options')));
      later(id, usualWait);
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      // It is there no more, or not for this user.
      if (['missing', 'forbidden', 'signed-out'].includes(error.problem.kind)) dismissJob(id);
      else later(id, waitAfterFailure);
    }
  }

  function take(id: string, answered: TableJob | null): void {
    const known = find(id);
    if (!known || !answered || answered.id !== id) return;

    jobs.value = jobs.value.map((job) => (job.id === id ? answered : job));
    if (!isJobOpen(known) || isJobOpen(answered)) return;
    const postEvent = postEvents.get(id);
    postEvents.delete(id);
    onEnd(answered, postEvent);
  }

  /** Asks the server to end a job. */
  async function cancelJob(id: string): Promise<void> {
    const job = find(id);
    if (!job || cancelling.value.has(id)) return;

    cancelling.value = new Set([...cancelling.value, id]);

    try {
      take(id, readJob(await send({ method: 'DELETE', path: job.path }, 'action')));
      later(id, 0);
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      // It has ended in the meantime: its result is what the user is shown.
      if (error.problem.status === 409) await ask(job);
      else if (find(id)) onFailure(error.problem.message);
    } finally {
      cancelling.value = new Set([...cancelling.value].filter((other) => other !== id));
    }
  }

  /** Takes a job off the list; it goes on all the same. */
  function dismissJob(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    postEvents.delete(id);
    jobs.value = jobs.value.filter((job) => job.id !== id);
  }

  return { jobs, followJob, cancelJob, dismissJob };
}
