-- Gives recorded changes a number, unless they have one.
do $block$ begin
      alter table "{{name}}_changes" alter column rowhouse_id set not null, alter column rowhouse_id add generated always as identity, add primary key (rowhouse_id);
    exception when object_not_in_prerequisite_state or invalid_table_definition then null;
    end $block$
