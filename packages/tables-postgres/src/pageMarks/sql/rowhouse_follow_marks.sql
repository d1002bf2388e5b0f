-- Adds what is missing only, so that tables in use are not locked.
create or replace function rowhouse_follow_marks(root text) returns void
    language plpgsql set search_path = {{schemas}}, pg_temp as $function$
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
    $function$
