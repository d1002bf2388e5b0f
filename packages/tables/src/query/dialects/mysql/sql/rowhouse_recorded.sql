-- Notices in the session of a writer that a change was recorded.
create trigger rowhouse_recorded before insert on rowhouse_row_changes for each row set @rowhouse_recorded = true
