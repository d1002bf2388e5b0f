-- Adds what is missing only, so that parts in use are not locked.
create or replace function rowhouse_follow_parts(root text) returns void
    language plpgsql set search_path = {{schemas}}, pg_temp as $function$
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
            and tgargs = convert_to(root, getdatabaseencoding()) || '\x00'::bytea
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
    $function$
