-- Drops the triggers of partitions, where counts have been installed.
do $block$ begin
      if to_regproc('rowhouse_unfollow_parts') is not null then
        perform rowhouse_unfollow_parts({{table}});
      end if;
    end $block$
