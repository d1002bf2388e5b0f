import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';

export interface LockOptions {
  /** Attempts in all; as many as it takes by default. */
  readonly tries?: number;
  /** Rejects with its reason between two attempts. */
  readonly signal?: AbortSignal;
  /** Called before each further attempt. */
  readonly onBlocked?: () => void;
}

/** Milliseconds for which a lock is waited for. Writers of the log wait behind it for as long, and keep their rows meanwhile. */
const lockTimeout = 500;
const pause = 2_000;

/**
 * A transaction of DDL that waits for locks only briefly. While another statement uses the table for longer, such as an export,
 * it gives way to the statements that queue behind it, and tries again two seconds later.
 */
export async function withoutWaiting<DB, Result>(
  db: Kysely<DB>,
  { tries = Number.POSITIVE_INFINITY, signal, onBlocked }: LockOptions,
  work: (transaction: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await db.transaction().execute(async (transaction) => {
        await sql`select set_config('lock_timeout', ${String(lockTimeout)}, true)`.execute(transaction);

        return work(transaction);
      });
    } catch (error) {
      if (attempt >= tries || !isBlocked(error)) throw error;
      onBlocked?.();
      await wait(pause, null, { signal }).catch(() => undefined);
    }
  }
}

/** The lock was not available in time, or this transaction was chosen to end a deadlock. */
function isBlocked(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;

  return code === '55P03' || code === '40P01';
}
