import type { Clock } from '../Client.ts';

export interface FakeClock extends Clock {
  /** Milliseconds of every wait so far. */
  readonly waits: readonly number[];
}

/** A clock for tests: waits take no time, and move it forward. */
export function fakeClock(start = new Date('2026-01-01T00:00:00Z')): FakeClock {
  const waits: number[] = [];
  let now = start.getTime();

  return {
    waits,
    now: () => new Date(now),
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
}
