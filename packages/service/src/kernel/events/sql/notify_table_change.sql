-- The table whose rows a transaction has changed, for all processes.
create or replace function {{function}}() returns trigger language plpgsql as $$
    begin
      perform pg_notify('{{channel}}', json_build_object(
        'changed', 'table', 'schema', tg_table_schema, 'name', tg_table_name)::text);
      return null;
    end $$
