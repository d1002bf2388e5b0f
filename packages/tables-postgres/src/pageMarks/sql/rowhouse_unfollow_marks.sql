-- Drops the triggers of one sort from all tables that have them.
create or replace function rowhouse_unfollow_marks(marks text) returns void
    language plpgsql set search_path = {{schemas}}, pg_temp as $function$
    begin
      perform rowhouse_drop_mark_triggers(tgrelid, marks) from pg_trigger where tgname = marks || '_created';
    end
    $function$
