import { sql } from 'kysely';
import type { Dialect } from './Dialect.ts';

export const mysql: Dialect = {
  install: ({ table, id, type }) => [
    sql`create table if not exists avatar_files (
      id integer auto_increment primary key,
      \`key\` varchar(120) character set ascii not null unique,
      media_type varchar(40) character set ascii not null,
      size integer not null,
      used smallint not null default 0,
      created_at timestamp not null default current_timestamp,
      index (used, id)
    )`,
    sql`create table if not exists avatars (
      id integer auto_increment primary key,
      user_id ${sql.raw(type)} not null unique,
      file_id integer not null unique,
      url varchar(500) character set utf8mb4 not null,
      source varchar(20) character set ascii not null,
      created_at timestamp not null default current_timestamp,
      updated_at timestamp not null default current_timestamp,
      foreign key (user_id) references ${sql.table(table)} (${sql.ref(id)}) on delete cascade,
      foreign key (file_id) references avatar_files (id)
    )`,
  ],
  isolation: 'read committed',
  locksRows: true,
  beginWriting: null,
  onKnownUser: 'on duplicate key',
  returns: false,
};
