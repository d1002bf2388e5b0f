import { Requeue } from '../../kernel/jobs/Jobs.ts';
import { isPermanent } from './followRecord.ts';
import type { TableJobAttempt } from './runTableJob.ts';

/** How work in chunks has to stop. */
interface SliceSignals {
  /** Ends the work; what is written stays. */
  readonly signal: AbortSignal;
  /** Interrupts the work, which a later attempt continues. */
  readonly pause: AbortSignal;
}

/**
 * Runs work that stops between its chunks: when its job is cancelled or no longer permitted, when this process shuts down, and after
 * `seconds`, so that other jobs run, and the queue does not consider the job lost.
 */
export async function inTimeSlice<T>(
  { cancelled, shutdown }: Pick<TableJobAttempt, 'cancelled' | 'shutdown'>,
  seconds: number,
  work: (signals: SliceSignals) => Promise<T>,
): Promise<T> {
  const cancel = new AbortController();
  const pause = new AbortController();
  const onCancelled = () => (isPermanent(cancelled.reason) ? cancel : pause).abort(cancelled.reason);
  const onShutdown = () => pause.abort(shutdown.reason);
  cancelled.addEventListener('abort', onCancelled);
  shutdown.addEventListener('abort', onShutdown);
  if (cancelled.aborted) onCancelled();
  if (shutdown.aborted) onShutdown();
  const timer = setTimeout(() => pause.abort(new Requeue('The time slice has ended.')), seconds * 1000);
  try {
    return await work({ signal: cancel.signal, pause: pause.signal });
  } finally {
    clearTimeout(timer);
    cancelled.removeEventListener('abort', onCancelled);
    shutdown.removeEventListener('abort', onShutdown);
  }
}
