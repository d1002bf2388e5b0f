-- Of a created or deleted row.
create trigger {{trigger}} {{event}} on {{table}} for each row
    begin
      {{record}}
    end
