import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isConflict, isForeignKeyFault } from '@rowhouse/drivers';
import { say } from '@rowhouse/problems';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Avatar, AvatarSource, UserId } from '../Avatars.ts';
import { AvatarError } from '../errors.ts';
import { type AvatarStore, type AvatarTables, findAvatar, inTransaction } from './AvatarStore.ts';
import { removeFiles } from './removeOrphans.ts';

/** A new image for a user. */
interface AvatarChange {
  readonly userId: UserId;
  readonly bytes: Buffer;
  readonly mediaType: 'image/webp' | 'image/svg+xml';
  readonly source: AvatarSource;
  /** An avatar of these sources is kept and returned. */
  readonly keep: readonly AvatarSource[];
}

/** Attempts when concurrent changes conflict. */
const maxAttempts = 20;

/** Maximum wait between two attempts, in milliseconds. */
const maxWait = 100;

const extensions = { 'image/webp': 'webp', 'image/svg+xml': 'svg' } as const;

/**
 * Stores an image and makes it the user's avatar. Changes of one user are serialised, and if the process is killed, no
 * record refers to a file that is not completely stored:
 *
 * 1. The file's record is committed. Until an avatar refers to it, it is an orphan that may be removed.
 * 2. One transaction locks the file's record, so that it is not removed, and the avatar, so that other changes wait.
 *    The file is stored before the commit.
 * 3. The previous file is deleted, then its record.
 */
export async function changeAvatar(store: AvatarStore, change: AvatarChange): Promise<Avatar> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptChange(store, change);
    if (outcome.unused !== null) await discard(store, outcome.unused);
    if ('avatar' in outcome) return outcome.avatar;
    if (!outcome.isPassing) throw outcome.error;
    if (attempt === maxAttempts) {
      throw new AvatarError(
        'avatars.unavailable',
        'Too many requests are changing this avatar at the same time. Try again in a few seconds.',
        { cause: outcome.error },
      );
    }
    await setTimeout(Math.random() * Math.min(10 * attempt, maxWait));
  }
}

/** `unused`: the file that no avatar refers to any more. */
type Outcome =
  | { readonly avatar: Avatar; readonly unused: number | null }
  | { readonly error: unknown; readonly isPassing: boolean; readonly unused: number | null };

/** On one connection, so that the file's record is locked without delay. */
function attemptChange(store: AvatarStore, change: AvatarChange): Promise<Outcome> {
  return store.db.connection().execute(async (connection): Promise<Outcome> => {
    let fileId: number | null = null;
    try {
      const file = await insertFile(store, connection, change);
      fileId = file.id;

      return await inTransaction(store, connection, (transaction) =>
        recordAndStore(store, transaction, change, file),
      );
    } catch (error) {
      return {
        error: isForeignKeyFault(error) ? unknownUser(change.userId) : error,
        isPassing: error instanceof ConcurrentModificationError || isConflict(error),
        unused: fileId,
      };
    }
  });
}

/** A row was deleted before it could be locked: the file as an orphan, or the avatar with its user. */
class ConcurrentModificationError extends Error {}

/** Reveals nothing about the user, and is never reused. */
function newKey({ mediaType }: AvatarChange): string {
  const name = randomUUID();

  return `avatars/${name.slice(0, 2)}/${name}.${extensions[mediaType]}`;
}

async function insertFile(
  { dialect }: AvatarStore,
  db: Kysely<AvatarTables>,
  change: AvatarChange,
): Promise<{ id: number; key: string }> {
  const key = newKey(change);
  const { mediaType, bytes } = change;
  const insert = db.insertInto('avatar_files').values({ key, media_type: mediaType, size: bytes.length });
  if (dialect.returns) return { ...(await insert.returning('id').executeTakeFirstOrThrow()), key };

  return { id: Number((await insert.executeTakeFirstOrThrow()).insertId), key };
}

async function recordAndStore(
  { dialect, files, url }: AvatarStore,
  db: Transaction<AvatarTables>,
  { userId, source, keep, bytes, mediaType }: AvatarChange,
  file: { readonly id: number; readonly key: string },
): Promise<{ avatar: Avatar; unused: number | null }> {
  // The update locks the record, so that it is not removed as an orphan.
  if (!(await markFile(db, file.id, 1))) throw new ConcurrentModificationError();

  // Before the first avatar of a user no row can be locked: the INSERT makes other changes wait.
  const insert = db.insertInto('avatars').values({ user_id: userId, file_id: file.id, url: '', source });
  await (dialect.onKnownUser === 'on conflict'
    ? insert.onConflict((conflict) => conflict.column('user_id').doNothing())
    : insert.onDuplicateKeyUpdate({ user_id: sql`user_id` })
  ).execute();

  const row = db
    .selectFrom('avatars')
    .select(['id', 'file_id as file', 'source as from'])
    .where('user_id', '=', userId);
  const current = await (dialect.locksRows ? row.forUpdate() : row).executeTakeFirst();
  if (current === undefined) throw new ConcurrentModificationError();
  const { id, file: before, from } = current;
  if (before !== file.id && keep.includes(from)) {
    await markFile(db, file.id, 0);
    const avatar = await findAvatar(db, { id });

    return { avatar: avatar as Avatar, unused: file.id };
  }

  const address = url({ id, version: file.id });
  await db
    .updateTable('avatars')
    .set({ file_id: file.id, url: address, source, updated_at: sql<string>`current_timestamp` })
    .where('id', '=', id)
    .execute();
  if (before !== file.id) await markFile(db, before, 0);
  await writeFile(files, file.key, bytes, mediaType);
  const avatar = { id, user_id: userId, file_id: file.id, url: address, source };

  return { avatar, unused: before === file.id ? null : before };
}

/** False if the file's record was removed. */
async function markFile(db: Transaction<AvatarTables>, id: number, used: 0 | 1): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('avatar_files')
    .set({ used })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

  return numUpdatedRows > 0n;
}

async function writeFile(files: AvatarStore['files'], key: string, bytes: Buffer, mediaType: string) {
  try {
    await files.write(key, bytes, mediaType);
  } catch (cause) {
    throw new AvatarError(
      'avatars.unavailable',
      'The image cannot be stored now. Try again in a few seconds.',
      { cause },
    );
  }
}

/** After a failure the file stays an orphan for a later `removeOrphans`. */
async function discard(store: AvatarStore, fileId: number): Promise<void> {
  await removeFiles(store, [fileId], 'wait').catch(store.onBackgroundError);
}

export function unknownUser(userId: UserId): AvatarError {
  return new AvatarError(
    'avatars.not_found',
    say`User ${String(userId)} does not exist. Use the id of an existing user.`,
  );
}
