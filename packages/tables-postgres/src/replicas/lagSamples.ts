import { isAtLeast } from './position.ts';

/** Positions of the primary over time, for measuring the lag of replicas. */
export interface LagSamples {
  /** The first position; null before it is known. */
  readonly first: string | null;
  add(position: string): void;
  /** Seconds since the primary was at the first known position that a replica has not reached; 0 if there is none. */
  lagOf(position: string | null): number;
}

/** `maxLag` in seconds: much larger lags need not be exact. */
export function lagSamples(maxLag: number): LagSamples {
  const samples: { readonly at: number; readonly position: string }[] = [];
  let first: string | null = null;

  return {
    get first() {
      return first;
    },
    add(position) {
      first ??= position;
      if (samples.at(-1)?.position !== position) samples.push({ at: Date.now(), position });
      const limit = Date.now() - 2 * maxLag * 1_000;
      while ((samples[1]?.at ?? Number.POSITIVE_INFINITY) < limit) samples.shift();
    },
    lagOf(position) {
      const missed = samples.find((sample) => !isAtLeast(position, sample.position));

      return missed === undefined ? 0 : (Date.now() - missed.at) / 1_000;
    },
  };
}
