import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { dialectOf } from './dialects/dialectOf.ts';

export interface PruneOptions {
  /** Calls before that time are deleted. */
  readonly before: Date;
  /** Rows of one DELETE; 5,000 by default. */
  readonly step?: number;
  /** Milliseconds between two of them, for others to have their turn; none by default. */
  readonly pause?: number;
  /** Ends it after the step under way. */
  readonly signal?: AbortSignal;
  /** Is told the number of rows deleted so far, after each step. */
  readonly onProgress?: (deleted: number) => void;
}

/** Deletes old calls, the oldest first, in short statements that lock few rows. Answers how many. */
export async function pruneApiLogs<DB>(
  db: Kysely<DB>,
  { before, step = 5_000, pause = 0, signal, onProgress = () => undefined }: PruneOptions,
): Promise<number> {
  const dialect = dialectOf(db);
  if (!Number.isInteger(step) || step < 1)
    throw new RangeError(`step is ${step}. Give a whole number from 1.`);
  let deleted = 0;

  while (!signal?.aborted) {
    const { numAffectedRows = 0n } = await dialect.deleteBefore(before, step).execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows > 0n) onProgress(deleted);
    if (numAffectedRows < BigInt(step)) break;
    if (pause > 0) await wait(pause, null, { signal }).catch(() => undefined);
  }
  return deleted;
}
