import { sqlProgram } from '@rowhouse/drivers/internal';
import { type Expression, sql } from 'kysely';
import { type CountSource, columnRecord, recordsOf, refuseOtherSchemas } from '../../CountSource.ts';
import { rowCountsReading, shortName } from '../rowCountsReading.ts';

/* MySQL only has row triggers: one change record per created or deleted row. */
const tables = () => [
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
  sql`drop trigger if exists rowhouse_recorded`,
  sqlProgram(import.meta.url, 'rowhouse_recorded'),
];

function record(source: string, delta: number) {
  return sqlProgram(import.meta.url, 'record_change', { source: sql.lit(source), delta: sql.lit(delta) });
}

export function install(source: CountSource) {
  const { table, columns } = source;
  refuseOtherSchemas(source);

  return [
    ...tables(),
    ...dropTriggers(source),
    createTrigger(table, 'created', 'after insert', 1),
    createTrigger(table, 'deleted', 'after delete', -1),
    ...columns.map((column) =>
      sqlProgram(import.meta.url, 'column_change', {
        trigger: trigger(table, `updated_${column}`),
        table: sql.table(table),
        column: sql.id(column),
        record: record(columnRecord(table, column), 0),
      }),
    ),
    ...recordsOf(source).map(
      (name) => sql`insert into rowhouse_row_counts (source, epoch) values (${name}, ${sql.lit(Date.now())})
        on duplicate key update epoch = values(epoch)`,
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
  return sql<string | null>`concat(${sql.join(
    fragments.map((part) => (typeof part === 'string' ? sql.lit(part) : part)),
  )})`;
}

function createTrigger(table: string, name: string, event: string, delta: number) {
  return sqlProgram(import.meta.url, 'row_change', {
    trigger: trigger(table, name),
    event,
    table: sql.table(table),
    record: record(table, delta),
  });
}

function dropTriggers({ table, columns }: CountSource) {
  return ['created', 'deleted', ...columns.map((column) => `updated_${column}`)].map(
    (event) => sql`drop trigger if exists ${trigger(table, event)}`,
  );
}

/** Trigger names are unique per database. */
function trigger(table: string, event: string) {
  const name = `rowhouse_${event}_${table}`;

  return sql.id(shortName(name, 64, event.startsWith('updated_') ? name : table));
}
