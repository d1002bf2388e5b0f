-- Records a change in a trigger. A temporary table of the writer's session hides a table of the same name even there, and
-- would swallow the record. It has no triggers, so that the variable tells them apart.
set @rowhouse_recorded = null;
    insert into rowhouse_row_changes (source, delta) values ({{source}}, {{delta}});
    if @rowhouse_recorded is null then
      signal sqlstate '45000' set message_text = 'A temporary table hides rowhouse_row_changes. Drop it and write again.';
    end if;
