import { sqlProgram } from '@rowhouse/drivers/internal';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { type CountSource, columnRecord, recordsOf, refuseOtherSchemas } from '../../CountSource.ts';
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

export function install(source: CountSource) {
  const { table, columns } = source;
  refuseOtherSchemas(source);

  return [
    ...tables,
    ...dropTriggers(source),
    createTrigger(table, 'created', 'after insert', table, 1),
    createTrigger(table, 'deleted', 'after delete', table, -1),
    // Compared by bytes: a condition of the query may distinguish values that are equal in the column's collation.
    ...columns.map((column) =>
      createTrigger(
        table,
        `updated_${column}`,
        'after update',
        columnRecord(table, column),
        0,
        sql`when old.${sql.id(column)} collate binary is not new.${sql.id(column)}`,
      ),
    ),
    ...recordsOf(source).map(
      (name) => sql`insert into rowhouse_row_counts (source, epoch) values (${name}, ${sql.lit(Date.now())})
        on conflict (source) do update set epoch = excluded.epoch`,
    ),
  ];
}

export function remove(source: CountSource) {
  return [
    ...dropTriggers(source),
    ...recordsOf(source).flatMap((name) => [
      sql`delete from rowhouse_row_counts where source = ${name}`,
      sql`delete from rowhouse_row_changes where source = ${name}`,
    ]),
  ];
}

export function reading(sources: readonly string[]) {
  return rowCountsReading(sources, concat);
}

function concat(fragments: readonly (Expression<unknown> | string)[]) {
  return sql<string | null>`${sql.join(
    // `||` has a higher precedence than `+`.
    fragments.map((part) => (typeof part === 'string' ? sql.lit(part) : sql`(${part})`)),
    sql` || `,
  )}`;
}

function createTrigger(
  table: string,
  name: string,
  event: string,
  record: string,
  delta: number,
  condition: RawBuilder<unknown> = sql``,
) {
  return sqlProgram(import.meta.url, 'record_change', {
    trigger: trigger(table, name),
    event,
    table: sql.table(table),
    condition,
    source: sql.lit(record),
    delta: sql.lit(delta),
  });
}

function dropTriggers({ table, columns }: CountSource) {
  return ['created', 'deleted', ...columns.map((column) => `updated_${column}`)].map(
    (event) => sql`drop trigger if exists ${trigger(table, event)}`,
  );
}

function trigger(table: string, event: string) {
  return sql.id(`rowhouse_${table}_${event}`);
}
