-- The version of a part changes whenever it is attached: xmin is the transaction that did so. 40 bits of each are enough
-- for a sum that a double holds exactly.
create or replace function rowhouse_parts(sources text[])
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
    $function$
