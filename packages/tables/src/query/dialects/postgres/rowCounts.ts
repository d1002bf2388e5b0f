import { sqlProgram } from '@rowhouse/drivers/internal';
import { sql } from 'kysely';
import { type CountSource, columnRecord, recordsOf } from '../../CountSource.ts';
import { shortName } from '../rowCountsReading.ts';
import { permitOnly } from './functionRights.ts';
import { partitionFunctions } from './rowCountPartitions.ts';

/*
 * Statement triggers: one change row for each statement, however many rows it writes. Appending never waits for
 * another writer, as raising a shared counter would.
 */
const tables = (schemas: string) => [
  ...partitionFunctions(schemas),
  sql`create table if not exists rowhouse_row_counts (
    source text primary key,
    epoch bigint not null,
    changes bigint not null default 0,
    net bigint not null default 0
  )`,
  sql`create table if not exists rowhouse_row_changes (
    id bigint generated always as identity primary key,
    source text not null,
    delta bigint not null
  )`,
  sql`create index if not exists rowhouse_row_changes_source on rowhouse_row_changes (source) include (delta)`,
  sqlProgram(import.meta.url, 'rowhouse_record_row_change', { schemas }),
  sqlProgram(import.meta.url, 'rowhouse_read_row_counts', { schemas }),
];

const followed = 'select rowhouse_relation(source) from rowhouse_row_counts';

export function install(source: CountSource, schemas: string) {
  const { table, columns } = source;
  const record = (name: string) => sql`execute function rowhouse_record_row_change(${sql.lit(name)})`;

  return [
    ...tables(schemas),
    ...dropTriggers(source),
    sql`create trigger rowhouse_rows_created after insert on ${sql.table(table)}
      referencing new table as created_rows for each statement ${record(table)}`,
    sql`create trigger rowhouse_rows_deleted after delete on ${sql.table(table)}
      referencing old table as deleted_rows for each statement ${record(table)}`,
    sql`create trigger rowhouse_rows_truncated before truncate on ${sql.table(table)}
      for each statement ${record(table)}`,
    // By bytes: a condition of the query may tell apart what the column's collation does not.
    ...columns.map(
      (column) => sql`create trigger ${updated(column)} after update on ${sql.table(table)} for each row
        when (old.${sql.id(column)}::text collate "C" is distinct from new.${sql.id(column)}::text collate "C")
        ${record(columnRecord(table, column))}`,
    ),
    ...followPartitions(source),
    ...recordsOf(source).map(
      (name) => sql`insert into rowhouse_row_counts (source, epoch) values (${name}, ${sql.lit(Date.now())})
        on conflict (source) do update set epoch = excluded.epoch`,
    ),
    permitOnly(['rowhouse_read_row_counts(text[])'], 'SELECT', followed),
    permitOnly(['rowhouse_record_row_change()'], 'TRIGGER', followed),
  ];
}

export function followPartitions({ table }: CountSource) {
  return [
    sql`select rowhouse_follow_parts(${table})`,
    sqlProgram(import.meta.url, 'follow_marks', { table: sql.lit(table) }),
  ];
}

export function remove(source: CountSource) {
  return [
    sqlProgram(import.meta.url, 'unfollow_parts', { table: sql.lit(source.table) }),
    ...dropTriggers(source),
    ...recordsOf(source).flatMap((name) => [
      sql`delete from rowhouse_row_counts where source = ${name}`,
      sql`delete from rowhouse_row_changes where source = ${name}`,
    ]),
  ];
}

/**
 * A standby does not list all that its snapshots leave out, so there they have no name. Without words that may be columns: those
 * would keep joins in a count.
 */
export const snapshot = sql<
  string | null
>`(select pg_current_snapshot()::varchar where not pg_is_in_recovery())`;

export function reading(records: readonly string[]) {
  return sql<
    string | null
  >`(select rowhouse_read_row_counts(array[${sql.join(records.map((name) => sql.lit(name)))}]::text[]))`;
}

function dropTriggers({ table, columns }: CountSource) {
  return [
    ...['created', 'deleted', 'truncated'].map((event) => sql.id(`rowhouse_rows_${event}`)),
    ...columns.map(updated),
  ].map((name) => sql`drop trigger if exists ${name} on ${sql.table(table)}`);
}

function updated(column: string) {
  return sql.id(shortName(`rowhouse_updated_${column}`, 63));
}
