/**
 * How many times as long tests may take as on an idle machine: TEST_PATIENCE. Defaults to 1. CI sets it, since its machines
 * are slower and busy with other work; only a test that fails waits until the end.
 */
export const patience = Number(process.env.TEST_PATIENCE || 1);

/** Time limit of a test or hook that takes longer than others, in ms. Say next to it why. */
export function minutes(count: number): number {
  return count * 60_000 * patience;
}
