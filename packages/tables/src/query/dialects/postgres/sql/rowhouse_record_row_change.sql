-- Appends the number of rows that a statement created or deleted. The function runs with the rights of its owner, so that
-- writers of the table need none on the bookkeeping tables.
create or replace function rowhouse_record_row_change() returns trigger
    language plpgsql security definer set search_path = {{schemas}}, pg_temp as $function$
    declare
      delta bigint;
    begin
      -- A partition that is detached has its triggers still.
      if tg_nargs = 2 and not rowhouse_is_part(tg_relid, tg_argv[0]) then
        return null;
      end if;
      if tg_op = 'INSERT' then
        select count(*) into delta from created_rows;
      elsif tg_op = 'UPDATE' then
        insert into rowhouse_row_changes (source, delta) values (tg_argv[0], 0);
        return null;
      elsif tg_op = 'DELETE' then
        select -count(*) into delta from deleted_rows;
      else
        -- The triggers of partitions count theirs.
        execute format('select -count(*) from only %s', tg_relid::regclass) into delta;
      end if;
      if delta <> 0 then
        insert into rowhouse_row_changes (source, delta) values (tg_argv[0], delta);
      end if;
      return null;
    end
    $function$
