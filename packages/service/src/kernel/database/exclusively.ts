import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from './Database.ts';

/** Runs on the connection that holds the lock. */
type ExclusiveWork<Result> = (connection: Kysely<Database>) => Promise<Result>;

/**
 * Runs `work` under an advisory lock; null if another connection holds the lock of that name. The lock belongs to the
 * connection, so it is released when a process is killed.
 */
export async function unlessElsewhere<Result>(
  db: Kysely<Database>,
  name: string,
  work: ExclusiveWork<Result>,
): Promise<{ readonly result: Result } | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(hashtext(${name})) as locked`.execute(connection);
    if (rows[0]?.locked !== true) return null;
    try {
      return { result: await work(connection) };
    } finally {
      // A lost connection has released its locks.
      await sql`select pg_advisory_unlock(hashtext(${name}))`.execute(connection).catch(() => undefined);
    }
  });
}

/** Waits for the lock, then runs `work`. Calls `onWait` once if it has to wait; the signal rejects with its reason. */
export async function afterOthers<Result>(
  db: Kysely<Database>,
  name: string,
  work: ExclusiveWork<Result>,
  { signal, onWait }: { readonly signal: AbortSignal; readonly onWait: () => void },
): Promise<Result> {
  for (let isReported = false; ; isReported = true) {
    signal.throwIfAborted();
    const done = await unlessElsewhere(db, name, work);
    if (done !== null) return done.result;
    if (!isReported) onWait();
    await wait(300, null, { signal }).catch(() => undefined);
  }
}
