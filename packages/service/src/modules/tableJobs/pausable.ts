import type { Config } from '../../kernel/config/Config.ts';
import { Requeue } from '../../kernel/jobs/Jobs.ts';
import { isPermanent } from './followRecord.ts';
import type { TableJobAttempt } from './runTableJob.ts';

/** The signals of a run that can continue: `pause` at a shutdown, `signal` if it must not continue. */
interface RunSignals {
  readonly signal: AbortSignal;
  readonly pause: AbortSignal;
}

/** Does a part of a job whose run continues in a later attempt. */
export async function pausable<T>(
  { cancelled, shutdown }: Pick<TableJobAttempt, 'cancelled' | 'shutdown'>,
  { tables }: Pick<Config, 'tables'>,
  run: (signals: RunSignals) => Promise<T>,
): Promise<T> {
  const cancel = new AbortController();
  const pause = new AbortController();
  const onCancelled = () => (isPermanent(cancelled.reason) ? cancel : pause).abort(cancelled.reason);
  const onShutdown = () => pause.abort(shutdown.reason);
  cancelled.addEventListener('abort', onCancelled);
  shutdown.addEventListener('abort', onShutdown);
  if (cancelled.aborted) onCancelled();
  if (shutdown.aborted) onShutdown();
  // A time slice lets other jobs run, and ends before the queue considers the job lost.
  const timeSlice = setTimeout(
    () => pause.abort(new Requeue('The time slice of the job has ended.')),
    tables.export.timeout * 1000,
  );
  try {
    return await run({ signal: cancel.signal, pause: pause.signal });
  } finally {
    clearTimeout(timeSlice);
    cancelled.removeEventListener('abort', onCancelled);
    shutdown.removeEventListener('abort', onShutdown);
  }
}
