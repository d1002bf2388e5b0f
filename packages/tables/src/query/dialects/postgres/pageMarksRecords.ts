import { type RawBuilder, sql } from 'kysely';
import { functionOf, type MarkNames } from './pageMarkNames.ts';

/** Rows changed by one statement above which the marks are set again, rather than that a record is written for each. */
const mostRecords = 100_000;

/*
 * `parts` are the partitions for which the marks hold, see rowhouse_parts; null while nothing holds. `first_rows`: rows
 * before the first mark.
 */
export const sharedStatements = (schemas: string): readonly RawBuilder<unknown>[] => [
  sql`create table if not exists rowhouse_page_marks (
    name text primary key,
    source text not null,
    every bigint not null,
    chosen boolean not null,
    parts numeric,
    first_rows bigint not null default 0,
    is_complete boolean not null default false
  )`,
  // Null where changes are not recorded: a trigger is missing, or rows come from a parent or from a table that inherits.
  sql`create or replace function rowhouse_marked_parts(source text, name text) returns numeric
    language sql stable set search_path = ${sql.raw(schemas)}, pg_temp as $function$
    with root as materialized (
      select pg_class.oid from pg_class
      where pg_class.oid = rowhouse_relation(source) and not relrowsecurity
        and not exists (select from pg_inherits where inhrelid = pg_class.oid)
        and not exists (select from pg_subscription_rel where srrelid = pg_class.oid)
        and exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = name || '_created' and tgenabled in ('O', 'A'))
    )
    select case
      when not exists (select from root) then null
      when not exists (select from root join pg_inherits on inhparent = root.oid) then 0
      else (
        select case when bool_and(
            relispartition
            and not exists (select from pg_subscription_rel where srrelid = part)
            and not exists (select from pg_inherits where inhrelid = part and to_jsonb(pg_inherits) ->> 'inhdetachpending' = 'true')
            and exists (select from pg_trigger where tgrelid = part and tgname = name || '_created' and tgenabled in ('O', 'A'))
          ) then sum(version) end
        from rowhouse_parts(array[source]) join pg_class on pg_class.oid = part
      )
    end
    $function$`,
  // Adds what is missing only, so that tables in use are not locked.
  sql`create or replace function rowhouse_follow_marks(root text) returns void
    language plpgsql set search_path = ${sql.raw(schemas)}, pg_temp as $function$
    declare
      missing record;
    begin
      for missing in
        select followed.relation::regclass as relation, state.name
        from rowhouse_page_marks as state
        cross join lateral (
          select rowhouse_relation(state.source) as relation
          union all
          select part from rowhouse_parts(array[state.source]) join pg_class on pg_class.oid = part where relkind in ('r', 'p')
        ) as followed
        where state.source = root and not exists (
          select from pg_trigger where tgrelid = followed.relation and tgname = state.name || '_created' and tgenabled in ('O', 'A')
        )
      loop
        perform rowhouse_drop_mark_triggers(missing.relation, missing.name);
        execute format('create trigger %I after insert on %s referencing new table as created_rows
          for each statement execute function %I()', missing.name || '_created', missing.relation, missing.name || '_record');
        execute format('create trigger %I after delete on %s referencing old table as deleted_rows
          for each statement execute function %I()', missing.name || '_deleted', missing.relation, missing.name || '_record');
        execute format('create trigger %I after update on %s referencing old table as deleted_rows new table as created_rows
          for each statement execute function %I()', missing.name || '_updated', missing.relation, missing.name || '_record');
        execute format('create trigger %I before truncate on %s
          for each statement execute function %I()', missing.name || '_truncated', missing.relation, missing.name || '_record');
      end loop;
    end
    $function$`,
  sql`create or replace function rowhouse_drop_mark_triggers(relation regclass, name text) returns void
    language plpgsql as $function$
    declare
      found record;
    begin
      for found in
        select tgname from pg_trigger where tgrelid = relation
          and tgname in (name || '_created', name || '_deleted', name || '_updated', name || '_truncated')
      loop
        execute format('drop trigger %I on %s', found.tgname, relation);
      end loop;
    end
    $function$`,
  sql`create or replace function rowhouse_unfollow_marks(marks text) returns void
    language plpgsql set search_path = ${sql.raw(schemas)}, pg_temp as $function$
    begin
      perform rowhouse_drop_mark_triggers(tgrelid, marks) from pg_trigger where tgname = marks || '_created';
    end
    $function$`,
];

/**
 * Records the keys themselves rather than the marks that they belong to, so that marks may be set at any time: a writer
 * that does not see them yet records the same.
 */
export function recordFunction(
  { changes, list, sort, literal }: MarkNames,
  schemas: string,
): readonly RawBuilder<unknown>[] {
  const keys = list();

  return [
    sql.raw(`create or replace function ${functionOf(literal.slice(1, -1), 'record')}() returns trigger
      language plpgsql security definer set search_path = ${schemas}, pg_temp as $function$
      #variable_conflict use_column
      declare
        changed bigint := 0;
      begin
        -- A partition that is detached has its triggers still. Its ancestors are not read in the statement's snapshot,
        -- which may be older than an ATTACH.
        if tg_relid <> rowhouse_relation('${sort.table.replaceAll("'", "''")}') and not exists (
          select from pg_partition_ancestors(tg_relid) where relid = rowhouse_relation('${sort.table.replaceAll("'", "''")}')
        ) then
          return null;
        end if;
        if tg_op = 'INSERT' then
          select count(*) into changed from created_rows;
        elsif tg_op = 'DELETE' then
          select count(*) into changed from deleted_rows;
        end if;
        if tg_op = 'TRUNCATE' or changed > ${mostRecords} then
          insert into ${changes} (rowhouse_delta) values (null);
        elsif tg_op = 'INSERT' then
          insert into ${changes} (${keys}, rowhouse_delta) select ${keys}, 1 from created_rows;
        elsif tg_op = 'DELETE' then
          insert into ${changes} (${keys}, rowhouse_delta) select ${keys}, -1 from deleted_rows;
        else
          insert into ${changes} (${keys}, rowhouse_delta)
            select ${keys}, sum(rowhouse_delta) from (
              select ${keys}, 1 as rowhouse_delta from created_rows union all select ${keys}, -1 from deleted_rows
            ) as moved
            group by ${keys} having sum(rowhouse_delta) <> 0;
        end if;
        return null;
      end
      $function$`),
  ];
}
