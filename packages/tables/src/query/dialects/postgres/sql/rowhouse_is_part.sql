-- Of a partition, the ancestors are not read in the statement's snapshot, which may be older than an ATTACH or DETACH.
create or replace function rowhouse_is_part(part oid, source text) returns boolean
    language sql stable set search_path = {{schemas}}, pg_temp as $function$
    with recursive parents as (
      select inhparent from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhrelid = part and not relispartition
      union
      select inherited.inhparent from parents join pg_inherits as inherited on inherited.inhrelid = parents.inhparent
    )
    select exists (select from pg_partition_ancestors(part) where relid = rowhouse_relation(source))
      or exists (select from parents where inhparent = rowhouse_relation(source))
    $function$
