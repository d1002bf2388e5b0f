import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from './Database.ts';

/**
 * Runs `work` under an advisory lock; null if another connection holds the lock of that name. The lock belongs to a
 * transaction on a connection of its own, so that it is released when a process is killed, and also works through a pooler
 * that shares connections. `work` runs on other connections: `db` needs at least two.
 */
export async function unlessElsewhere<Result>(
  db: Kysely<Database>,
  name: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as locked`.execute(transaction);
    // The connection is idle during the work. This is the last statement, since a SELECT would keep its
    // snapshot until the next one: concurrent index builds would wait for it, and VACUUM could not remove
    // rows deleted in the meantime.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);

    return rows[0]?.locked === true ? { result: await work() } : null;
  });
}

/** Waits for the lock, then runs `work`. Calls `onWait` once if it has to wait; the signal rejects with its reason. */
export async function afterOthers<Result>(
  db: Kysely<Database>,
  name: string,
  work: () => Promise<Result>,
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
