import { setTimeout } from 'node:timers/promises';
import { isConflict } from '@rowhouse/drivers';
import { type AvatarStore, inTransaction } from './AvatarStore.ts';

/** So often it begins anew when others were in its way. */
const attempts = 10;

/** `wait` until others have done with a file, who may only be looking whether it is an orphan; or `skip` it. */
type WhenLocked = 'wait' | 'skip';

/**
 * Deletes those of the files that no avatar has, and then their records. Answers how many. Killed in between, it leaves
 * records of files that may be gone, to be removed again.
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
      if (!isConflict(error) || attempt === attempts) throw error;
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
    // Once they are locked no avatar can begin to name them; one may have done so just before.
    const named = await db
      .selectFrom('avatars')
      .select('file_id as file')
      .where('file_id', 'in', ids)
      .execute();
    const kept = new Set(named.map(({ file }) => file));
    const orphans = locked.filter(({ id }) => !kept.has(id));
    const deleted = await Promise.all(orphans.map((orphan) => deleteFile(store, orphan)));
    const gone = deleted.filter((id) => id !== null);
    if (gone.length > 0) await db.deleteFrom('avatar_files').where('id', 'in', gone).execute();

    return gone.length;
  });
}

/** Null when it stays, and its record with it. */
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
