-- Adds the triggers of page marks to partitions, where marks are installed.
do $block$ begin
      if to_regproc('rowhouse_follow_marks') is not null then
        perform rowhouse_follow_marks({{table}});
      end if;
    end $block$
