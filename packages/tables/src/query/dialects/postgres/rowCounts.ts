import { sql } from 'kysely';
import { type CountSource, columnRecord, recordsOf } from '../../CountSource.ts';
import { shortName } from '../rowCountsReading.ts';
import { permitOnly } from './functionRights.ts';
import { partFunctions } from './rowCountParts.ts';

/*
 * Statement triggers: one change row for each statement, however many rows it writes. Appending never waits for
 * another writer, as raising a shared counter would. The function runs with its owner's rights, so that anyone who
 * may write to the table need not be given the bookkeeping tables.
 */
const tables = (schemas: string) => [
  ...partFunctions(schemas),
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
  sql`create or replace function rowhouse_record_row_change() returns trigger
    language plpgsql security definer set search_path = ${sql.raw(schemas)}, pg_temp as $function$
    declare
      delta bigint;
    begin
      -- A partition that is detached has its triggers still.
      if tg_nargs = 2 and not rowhouse_is_part(tg_relid, tg_argv[0]) then
        return null;
      end if;
      if tg_op = 'INSERT' then
        select count(*) into delta from created_rows;
      elsif tg_op = 'UPDATE' then
        insert into rowhouse_row_changes (source, delta) values (tg_argv[0], 0);
        return null;
      elsif tg_op = 'DELETE' then
        select -count(*) into delta from deleted_rows;
      else
        -- The triggers of partitions count theirs.
        execute format('select -count(*) from only %s', tg_relid::regclass) into delta;
      end if;
      if delta <> 0 then
        insert into rowhouse_row_changes (source, delta) values (tg_argv[0], delta);
      end if;
      return null;
    end
    $function$`,
  // A function's plan is kept by the session, where planning this again would cost each page more than reading it.
  // Stable: it sees the snapshot of the statement that calls it.
  sql`create or replace function rowhouse_read_row_counts(sources text[]) returns text
    language plpgsql stable security definer set search_path = ${sql.raw(schemas)}, pg_temp as $function$
    declare
      kept record;
      pending record;
      source text;
      parts record;
      versions numeric := 0;
    begin
      select count(*) as sources, sum(changes) as changes, sum(net) as net, sum(epoch) as epoch into kept
        from rowhouse_row_counts as counts where counts.source = any (sources);
      select count(*) as changes, coalesce(sum(delta), 0) as net into pending
        from rowhouse_row_changes as records where records.source = any (sources);
      if kept.sources < cardinality(sources) then
        return null;
      end if;
      foreach source in array sources loop
        -- Rows that come through its parent fire no trigger of the table.
        if exists (select from pg_inherits where inhrelid = rowhouse_relation(source)) then
          return null;
        end if;
        if exists (select from pg_inherits where inhparent = rowhouse_relation(source)) then
          select bool_and(is_followed) as are_followed, sum(version) as version into parts
            from rowhouse_parts(array[source]);
          if not parts.are_followed then
            return null;
          end if;
          versions := versions + parts.version;
        end if;
      end loop;
      return concat(kept.changes + pending.changes, ':', kept.net + pending.net, ':', pending.changes, ':',
        kept.epoch + versions);
    end
    $function$`,
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
    ...followParts(source),
    ...recordsOf(source).map(
      (name) => sql`insert into rowhouse_row_counts (source, epoch) values (${name}, ${sql.lit(Date.now())})
        on conflict (source) do update set epoch = excluded.epoch`,
    ),
    permitOnly(['rowhouse_read_row_counts(text[])'], 'SELECT', followed),
    permitOnly(['rowhouse_record_row_change()'], 'TRIGGER', followed),
  ];
}

export function followParts({ table }: CountSource) {
  return [
    sql`select rowhouse_follow_parts(${table})`,
    sql`do $block$ begin
      if to_regproc('rowhouse_follow_marks') is not null then
        perform rowhouse_follow_marks(${sql.lit(table)});
      end if;
    end $block$`,
  ];
}

export function remove(source: CountSource) {
  return [
    sql`do $block$ begin
      if to_regproc('rowhouse_unfollow_parts') is not null then
        perform rowhouse_unfollow_parts(${sql.lit(source.table)});
      end if;
    end $block$`,
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
