create function notify_access_change() returns trigger language plpgsql as $$
    begin
      perform pg_notify('rowhouse_events', '{"changed":"access"}');
      return null;
    end $$
