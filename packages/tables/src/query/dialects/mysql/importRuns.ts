import { sql } from 'kysely';

export const install = [
  sql`create table if not exists rowhouse_imports (
    run integer auto_increment primary key,
    id varchar(64) character set utf8mb4 collate utf8mb4_bin not null unique,
    table_id varchar(255) not null,
    file varchar(255) not null,
    state varchar(20) not null,
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
    faults mediumtext character set utf8mb4 not null,
    primary key (run, file_row)
  )`,
];
