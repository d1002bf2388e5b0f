import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from './Database.ts';

/** Does something on the one connection that holds the lock. */
export type ExclusiveWork<Result> = (connection: Kysely<Database>) => Promise<Result>;

/**
 * Does `work` unless another process, or another part of this one, is at the work of that name: null then. The lock
 * belongs to the connection, so that it ends with a process that is killed.
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
      // A connection that is gone has let go of its locks.
      await sql`select pg_advisory_unlock(hashtext(${name}))`.execute(connection).catch(() => undefined);
    }
  });
}

/** The same, after all others. `onWait` is told once when there are some; the signal ends the waiting with its reason. */
export async function afterOthers<Result>(
  db: Kysely<Database>,
  name: string,
  work: ExclusiveWork<Result>,
  { signal, onWait }: { readonly signal: AbortSignal; readonly onWait: () => void },
): Promise<Result> {
  for (let isTold = false; ; isTold = true) {
    signal.throwIfAborted();
    const done = await unlessElsewhere(db, name, work);
    if (done !== null) return done.result;
    if (!isTold) onWait();
    await wait(300, null, { signal }).catch(() => undefined);
  }
}
