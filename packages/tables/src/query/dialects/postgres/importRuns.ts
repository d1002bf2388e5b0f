import { sql } from 'kysely';

export const install = [
  sql`create table if not exists rowhouse_imports (
    run integer generated always as identity primary key,
    id text not null unique,
    table_id text not null,
    file text not null,
    state text not null,
    total integer not null,
    position integer not null default 0,
    created integer not null default 0,
    updated integer not null default 0,
    failed integer not null default 0,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  sql`create table if not exists rowhouse_import_failures (
    run integer not null,
    file_row integer not null,
    faults text not null,
    primary key (run, file_row)
  )`,
];
