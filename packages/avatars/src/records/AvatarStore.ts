import { type Generated, type Kysely, sql, type Transaction } from 'kysely';
import type { Avatar, AvatarFile, AvatarFiles, AvatarSource, UserId } from '../Avatars.ts';
import { type Dialect, dialectOf } from './dialects.ts';

/** The tables that `installAvatars` creates. */
export interface AvatarTables {
  avatars: {
    id: Generated<number>;
    user_id: UserId;
    file_id: number;
    url: string;
    source: AvatarSource;
    created_at: Generated<Date | string>;
    updated_at: Generated<Date | string>;
  };
  avatar_files: {
    id: Generated<number>;
    key: string;
    media_type: string;
    size: number;
    /** 1 for the file of an avatar, also of a deleted user's; 0 marks leftovers of changes for a quick search. */
    used: Generated<0 | 1>;
    created_at: Generated<Date | string>;
  };
}

/** The records and files of one application's avatars. */
export interface AvatarStore {
  readonly db: Kysely<AvatarTables>;
  readonly dialect: Dialect;
  readonly files: AvatarFiles;
  readonly url: (avatar: { readonly id: number; readonly version: number }) => string;
  /** Receives errors that no caller waits for. */
  readonly onBackgroundError: (error: unknown) => void;
}

/** Runs a writing transaction in which each statement sees what was committed before it. */
export function inTransaction<T>(
  { dialect: { isolation, beginWriting } }: Pick<AvatarStore, 'dialect'>,
  db: Kysely<AvatarTables>,
  run: (transaction: Transaction<AvatarTables>) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction();

  return (isolation ? transaction.setIsolationLevel(isolation) : transaction).execute(async (started) => {
    await beginWriting?.execute(started);

    return run(started);
  });
}

/** Maximum of the id columns. */
const maxId = 2 ** 31 - 1;

/** The avatar with that id, or of that user; null if it does not exist. */
export async function findAvatar(
  db: Kysely<AvatarTables>,
  by: { readonly id: number } | { readonly userId: UserId },
): Promise<Avatar | null> {
  if ('id' in by && !isId(by.id)) return null;
  // Aliases of one word stay the same under Kysely plugins such as CamelCasePlugin.
  const row = await db
    .selectFrom('avatars')
    .select(['id', 'user_id as user', 'file_id as file', 'url', 'source'])
    .where((is) => ('id' in by ? is('id', '=', by.id) : is('user_id', '=', by.userId)))
    .executeTakeFirst();

  return row === undefined
    ? null
    : { id: row.id, user_id: row.user, file_id: row.file, url: row.url, source: row.source };
}

/** The record of a file; null if it does not exist. */
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

export interface InstallAvatarsOptions {
  /** The application's users table. Defaults to `users` with the `integer` key `id`. */
  readonly users?: {
    /** Optionally with its schema: `auth.users`. */
    readonly table?: string;
    readonly id?: string;
    /** SQL type of the key as in its DDL: `bigint`, `uuid`, `varchar(36)`, `int unsigned`. */
    readonly type?: string;
  };
}

/**
 * Creates the tables `avatars` (at most one row per user, deleted with the user) and `avatar_files`. Run it in a
 * migration; running it again changes nothing.
 */
export async function installAvatars<DB>(
  db: Kysely<DB>,
  { users: { table = 'users', id = 'id', type = 'integer' } = {} }: InstallAvatarsOptions = {},
): Promise<void> {
  for (const statement of dialectOf(db).install({ table, id, type })) {
    await statement.execute(db);
  }
}

/** Drops the tables. The files stay in their store, under `avatars/`. */
export async function removeAvatars<DB>(db: Kysely<DB>): Promise<void> {
  for (const table of ['avatars', 'avatar_files']) {
    await sql`drop table if exists ${sql.table(table)}`.execute(db);
  }
}
