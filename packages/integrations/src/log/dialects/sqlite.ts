import { sql } from 'kysely';
import type { Dialect } from './Dialect.ts';
import { columns, indexes } from './Dialect.ts';

const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`;

const fault = sql`fault text check (fault is null or json_valid(fault))`;

export const sqlite: Dialect = {
  createTable: (table, userId) => sql`create table if not exists ${sql.table(table)} (
    id integer primary key autoincrement,
    call_id text not null,
    user_id ${sql.raw(userId)},
    route text,
    url text not null,
    payload text check (payload is null or json_valid(payload)),
    method text not null,
    status integer,
    error text,
    ${fault},
    "try" integer not null,
    direction text not null,
    duration numeric not null,
    created_at text not null default ${now},
    updated_at text not null default ${now}
  )`,
  addFault: (table) => sql`alter table ${sql.table(table)} add column ${fault}`,
  createIndexes: (table) =>
    Object.entries(indexes).map(
      ([name, of]) =>
        sql`create index if not exists ${sql.raw(`api_logs_by_${name}`)} on ${sql.table(table)} (${sql.join(
          of.map((column) => sql.ref(column)),
        )})`,
    ),
  columnsOf: (table) => sql`select name, type from pragma_table_info(${table})`,
  insertRows: (rows) => sql`insert into api_logs (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(columns.map((column) => sql`json_extract(value, ${sql.lit(`$.${column}`)})`))} from json_each(${rows})`,
  payloadAsText: true,
  time: (date) => date.toISOString(),
  deleteBefore: (table, before, step) => sql`delete from ${sql.table(table)} where id in (
    select id from ${sql.table(table)} where created_at < ${sqlite.time(before)} order by created_at, id limit ${step})`,
  hasMonths: false,
  uuid: sql`(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
    substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))`,
  asText: (value) => sql`cast(${value} as text)`,
  asTime: (column) => sql`coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(column)}), ${sql.ref(column)})`,
  reserveIds: (table, next) =>
    sql`update sqlite_sequence set seq = ${next - 1} where name = ${table} and seq < ${next - 1}`,
  swap: (table, replacement, retired) => [
    sql`alter table ${sql.table(table)} rename to ${sql.raw(retired)}`,
    sql`alter table ${sql.table(replacement)} rename to ${sql.raw(table)}`,
  ],
};
