-- A function's plan is kept by the session, where planning this again would cost each page more than reading it.
-- Stable: it sees the snapshot of the statement that calls it.
create or replace function rowhouse_read_row_counts(sources text[]) returns text
    language plpgsql stable security definer set search_path = {{schemas}}, pg_temp as $function$
    declare
      kept record;
      pending record;
      source text;
      parts record;
      versions numeric := 0;
    begin
      select count(*) as sources, sum(changes) as changes, sum(net) as net, sum(epoch) as epoch into kept
        from rowhouse_row_counts as counts where counts.source = any (sources);
      select count(*) as changes, coalesce(sum(delta), 0) as net into pending
        from rowhouse_row_changes as records where records.source = any (sources);
      if kept.sources < cardinality(sources) then
        return null;
      end if;
      foreach source in array sources loop
        -- Rows that come through its parent fire no trigger of the table.
        if exists (select from pg_inherits where inhrelid = rowhouse_relation(source)) then
          return null;
        end if;
        if exists (select from pg_inherits where inhparent = rowhouse_relation(source)) then
          select bool_and(is_followed) as are_followed, sum(version) as version into parts
            from rowhouse_parts(array[source]);
          if not parts.are_followed then
            return null;
          end if;
          versions := versions + parts.version;
        end if;
      end loop;
      return concat(kept.changes + pending.changes, ':', kept.net + pending.net, ':', pending.changes, ':',
        kept.epoch + versions);
    end
    $function$
