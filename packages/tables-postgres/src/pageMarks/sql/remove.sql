-- Removes the triggers and the state of a sort.
do $block$ begin
      if to_regclass('rowhouse_page_marks') is not null then
        -- Locked before the table, as by the function that sets marks: both would wait for each other otherwise.
        perform from rowhouse_page_marks where name = '{{name}}' for update;
        perform rowhouse_unfollow_marks('{{name}}');
        delete from rowhouse_page_marks where name = '{{name}}';
      end if;
    end $block$
