-- Drops the triggers of all parts of a table.
create or replace function rowhouse_unfollow_parts(root text) returns void
    language plpgsql set search_path = {{schemas}}, pg_temp as $function$
    declare
      trigger record;
    begin
      for trigger in
        select tgname, tgrelid::regclass as name from rowhouse_parts(array[root]) join pg_trigger on tgrelid = part
        where tgname like 'rowhouse\_part\_%\_' || left(md5(root), 8)
      loop
        execute format('drop trigger %I on %s', trigger.tgname, trigger.name);
      end loop;
    end
    $function$
