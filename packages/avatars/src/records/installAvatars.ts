import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialects/dialectOf.ts';

export interface InstallAvatarsOptions {
  /** The host's table of users; `users` with the key `id` of the type `integer` by default. */
  readonly users?: {
    /** Perhaps with its schema: `auth.users`. */
    readonly table?: string;
    readonly id?: string;
    /** SQL type of the key as the host's DDL has it: `bigint`, `uuid`, `varchar(36)`, `int unsigned`. */
    readonly type?: string;
  };
}

/**
 * Creates the tables `avatars`, of which each user has one row at most and loses it with the user, and `avatar_files`.
 * Run it in a migration; running it again changes nothing.
 */
export async function installAvatars<DB>(
  db: Kysely<DB>,
  { users: { table = 'users', id = 'id', type = 'integer' } = {} }: InstallAvatarsOptions = {},
): Promise<void> {
  for (const statement of dialectOf(db).install({ table, id, type })) {
    await statement.execute(db);
  }
}

/** Undoes `installAvatars`. The files themselves stay in their store: remove its folder `avatars`, too. */
export async function removeAvatars<DB>(db: Kysely<DB>): Promise<void> {
  for (const table of ['avatars', 'avatar_files']) {
    await sql`drop table if exists ${sql.table(table)}`.execute(db);
  }
}
