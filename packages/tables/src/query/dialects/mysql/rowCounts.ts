import { type Expression, sql } from 'kysely';
import { type CountSource, columnRecord, recordsOf, refuseOtherSchemas } from '../../CountSource.ts';
import { rowCountsReading, shortName } from '../rowCountsReading.ts';

/* MySQL only has row triggers: one change record per created or deleted row. */
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
  sql`drop trigger if exists rowhouse_recorded`,
  sql`create trigger rowhouse_recorded before insert on rowhouse_row_changes for each row set @rowhouse_recorded = true`,
];

/**
 * Records a change in a trigger. A temporary table of the writer's session hides a table of the same name even there, and
 * would swallow the record. It has no triggers, so that the variable tells them apart.
 */
function record(source: string, delta: number) {
  return sql`set @rowhouse_recorded = null;
    insert into rowhouse_row_changes (source, delta) values (${sql.lit(source)}, ${sql.lit(delta)});
    if @rowhouse_recorded is null then
      signal sqlstate '45000' set message_text = 'A temporary table hides rowhouse_row_changes. Drop it and write again.';
    end if;`;
}

export function install(source: CountSource) {
  const { table, columns } = source;
  refuseOtherSchemas(source);

  return [
    ...tables,
    ...dropTriggers(source),
    createTrigger(table, 'created', sql`after insert`, 1),
    createTrigger(table, 'deleted', sql`after delete`, -1),
    // Compared by bytes: a condition of the query may distinguish values that are equal in the column's collation.
    ...columns.map(
      (
        column,
      ) => sql`create trigger ${trigger(table, `updated_${column}`)} after update on ${sql.table(table)}
        for each row if not (cast(old.${sql.id(column)} as binary) <=> cast(new.${sql.id(column)} as binary)) then
          ${record(columnRecord(table, column), 0)}
        end if`,
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

function concat(parts: readonly (Expression<unknown> | string)[]) {
  return sql<string | null>`concat(${sql.join(
    parts.map((part) => (typeof part === 'string' ? sql.lit(part) : part)),
  )})`;
}

function createTrigger(table: string, event: string, when: ReturnType<typeof sql>, delta: number) {
  return sql`create trigger ${trigger(table, event)} ${when} on ${sql.table(table)} for each row
    begin
      ${record(table, delta)}
    end`;
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
