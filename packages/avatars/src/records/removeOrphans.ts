import { setTimeout } from 'node:timers/promises';
import { isConflict } from '@rowhouse/drivers';
import { type AvatarStore, inTransaction } from './AvatarStore.ts';

/** Files deleted at the same time. */
const batchSize = 25;

/**
 * Milliseconds for a change to lock the file that it has just recorded. Without it a sweep would remove files of running
 * changes, which would have to restart: MySQL shows a new row to others before its own client gets the response.
 */
const grace = 50;

interface RemoveOrphansOptions {
  /** `changes`: only leftovers of changes, found by an index. Defaults to `all`. */
  readonly of?: 'all' | 'changes';
  /** Maximum number of files examined. */
  readonly limit?: number;
}

/**
 * Deletes files without an avatar, left by killed processes and deleted users. Returns their number. Files that cannot
 * be deleted are reported to `onBackgroundError` and stay for the next run.
 */
export async function removeOrphans(
  store: AvatarStore,
  { of = 'all', limit = Number.POSITIVE_INFINITY }: RemoveOrphansOptions = {},
): Promise<number> {
  let removed = 0;
  for (let after = 0, seen = 0; seen < limit; ) {
    const ids = await findOrphans(store, of, after, Math.min(batchSize, limit - seen));
    if (ids.length > 0) await setTimeout(grace);
    const deleted = await removeFiles(store, ids, 'skip');
    removed += deleted;
    seen += ids.length;
    after = ids.at(-1) ?? 0;
    // Nothing of a whole batch was deleted: the store is unavailable.
    if (ids.length < batchSize || deleted === 0) break;
  }

  return removed;
}

async function findOrphans(
  { db }: AvatarStore,
  of: 'all' | 'changes',
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('avatar_files')
    .leftJoin('avatars', 'avatars.file_id', 'avatar_files.id')
    .select('avatar_files.id')
    .where('avatars.id', 'is', null)
    .where('avatar_files.id', '>', after)
    .$if(of === 'changes', (files) => files.where('avatar_files.used', '=', 0))
    .orderBy('avatar_files.id')
    .limit(limit)
    .execute();

  return rows.map(({ id }) => id);
}

/** Attempts when concurrent changes conflict. */
const maxAttempts = 10;

/** For locked files: `wait`, since the lock may be that of a sweep which keeps the file, or `skip` them. */
type WhenLocked = 'wait' | 'skip';

/**
 * Deletes the given files that have no avatar, then their records. Returns their number. If the process is killed in
 * between, records of deleted files remain and are removed by a later run.
 */
export async function removeFiles(
  store: AvatarStore,
  ids: readonly number[],
  whenLocked: WhenLocked,
): Promise<number> {
  if (ids.length === 0) return 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await removeOnce(store, ids, whenLocked);
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) throw error;
    }
    await setTimeout(Math.random() * 20 * attempt);
  }
}

function removeOnce(store: AvatarStore, ids: readonly number[], whenLocked: WhenLocked): Promise<number> {
  return inTransaction(store, store.db, async (db) => {
    const chosen = db.selectFrom('avatar_files').select(['id', 'key']).where('id', 'in', ids);
    const locked = await chosen
      .$if(store.dialect.locksRows, (query) => query.forUpdate())
      .$if(store.dialect.locksRows && whenLocked === 'skip', (query) => query.skipLocked())
      .execute();
    // After they are locked no avatar can start to refer to them; one may have done so just before.
    const named = await db
      .selectFrom('avatars')
      .select('file_id as file')
      .where('file_id', 'in', ids)
      .execute();
    const kept = new Set(named.map(({ file }) => file));
    const orphans = locked.filter(({ id }) => !kept.has(id));
    const deleted = await Promise.all(orphans.map((orphan) => deleteFile(store, orphan)));
    const removed = deleted.filter((id) => id !== null);
    if (removed.length > 0) await db.deleteFrom('avatar_files').where('id', 'in', removed).execute();

    return removed.length;
  });
}

/** Null if the file could not be deleted; its record stays, too. */
async function deleteFile(
  { files, onBackgroundError }: AvatarStore,
  { id, key }: { readonly id: number; readonly key: string },
): Promise<number | null> {
  try {
    await files.delete(key);

    return id;
  } catch (cause) {
    onBackgroundError(new Error(`The avatar file ${key} could not be deleted.`, { cause }));

    return null;
  }
}
