import { type Expression, sql } from 'kysely';
import { rowCountsReading } from '../rowCountsReading.ts';

const tables = [
  sql`create table if not exists rowhouse_row_counts (
    source text primary key,
    epoch integer not null,
    changes integer not null default 0,
    net integer not null default 0
  )`,
  sql`create table if not exists rowhouse_row_changes (
    id integer primary key autoincrement,
    source text not null,
    delta integer not null
  )`,
  sql`create index if not exists rowhouse_row_changes_source on rowhouse_row_changes (source, delta)`,
];

export function install(table: string) {
  return [
    ...tables,
    ...dropTriggers(table),
    createTrigger(table, 'created', sql`after insert`, 1),
    createTrigger(table, 'deleted', sql`after delete`, -1),
    sql`insert into rowhouse_row_counts (source, epoch) values (${table}, ${sql.lit(Date.now())})
      on conflict (source) do update set epoch = excluded.epoch`,
  ];
}

export function remove(table: string) {
  return [
    ...dropTriggers(table),
    sql`delete from rowhouse_row_counts where source = ${table}`,
    sql`delete from rowhouse_row_changes where source = ${table}`,
  ];
}

export function reading(sources: readonly string[]) {
  return rowCountsReading(sources, concat);
}

function concat(parts: readonly (Expression<unknown> | string)[]) {
  return sql<string | null>`${sql.join(
    // `||` binds tighter than `+` here.
    parts.map((part) => (typeof part === 'string' ? sql.lit(part) : sql`(${part})`)),
    sql` || `,
  )}`;
}

function createTrigger(table: string, event: string, when: ReturnType<typeof sql>, delta: number) {
  return sql`create trigger ${trigger(table, event)} ${when} on ${sql.table(table)} for each row begin
    insert into rowhouse_row_changes (source, delta) values (${sql.lit(table)}, ${sql.lit(delta)});
  end`;
}

function dropTriggers(table: string) {
  return ['created', 'deleted'].map((event) => sql`drop trigger if exists ${trigger(table, event)}`);
}

function trigger(table: string, event: string) {
  return sql.id(`rowhouse_${table.replaceAll('.', '_')}_${event}`);
}
