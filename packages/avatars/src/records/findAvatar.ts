import type { Kysely } from 'kysely';
import type { Avatar, AvatarFile, UserId } from '../Avatar.ts';
import type { AvatarTables } from './AvatarTables.ts';

/** Largest id that the tables can give. */
const maxId = 2 ** 31 - 1;

/** The avatar with that id, or of that user; null when there is none. */
export async function findAvatar(
  db: Kysely<AvatarTables>,
  by: { readonly id: number } | { readonly userId: UserId },
): Promise<Avatar | null> {
  if ('id' in by && !isId(by.id)) return null;
  // Names of one word are the same under every plugin of the host's Kysely, such as CamelCasePlugin.
  const row = await db
    .selectFrom('avatars')
    .select(['id', 'user_id as user', 'file_id as file', 'url', 'source'])
    .where((is) => ('id' in by ? is('id', '=', by.id) : is('user_id', '=', by.userId)))
    .executeTakeFirst();

  return row === undefined
    ? null
    : { id: row.id, user_id: row.user, file_id: row.file, url: row.url, source: row.source };
}

/** The file's record; null when there is none. */
export async function findFile(db: Kysely<AvatarTables>, id: number): Promise<AvatarFile | null> {
  if (!isId(id)) return null;
  const row = await db
    .selectFrom('avatar_files')
    .select(['id', 'key', 'media_type as type', 'size'])
    .where('id', '=', id)
    .executeTakeFirst();

  return row === undefined ? null : { id: row.id, key: row.key, media_type: row.type, size: row.size };
}

function isId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= maxId;
}
