create trigger {{trigger}} {{event}} on {{table}} for each row {{condition}} begin
    insert into rowhouse_row_changes (source, delta) values ({{source}}, {{delta}});
  end
