import { setTimeout as wait } from 'node:timers/promises';

/**
 * Begins `work` every so many milliseconds, whether or not the one before has ended, until told to stop; waits for all.
 * A machine that is too slow is spared: with `mostAtOnce` under way, a turn is left out.
 */
export async function steadily(
  every: number,
  signal: AbortSignal,
  work: (n: number) => Promise<void>,
  mostAtOnce = 6,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const began = performance.now();
  for (let n = 0; !signal.aborted; n++) {
    if (running.size < mostAtOnce) {
      const one = work(n).finally(() => running.delete(one));
      running.add(one);
    }
    await wait(Math.max(0, began + (n + 1) * every - performance.now()));
  }
  await Promise.all(running);
}
