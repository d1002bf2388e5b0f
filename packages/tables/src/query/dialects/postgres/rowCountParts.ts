import { sql } from 'kysely';

/*
 * Partitions, and tables that inherit. A statement that names a partition fires the partition's own triggers only, and one
 * that names the root only those of the root, so both have some. Attaching, detaching and dropping fire none: they change
 * the version of the parts, which belongs to every reading, and the rows are then counted again.
 */
export const partFunctions = (schemas: string) => [
  // Without a search path of its own, so that PostgreSQL inlines it; so is rowhouse_parts.
  sql`create or replace function rowhouse_relation(source text) returns oid
    language sql stable as $function$
    select to_regclass('"' || replace(replace(split_part(source, '(', 1), '"', '""'), '.', '"."') || '"')::oid
    $function$`,
  // The version of a part changes whenever it is attached: xmin is the transaction that did so. 40 bits of each are enough
  // for a sum that a double holds exactly.
  sql`create or replace function rowhouse_parts(sources text[])
    returns table (source text, part oid, is_followed boolean, version bigint)
    language sql stable as $function$
    with recursive parts as (
      select named.source, inherited.inhrelid, inherited.xmin::text as attached
      from unnest(sources) as named (source)
      join pg_inherits as inherited on inherited.inhparent = rowhouse_relation(named.source)
      union all
      select parts.source, inherited.inhrelid, inherited.xmin::text
      from parts join pg_inherits as inherited on inherited.inhparent = parts.inhrelid
    )
    select parts.source, parts.inhrelid,
      exists (select from pg_trigger where tgrelid = parts.inhrelid and tgenabled in ('O', 'A')
        and tgname = 'rowhouse_part_created_' || left(md5(split_part(parts.source, '(', 1)), 8))
      -- Triggers for rows exist on every partition, but not on tables that inherit.
      and (parts.source not like '%(%' or exists (select from pg_class where pg_class.oid = inhrelid and relispartition)),
      hashtextextended(concat(parts.inhrelid, ':', parts.attached), 0) & 1099511627775
    from parts
    $function$`,
  // Of a partition, the ancestors are not read in the statement's snapshot, which may be older than an ATTACH or DETACH.
  sql`create or replace function rowhouse_is_part(part oid, source text) returns boolean
    language sql stable set search_path = ${sql.raw(schemas)}, pg_temp as $function$
    with recursive parents as (
      select inhparent from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhrelid = part and not relispartition
      union
      select inherited.inhparent from parents join pg_inherits as inherited on inherited.inhrelid = parents.inhparent
    )
    select exists (select from pg_partition_ancestors(part) where relid = rowhouse_relation(source))
      or exists (select from parents where inhparent = rowhouse_relation(source))
    $function$`,
  // Adds what is missing only, so that parts in use are not locked.
  sql`create or replace function rowhouse_follow_parts(root text) returns void
    language plpgsql set search_path = ${sql.raw(schemas)}, pg_temp as $function$
    declare
      followed record;
      stale record;
      suffix text := left(md5(root), 8);
    begin
      for followed in
        select part::regclass as name, is_followed from rowhouse_parts(array[root])
        join pg_class on pg_class.oid = part where relkind in ('r', 'p')
      loop
        -- Of the time when this was the whole table.
        for stale in
          select tgname from pg_trigger
          where tgrelid = followed.name and tgname in ('rowhouse_rows_created', 'rowhouse_rows_deleted', 'rowhouse_rows_truncated')
            and tgargs = convert_to(root, getdatabaseencoding()) || '\\x00'::bytea
        loop
          execute format('drop trigger %I on %s', stale.tgname, followed.name);
        end loop;
        continue when followed.is_followed;
        execute format('drop trigger if exists %I on %s', 'rowhouse_part_created_' || suffix, followed.name);
        execute format('drop trigger if exists %I on %s', 'rowhouse_part_deleted_' || suffix, followed.name);
        execute format('drop trigger if exists %I on %s', 'rowhouse_part_truncated_' || suffix, followed.name);
        execute format('create trigger %I after insert on %s referencing new table as created_rows
          for each statement execute function rowhouse_record_row_change(%L, %L)',
          'rowhouse_part_created_' || suffix, followed.name, root, 'part');
        execute format('create trigger %I after delete on %s referencing old table as deleted_rows
          for each statement execute function rowhouse_record_row_change(%L, %L)',
          'rowhouse_part_deleted_' || suffix, followed.name, root, 'part');
        execute format('create trigger %I before truncate on %s
          for each statement execute function rowhouse_record_row_change(%L, %L)',
          'rowhouse_part_truncated_' || suffix, followed.name, root, 'part');
      end loop;
    end
    $function$`,
  sql`create or replace function rowhouse_unfollow_parts(root text) returns void
    language plpgsql set search_path = ${sql.raw(schemas)}, pg_temp as $function$
    declare
      trigger record;
    begin
      for trigger in
        select tgname, tgrelid::regclass as name from rowhouse_parts(array[root]) join pg_trigger on tgrelid = part
        where tgname like 'rowhouse\\_part\\_%\\_' || left(md5(root), 8)
      loop
        execute format('drop trigger %I on %s', trigger.tgname, trigger.name);
      end loop;
    end
    $function$`,
];
