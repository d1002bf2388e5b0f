import { sql } from 'kysely';
import type { Dialect } from './Dialect.ts';

export const sqlite: Dialect = {
  install: ({ table, id, type }) => [
    // An id that was given once, to a file now deleted, is in addresses that browsers keep.
    sql`create table if not exists avatar_files (
      id integer primary key autoincrement,
      key text not null unique,
      media_type text not null,
      size integer not null,
      used integer not null default 0,
      created_at text not null default current_timestamp
    )`,
    sql`create index if not exists avatar_files_used on avatar_files (used, id)`,
    sql`create table if not exists avatars (
      id integer primary key autoincrement,
      user_id ${sql.raw(type)} not null unique references ${sql.table(table)} (${sql.ref(id)}) on delete cascade,
      file_id integer not null unique references avatar_files (id),
      url text not null,
      source text not null,
      created_at text not null default current_timestamp,
      updated_at text not null default current_timestamp
    )`,
  ],
  isolation: null,
  locksRows: false,
  // Whatever it deletes, it makes the transaction the one that writes, and all that is read in it the newest.
  beginWriting: sql`delete from avatar_files where id < 0`,
  onKnownUser: 'on conflict',
  returns: true,
};
