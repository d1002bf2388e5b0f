-- Null where changes are not recorded: a trigger is missing, or rows come from a parent or from a table that inherits.
create or replace function rowhouse_marked_parts(source text, name text) returns numeric
    language sql stable set search_path = {{schemas}}, pg_temp as $function$
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
    $function$
