import { sql } from 'kysely';
import type { Dialect } from './Dialect.ts';

export const postgres: Dialect = {
  install: ({ table, id, type }) => [
    sql`create table if not exists avatar_files (
      id integer generated always as identity primary key,
      key varchar(120) not null unique,
      media_type varchar(40) not null,
      size integer not null,
      used smallint not null default 0,
      created_at timestamptz not null default current_timestamp
    )`,
    sql`create index if not exists avatar_files_used on avatar_files (used, id)`,
    sql`create table if not exists avatars (
      id integer generated always as identity primary key,
      user_id ${sql.raw(type)} not null unique references ${sql.table(table)} (${sql.ref(id)}) on delete cascade,
      file_id integer not null unique references avatar_files (id),
      url varchar(500) not null,
      source varchar(20) not null,
      created_at timestamptz not null default current_timestamp,
      updated_at timestamptz not null default current_timestamp
    )`,
  ],
  isolation: 'read committed',
  locksRows: true,
  beginWriting: null,
  onKnownUser: 'on conflict',
  returns: true,
};
