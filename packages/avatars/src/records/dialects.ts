import { dialectName } from '@rowhouse/drivers';
import type { DialectName } from '@rowhouse/drivers/internal';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Differences between the databases; no code outside checks which one it is. */
export interface Dialect {
  /** DDL; each statement can be repeated. */
  install(users: UsersReference): readonly RawBuilder<unknown>[];
  /** Isolation level in which each statement sees what was committed before it; null for the only one. */
  readonly isolation: 'read committed' | null;
  /** Whether a SELECT can lock the rows that it reads; otherwise a transaction locks out other writers. */
  readonly locksRows: boolean;
  /** Locks out other writers, for databases without row locks. */
  readonly beginWriting: RawBuilder<unknown> | null;
  /** Clause of an INSERT that waits for concurrent ones and leaves an existing avatar unchanged. */
  readonly onKnownUser: 'on conflict' | 'on duplicate key';
  /** Whether INSERT supports RETURNING; otherwise the driver reports the id. */
  readonly returns: boolean;
}

/** The column that `avatars.user_id` refers to. */
interface UsersReference {
  readonly table: string;
  readonly id: string;
  /** SQL type. */
  readonly type: string;
}

const postgres: Dialect = {
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

const mysql: Dialect = {
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

const sqlite: Dialect = {
  install: ({ table, id, type }) => [
    // Ids of deleted files are not reused: they are in URLs that browsers have cached.
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
  // Deletes nothing; as a write it takes the lock, and later reads see the newest rows.
  beginWriting: sql`delete from avatar_files where id < 0`,
  onKnownUser: 'on conflict',
  returns: true,
};

const dialects: Readonly<Record<DialectName, Dialect>> = { mysql, postgres, sqlite };

export function dialectOf<DB>(db: Kysely<DB>): Dialect {
  return dialects[dialectName(db)];
}
