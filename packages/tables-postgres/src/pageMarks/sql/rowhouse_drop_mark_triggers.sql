-- Drops the triggers of one sort from a table or partition.
create or replace function rowhouse_drop_mark_triggers(relation regclass, name text) returns void
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
    $function$
