-- Without a search path of its own, so that PostgreSQL inlines it; so is rowhouse_parts.
create or replace function rowhouse_relation(source text) returns oid
    language sql stable as $function$
    select to_regclass('"' || replace(replace(split_part(source, '(', 1), '"', '""'), '.', '"."') || '"')::oid
    $function$
