import { crc32 } from 'node:zlib';
import { type Expression, sql } from 'kysely';
import { rowCountsReading } from '../rowCountsReading.ts';

/* Row triggers are all that MySQL has: one change row for each row created or deleted. */
const tables = [
  sql`create table if not exists rowhouse_row_counts (
    source varchar(191) primary key,
    epoch bigint not null,
    changes bigint not null default 0,
    net bigint not null default 0
  )`,
  sql`create table if not exists rowhouse_row_changes (
    id bigint auto_increment primary key,
    source varchar(191) not null,
    delta bigint not null,
    key rowhouse_row_changes_source (source, delta)
  )`,
];

export function install(table: string) {
  return [
    ...tables,
    ...dropTriggers(table),
    createTrigger(table, 'created', sql`after insert`, 1),
    createTrigger(table, 'deleted', sql`after delete`, -1),
    sql`insert into rowhouse_row_counts (source, epoch) values (${table}, ${sql.lit(Date.now())})
      on duplicate key update epoch = values(epoch)`,
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
  return sql<string | null>`concat(${sql.join(
    parts.map((part) => (typeof part === 'string' ? sql.lit(part) : part)),
  )})`;
}

function createTrigger(table: string, event: string, when: ReturnType<typeof sql>, delta: number) {
  return sql`create trigger ${trigger(table, event)} ${when} on ${sql.table(table)} for each row
    insert into rowhouse_row_changes (source, delta) values (${sql.lit(table)}, ${sql.lit(delta)})`;
}

function dropTriggers(table: string) {
  return ['created', 'deleted'].map((event) => sql`drop trigger if exists ${trigger(table, event)}`);
}

/** Trigger names are unique in a whole database here, and no longer than 64 characters: a long one ends in a checksum. */
function trigger(table: string, event: string) {
  const name = `rowhouse_${event}_${table.replaceAll('.', '_')}`;

  return sql.id(
    name.length > 64 ? `${name.slice(0, 55)}_${crc32(table).toString(16).padStart(8, '0')}` : name,
  );
}
