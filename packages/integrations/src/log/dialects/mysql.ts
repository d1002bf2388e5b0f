import { sql } from 'kysely';
import type { Dialect } from './Dialect.ts';
import { columns, indexes } from './Dialect.ts';

const names = sql.join(columns.map((column) => sql.ref(column)));

const fault = sql`fault text character set utf8mb4 collate utf8mb4_bin check (fault is null or json_valid(fault))`;

export const mysql: Dialect = {
  // `datetime` stores times unchanged; they are UTC. MySQL's JSON would round numbers and sort names.
  createTable: (table, userId) => sql`create table if not exists ${sql.table(table)} (
    id bigint auto_increment primary key,
    call_id char(36) character set ascii not null,
    user_id ${sql.raw(userId)},
    route varchar(255) character set utf8mb4,
    url text character set utf8mb4 not null,
    payload longtext character set utf8mb4 collate utf8mb4_bin check (payload is null or json_valid(payload)),
    method varchar(20) character set utf8mb4 not null,
    status integer,
    error text character set utf8mb4,
    ${fault},
    \`try\` integer not null,
    direction varchar(20) character set ascii not null,
    duration numeric(14, 3) not null,
    created_at datetime(3) not null default (utc_timestamp(3)),
    updated_at datetime(3) not null default (utc_timestamp(3)),
    ${sql.join(
      Object.entries(indexes).map(
        ([name, of]) =>
          sql`index ${sql.raw(`api_logs_by_${name}`)} (${sql.join(of.map((column) => sql.ref(column)))})`,
      ),
    )}
  )`,
  addFault: (table) => sql`alter table ${sql.table(table)} add column ${fault}`,
  createIndexes: () => [],
  columnsOf: (table) => sql`select column_name as name, data_type as type from information_schema.columns
    where table_schema = database() and table_name = ${table}`,
  insertRows: (rows) => sql`insert into api_logs (${names})
    select ${names} from json_table(${rows}, '$[*]' columns (
      call_id varchar(36) path '$.call_id',
      user_id varchar(64) path '$.user_id',
      route varchar(255) path '$.route',
      url text path '$.url',
      payload longtext path '$.payload',
      method varchar(20) path '$.method',
      status integer path '$.status',
      error text path '$.error',
      fault text path '$.fault',
      \`try\` integer path '$.try',
      direction varchar(20) path '$.direction',
      duration numeric(14, 3) path '$.duration',
      created_at datetime(3) path '$.created_at',
      updated_at datetime(3) path '$.updated_at'
    )) as records`,
  payloadAsText: true,
  time: (date) => date.toISOString().slice(0, -1).replace('T', ' '),
  deleteBefore: (
    table,
    before,
    step,
  ) => sql`delete from ${sql.table(table)} where created_at < ${mysql.time(before)}
    order by created_at, id limit ${step}`,
  hasMonths: false,
  uuid: sql`uuid()`,
  asText: (value) => sql`cast(${value} as char)`,
  asTime: (column) => sql`${sql.ref(column)}`,
  reserveIds: (table, next) => sql`alter table ${sql.table(table)} auto_increment = ${sql.lit(next)}`,
  swap: (table, replacement, retired) => [
    sql`rename table ${sql.table(table)} to ${sql.table(retired)}, ${sql.table(replacement)} to ${sql.table(table)}`,
  ],
};
