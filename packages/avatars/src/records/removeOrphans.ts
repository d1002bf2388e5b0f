import { setTimeout } from 'node:timers/promises';
import type { AvatarStore } from './AvatarStore.ts';
import { removeFiles } from './removeFiles.ts';

/** Files that are deleted at the same time. */
const batchSize = 25;

/**
 * Milliseconds in which a change that has just recorded its file locks it. Without that a sweep would take files of
 * changes that go on, which would have to begin anew: MySQL shows a new row to others some time before its own client
 * hears of it.
 */
const grace = 50;

export interface RemoveOrphansOptions {
  /** `changes`: only what changes of avatars have left, which is found quickly among any number of files. */
  readonly of?: 'everybody' | 'changes';
  /** Most files that are looked at. */
  readonly limit?: number;
}

/**
 * Deletes files that no avatar has: what killed processes and deleted users have left. Answers how many. Those that
 * cannot be deleted now are told to `onBackgroundError`, and left for the next time.
 */
export async function removeOrphans(
  store: AvatarStore,
  { of = 'everybody', limit = Number.POSITIVE_INFINITY }: RemoveOrphansOptions = {},
): Promise<number> {
  let removed = 0;
  for (let after = 0, seen = 0; seen < limit; ) {
    const ids = await findOrphans(store, of, after, Math.min(batchSize, limit - seen));
    if (ids.length > 0) await setTimeout(grace);
    const gone = await removeFiles(store, ids, 'skip');
    removed += gone;
    seen += ids.length;
    after = ids.at(-1) ?? 0;
    // None of a whole batch: the store is away, and would be asked in vain for all others.
    if (ids.length < batchSize || gone === 0) break;
  }

  return removed;
}

async function findOrphans(
  { db }: AvatarStore,
  of: 'everybody' | 'changes',
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
