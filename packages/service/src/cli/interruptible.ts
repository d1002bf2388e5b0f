import { stopOnSignals } from './stopOnSignals.ts';

/**
 * Runs a command that may be stopped: its signal is aborted on SIGINT and SIGTERM, and the process ends once the work
 * that is under way has heeded that. `meanwhile` says what is waited for.
 */
export async function interruptible(
  meanwhile: string,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const interruption = new AbortController();
  const onStop = stopOnSignals((text) => console.error(text), meanwhile);
  const work = run(interruption.signal);
  onStop(async () => {
    interruption.abort();
    await work;
  });
  await work;
}
