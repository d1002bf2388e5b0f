import { type Kysely, sql } from 'kysely';
import { createTestDatabase, type TestDatabase, type TestDialect } from '../../../test/databases.ts';
import {
  type AvatarFiles,
  type Avatars,
  type AvatarsOptions,
  createAvatars,
  installAvatars,
} from '../src/index.ts';
import { type MemoryFiles, memoryFiles } from '../src/testing/index.ts';
import { createUsers, selectUsers, type UsersDatabase } from './users.ts';

export interface AvatarFixture<Files extends AvatarFiles = MemoryFiles> {
  readonly database: TestDatabase<UsersDatabase>;
  readonly db: Kysely<UsersDatabase>;
  readonly files: Files;
  readonly avatars: Avatars;
  /** What was reported to `onBackgroundError`. */
  readonly reported: unknown[];
  /** Other avatars over the same tables and files. */
  create(options?: Partial<AvatarsOptions<UsersDatabase>>): Avatars;
  destroy(): Promise<void>;
}

/** Users 1 to `users`, without avatars. */
export async function avatarFixture<Files extends AvatarFiles = MemoryFiles>(
  dialect: TestDialect,
  { users = 3, files = memoryFiles() as AvatarFiles as Files }: { users?: number; files?: Files } = {},
): Promise<AvatarFixture<Files>> {
  const database = await createTestDatabase<UsersDatabase>(dialect);
  const { db } = database;
  const reported: unknown[] = [];
  await createUsers(db, users);
  await installAvatars(db);
  const create = (options: Partial<AvatarsOptions<UsersDatabase>> = {}) =>
    createAvatars<UsersDatabase>({
      db,
      users: selectUsers,
      files,
      onBackgroundError: (error) => reported.push(error),
      ...options,
    });

  return { database, db, files, reported, create, avatars: create(), destroy: () => database.destroy() };
}

/**
 * What is wrong between records and files: avatars whose file is missing, or marked as unused; records and files
 * that no avatar has.
 */
export async function inconsistencies(
  db: Kysely<UsersDatabase>,
  stored: { keys(): Iterable<string> },
): Promise<Record<keyof typeof consistent, string[]>> {
  const { rows } = await sql<{ file: string; used: number; avatar: number | null }>`
    select f.${sql.ref('key')} as file, f.used, a.id as avatar
    from avatar_files f left join avatars a on a.file_id = f.id`.execute(db);
  const keys = new Set(stored.keys());
  const named = rows.filter(({ avatar }) => avatar !== null).map(({ file }) => file);

  return {
    withoutFile: named.filter((key) => !keys.has(key)),
    reportedUnused: rows.filter(({ avatar, used }) => avatar !== null && used !== 1).map(({ file }) => file),
    orphanRecords: rows.filter(({ avatar }) => avatar === null).map(({ file }) => file),
    orphanFiles: [...keys].filter((key) => !named.includes(key)),
  };
}

export const consistent = { withoutFile: [], reportedUnused: [], orphanRecords: [], orphanFiles: [] };
