import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { CallEnvironment } from './CallContext.ts';
import { callHandler } from './callHandler.ts';
import { type Attempt, failed } from './handleRows.ts';

/** The outcomes of the first rows, in order. Fewer than all after a conflict, and if the run is cancelled or paused. */
export interface HalvedRows<Outcome> {
  readonly results: readonly (Outcome | { readonly error: unknown })[];
  /** Why the next row has to be repeated; null if it has not. */
  readonly conflict: unknown;
}

/**
 * Writes rows by few statements. If the database refuses one, its rows are bisected until the refused rows are found; only they fail.
 * Rejects when the transaction is lost.
 */
export async function inHalves<Outcome>(
  length: number,
  environment: CallEnvironment,
  { givenUp }: Attempt,
  write: (db: Kysely<AnyDatabase>, start: number, end: number) => Promise<readonly Outcome[]>,
): Promise<HalvedRows<Outcome>> {
  const { cancel, pause } = environment.run;
  const results: (Outcome | { readonly error: unknown })[] = [];
  const pending: (readonly [start: number, end: number])[] = [[0, length]];

  for (let range = pending.pop(); range; range = pending.pop()) {
    if (cancel.aborted || pause.aborted) break;
    const [start, end] = range;
    let written: readonly Outcome[] = [];
    const outcome = givenUp
      ? failed(givenUp)
      : await callHandler(async ({ db }) => {
          written = await write(db, start, end);
        }, environment);

    if (outcome.kind === 'conflict') return { results, conflict: outcome.error };
    if (outcome.kind === 'done') results.push(...written);
    else if (end - start === 1) results.push({ error: outcome.error });
    else {
      const middle = Math.ceil((start + end) / 2);
      pending.push([middle, end], [start, middle]);
    }
  }

  return { results, conflict: null };
}
