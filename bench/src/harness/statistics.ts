export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;

  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that the given share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);

  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median of one figure of several rounds; null if a round lacks it. */
export function medianOf<Round>(rounds: readonly Round[], of: (round: Round) => number): number;
export function medianOf<Round>(rounds: readonly Round[], of: (round: Round) => number | null): number | null;
export function medianOf<Round>(rounds: readonly Round[], of: (round: Round) => number | null) {
  const values = rounds.map(of).filter((value) => value !== null);

  return values.length < rounds.length ? null : median(values);
}
